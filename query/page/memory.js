// What the browser remembers for next time: settings and the rating. Where storage is forbidden, the page works without
// it.
"use strict";

/** Names of what belongs to one window: it outlives a reload, and no other window replaces it. */
const OF_WINDOW = ["record", "record-link"];

/** @param {string} key */
function storageOf(key) {
  return OF_WINDOW.includes(key) ? sessionStorage : localStorage;
}

/** Values that the browser did not store. They last until the page is closed. @type {Map<string, string>} */
const memory = new Map();

/**
 * @param {string} key
 * @param {string} otherwise
 */
function remembered(key, otherwise) {
  try {
    return memory.get(key) ?? storageOf(key).getItem(`tourne-${key}`) ?? otherwise;
  } catch {
    // The browser forbids storage.
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
function remember(key, value) {
  try {
    storageOf(key).setItem(`tourne-${key}`, value);
    memory.delete(key);
  } catch {
    // Storage is forbidden or full: the value is kept until the page is closed.
    memory.set(key, value);
  }
}
