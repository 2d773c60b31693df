/* Fills the sentences of texts/*.json. */

const LRI = "\u2066", FSI = "\u2068", PDI = "\u2069";

export function isolate(text) {
  return `${LRI}${text}${PDI}`;
}

const formats = new Map();   // one per language: making one is slow

export function number(value) {
  const lang = document.documentElement.lang || "en";
  if (!formats.has(lang)) formats.set(lang, new Intl.NumberFormat(lang, {useGrouping: false}));
  return formats.get(lang).format(value).replace("-", "\u2212");
}

export function find(texts, path) {
  let at = texts;
  for (const part of path.split(".")) at = at?.[part];
  return at;
}

export function say(texts, path, params = {}, seats = []) {
  const template = find(texts, path);
  if (typeof template !== "string") return path;
  return template.replace(/\{([a-z_0-9]+)\}/g, (whole, name) =>
    name in params ? shown(texts, name, params[name], seats) : whole);
}

function shown(texts, name, value, seats) {
  if (/^seat(_|$)/.test(name)) {
    const sitter = seats[value];
    return sitter ? `${FSI}${sitter.name}${PDI}` : number(Number(value) + 1);
  }
  if (typeof value === "number") return number(value);
  return texts.words?.[value] ?? (/^\d+$/.test(value) ? number(Number(value)) : isolate(value));
}
