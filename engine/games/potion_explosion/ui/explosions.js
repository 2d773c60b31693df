// @ts-check
/* What a regular pick takes for certain (P25), and where a story of steps leads. Draws nothing. */

/** The groups that a regular pick takes whatever enters from the bag, as places of the track as it lies now.
 * @param {string} track @param {number} place @returns {number[][]} */
export function certain(track, place) {
  const left = [...track].map((colour, n) => ({colour, place: n + 1}));
  const groups = [[place]];
  left.splice(place - 1, 1);
  let at = place;
  while (at >= 2 && left.length >= at && left[at - 2].colour === left[at - 1].colour) {
    const {colour} = left[at - 1];
    let [low, high] = [at - 1, at];
    while (low > 1 && left[low - 2].colour === colour) low -= 1;
    while (high < left.length && left[high].colour === colour) high += 1;
    groups.push(left.slice(low - 1, high).map((marble) => marble.place));
    left.splice(low - 1, high - low + 1);
    at = low;
  }
  return groups;
}

/** The track and place of a marble's spot; null: it is no marble.
 * @param {string | undefined} spot */
export function marbleAt(spot) {
  const [, track, place] = /^m(\d)\.(\d+)$/.exec(spot ?? "") ?? [];
  return track ? {track: Number(track) - 1, place: Number(place)} : null;
}

/** The tracks after the steps of a story, to see whether it leads from one frame to the next.
 * @param {string[]} tracks @param {string[][]} story */
export function follow(tracks, story) {
  const rows = tracks.map((row) => [...row]);
  for (const [step, first, ...rest] of story) {
    if (step === "lift" || step === "burst") {
      const gone = rest.map((text) => text.split(".").map(Number));
      for (const [track, place] of gone.sort((a, b) => b[1] - a[1])) rows[track - 1]?.splice(place - 1, 1);
    } else if (step === "drop") {
      for (const token of [first, ...rest]) if (/^[1-5]/.test(token)) rows[Number(token[0]) - 1]?.push(token[1]);
    }
  }
  return rows.map((row) => row.join(""));
}
