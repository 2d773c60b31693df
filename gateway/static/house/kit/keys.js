// @ts-check
/* What a key means on a Latin keyboard, whatever alphabet the reader types in. */

/** @type {Record<string, string>} */
const SIGNS = {BracketLeft: "[", BracketRight: "]", Minus: "-", Equal: "="};

/** Persian and Arabic digits as 0 to 9.
 * @param {string} text */
export function plainDigits(text) {
  return text.replace(/[\u06f0-\u06f9\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) & 15));
}

/** The sign itself if it is a Latin one, in small letters; else what stands at its place.
 * @param {{key: string, code: string}} event */
export function keyOf(event) {
  const sign = plainDigits(event.key);
  if (sign.length > 1) return sign;
  if (/^[!-~]$/.test(sign)) return sign.toLowerCase();
  return /^(?:Key|Digit)(.)$/.exec(event.code)?.[1].toLowerCase() ?? SIGNS[event.code] ?? sign;
}
