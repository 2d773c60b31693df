// @ts-check
/* The time by the house's clock: the clock of a device may be minutes off. */

let ahead = 0; // how far this device's clock runs ahead of the house's, in ms

export function houseNow() {
  return Date.now() - ahead;
}

/** The house's clock showed `moment` at some time from `from` to `to` by this device, within `blur`. All in ms.
 * @param {number} moment @param {{from: number, to: number, blur: number}} heard */
export function heardTime(moment, {from, to, blur}) {
  if (!Number.isFinite(moment)) return;
  ahead = Math.min(Math.max(ahead, from - moment - blur), to - moment);
}
