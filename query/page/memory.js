// What the browser remembers for next time: settings and the rating. The page works without, where this is forbidden.
"use strict";

/** What could not be stored, until the page is closed. @type {Map<string, string>} */
const memory = new Map();

/**
 * @param {string} key
 * @param {string} otherwise
 */
function remembered(key, otherwise) {
  try {
    return memory.get(key) ?? localStorage.getItem(`tourne-${key}`) ?? otherwise;
  } catch {
    // Forbidden.
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
function remember(key, value) {
  try {
    localStorage.setItem(`tourne-${key}`, value);
    memory.delete(key);
  } catch {
    // Forbidden or full: it is remembered until the page is closed.
    memory.set(key, value);
  }
}
