// @ts-check
/* The board as it is shown, saved as a picture: an SVG that carries its own styles, or a PNG drawn from it. */

const SVG = "http://www.w3.org/2000/svg";
const XHTML = "http://www.w3.org/1999/xhtml";
const TWICE = 2; // pixels of a PNG for each of the page

/** All rules of the page: a picture has no style sheets beside it. */
function rules() {
  const sheets = [...document.styleSheets].filter(
    (sheet) => !sheet.href || new URL(sheet.href).origin === location.origin,
  );
  return sheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join("\n");
}

/** Gradients and patterns that the boards of a page share stand beside them.
 * @param {HTMLElement} element */
function sharedPaints(element) {
  const outside = [...document.querySelectorAll("svg defs")].filter((defs) => !element.contains(defs));
  return outside.map((defs) => new XMLSerializer().serializeToString(defs)).join("");
}

/** The text of an SVG of an element as it looks now.
 * @param {HTMLElement} element */
export function pictureOf(element) {
  const root = document.documentElement;
  const size = element.getBoundingClientRect();
  const [width, height] = [Math.ceil(size.width), Math.ceil(size.height)];
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  copy.classList.remove("past");
  copy.setAttribute("xmlns", XHTML);
  const inside = new XMLSerializer().serializeToString(copy);
  const {colorScheme} = getComputedStyle(root);
  const dark =
    root.dataset.theme === "dark" || (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  const scheme = colorScheme.includes("dark") && dark ? "dark" : "light";
  const own = `:root { color-scheme: ${scheme} !important } body { margin: 0; min-block-size: 0; display: block }`;
  const text =
    `<svg xmlns="${SVG}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"` +
    ` lang="${root.lang}" data-theme="${scheme}"><style><![CDATA[${rules()}\n${own}]]></style>` +
    sharedPaints(element) +
    `<foreignObject width="100%" height="100%"><body xmlns="${XHTML}" class="playing">${inside}</body>` +
    "</foreignObject></svg>";
  return {width, height, text};
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {HTMLElement} element @param {string} name */
export function saveSvg(element, name) {
  save(new Blob([pictureOf(element).text], {type: "image/svg+xml"}), `${name}.svg`);
}

/** @param {HTMLElement} element @param {string} name */
export async function savePng(element, name) {
  const picture = pictureOf(element);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.width * TWICE;
  canvas.height = picture.height * TWICE;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!(blob instanceof Blob)) throw new Error("no picture");
  save(blob, `${name}.png`);
}
