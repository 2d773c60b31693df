// @ts-check
/* Makes HTML and SVG elements; measures pointer events in svg units. */

const SVG = "http://www.w3.org/2000/svg";

/** null, undefined and false are left out.
 * @typedef {Node | string | null | undefined | false | Child[]} Child */

/**
 * `text` sets textContent, `on…` functions are listeners, `data` fills dataset, `style` is set property by property,
 * which the content policy allows; everything else becomes an attribute. null, undefined and false are left out.
 * @typedef {{[name: string]: unknown, text?: string | number | null, data?: Record<string, string | number>,
 *   style?: Record<string, string | number>}} Props
 */

/** @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Props} [props] @param {Child[]} children @returns {HTMLElementTagNameMap[Tag]} */
export function el(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Props} [props] @param {Child[]} children @returns {SVGElementTagNameMap[Tag]} */
export function svg(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** @template {HTMLElement | SVGElement} Made
 * @param {Made} node @param {Props} props @param {Child[]} children */
function fill(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value !== null && value !== undefined && value !== false) setProp(node, name, value);
  }
  node.append(...flat(children));
  return node;
}

/** @param {HTMLElement | SVGElement} node @param {string} name @param {unknown} value */
function setProp(node, name, value) {
  if (name === "text") node.textContent = String(value);
  else if (name === "data") Object.assign(node.dataset, value);
  else if (name === "style") {
    for (const [key, style] of Object.entries(/** @type {object} */ (value)))
      node.style.setProperty(key, String(style));
  } else if (typeof value === "function") node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  else node.setAttribute(name, value === true ? "" : String(value));
}

/** @param {Child[]} children @returns {(Node | string)[]} */
function flat(children) {
  return children.flatMap((child) => {
    if (Array.isArray(child)) return flat(child);
    return child === null || child === undefined || child === false ? [] : [child];
  });
}

/** @param {Element} parent @param {string} name */
export function layer(parent, name) {
  const made = svg("g", {class: name});
  parent.append(made);
  return made;
}

/** A drawing with that viewBox, in a fresh <div class="board">.
 * @param {Element} root
 * @param {{x?: number, y?: number, width: number, height: number, label?: string | null}} area */
export function stage(root, {x = 0, y = 0, width, height, label = null}) {
  const viewBox = `${x} ${y} ${width} ${height}`;
  const drawing = svg("svg", {viewBox, role: "group", "aria-label": label, focusable: "false"});
  root.append(el("div", {class: "board"}, drawing));
  return drawing;
}

/** @typedef {{x: number, y: number}} Point */

/** The place of a pointer event in the units of a drawing.
 * @param {SVGSVGElement} drawing @param {{clientX: number, clientY: number}} event */
export function point(drawing, event) {
  const matrix = drawing.getScreenCTM();
  if (!matrix) return {x: 0, y: 0};
  const {x, y} = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return {x, y};
}

/** The nearest element around the target of an event that fits.
 * @param {Event} event @param {string} selector @returns {HTMLElement | SVGElement | null} */
export function around(event, selector) {
  const element = event.target instanceof Element ? event.target.closest(selector) : null;
  return element instanceof HTMLElement || element instanceof SVGElement ? element : null;
}
