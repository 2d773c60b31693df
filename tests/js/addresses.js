// @ts-check
/* Tests run from files: what pages import from /static/house/ lies in gateway/static/house/, and the data of a game,
   which boards import as modules, in its data folder. */

import {register} from "node:module";
import {pathToFileURL} from "node:url";

const house = pathToFileURL("gateway/static/house/").href;
const hooks = `
  import {readFile} from "node:fs/promises";
  const data = /\\/ui\\/data\\/(\\w+)\\.js$/;
  export const resolve = (name, context, next) => {
    if (name.startsWith("/static/house/")) return next("${house}" + name.slice(14), context);
    const url = context.parentURL && name.startsWith(".") ? new URL(name, context.parentURL).href : name;
    return data.test(url) ? {url, format: "module", shortCircuit: true} : next(name, context);
  };
  export const load = async (url, context, next) => {
    if (!data.test(url)) return next(url, context);
    const json = await readFile(new URL(url.replace(data, "/data/$1.json")), "utf8");
    return {format: "module", source: "export default " + json, shortCircuit: true};
  };`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
