/* Makes HTML and SVG elements; measures pointer events in svg units. */

const SVG = "http://www.w3.org/2000/svg";

export function el(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

export function svg(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") node.textContent = value;
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "style") for (const [key, one] of Object.entries(value)) node.style.setProperty(key, one);
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== false));
  return node;
}

export function layer(parent, name) {
  const made = svg("g", {class: name});
  parent.append(made);
  return made;
}

export function stage(root, {x = 0, y = 0, width, height, label = null}) {
  const drawing = svg("svg", {viewBox: `${x} ${y} ${width} ${height}`, role: "group", "aria-label": label, focusable: "false"});
  root.append(el("div", {class: "board"}, drawing));
  return drawing;
}

export function point(drawing, event) {
  const matrix = drawing.getScreenCTM();
  if (!matrix) return {x: 0, y: 0};
  const found = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return {x: found.x, y: found.y};
}
