// The line of the five-line card that decides a move.
"use strict";

/**
 * The line of the card that applies, in words; empty as long as the page has no cards.
 * @param {Rules} rules
 * @param {Position} position
 * @param {number} die
 * @returns {string}
 */
function cardLine(rules, position, die) {
  return "";
}
