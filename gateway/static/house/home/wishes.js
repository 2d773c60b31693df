// @ts-check
/* Small wishes that are kept on this device. A browser may forbid its store: then they are as at first. */

/** @param {string} key */
export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
export function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // the store is forbidden: nothing can be kept
  }
}
