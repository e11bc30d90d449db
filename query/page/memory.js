// What the browser remembers for next time: settings and the rating. The page works without, where this is forbidden.
"use strict";

/** @type {Map<string, string>} */
const memory = new Map();

/**
 * @param {string} key
 * @param {string} otherwise
 */
function remembered(key, otherwise) {
  try {
    return localStorage.getItem(`tourne-${key}`) ?? otherwise;
  } catch {
    // Forbidden: it is remembered until the page is closed.
    return memory.get(key) ?? otherwise;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
function remember(key, value) {
  memory.set(key, value);
  try {
    localStorage.setItem(`tourne-${key}`, value);
  } catch {
    // Forbidden or full: as above.
  }
}
