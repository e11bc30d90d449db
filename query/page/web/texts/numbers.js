// Numbers for people: values, losses, percentages. They have the digits that `tourne` prints, or fewer.

/** @import { Rules } from "../rules/rules.js" */
import { T } from "./language.js";

/**
 * A number with a fixed number of decimals. A number half-way between two is rounded to the even digit, as in Rust.
 * @param {number} number
 * @param {number} decimals
 */
function fixed(number, decimals) {
  const text = number.toFixed(decimals);
  const exact = Math.abs(number).toFixed(Math.min(decimals + 60, 100));
  const cut = exact.length - (Math.min(decimals + 60, 100) - decimals);
  if (/^50*$/.test(exact.slice(cut)) && Number(exact[cut - 1] === "." ? exact[cut - 2] : exact[cut - 1]) % 2 === 0) {
    return (number < 0 ? "-" : "") + exact.slice(0, cut).replace(/\.$/, "");
  }
  return text;
}

/**
 * A number with the decimal sign of the language.
 * @param {number} number
 * @param {number} decimals
 */
export function decimal(number, decimals) {
  return fixed(number, decimals).replace(".", T.decimalSign);
}

/**
 * A share as a percentage.
 * @param {number} share
 * @param {number} decimals
 */
export function percent(share, decimals) {
  return `${decimal(100 * share, decimals)} %`;
}

/**
 * A share of games as a percentage, with the digits that `tourne` prints (`show/numbers.rs`).
 * @param {number} share
 */
export function percentOfGames(share) {
  return percent(share, 2);
}

/**
 * A number with its sign.
 * @param {number} number
 * @param {number} decimals
 */
export function signed(number, decimals) {
  return (number >= 0 ? "+" : "") + decimal(number, decimals);
}

/**
 * Numbers of decimals: of a percentage, and of points.
 * @typedef {[number, number]} Digits
 */
/** The digits that `tourne` prints, for those who compare moves. @type {Digits} */
const EXACT = [4, 6];
/** The digits of reviews and of practice, where the reader compares turns. @type {Digits} */
export const REVIEWED = [2, 3];
/** The digits that matter at the table, and in small places. @type {Digits} */
export const SHORT = [1, 2];

/**
 * A value, as a percentage or in points.
 * @param {Rules} rules
 * @param {number} value
 * @param {Digits} digits
 */
export function showValue(rules, value, [ofPercent, ofPoints] = EXACT) {
  return rules.doubleWin ? signed(value, ofPoints) : percent(value, ofPercent);
}

/**
 * A difference of values with its sign.
 * @param {Rules} rules
 * @param {number} difference
 * @param {Digits} digits
 */
export function showDifference(rules, difference, [ofPercent, ofPoints] = EXACT) {
  return rules.doubleWin ? signed(difference, ofPoints) : `${signed(100 * difference, ofPercent)} %`;
}

/**
 * What a move gives away.
 * @param {Rules} rules
 * @param {number} loss
 * @param {Digits} digits
 */
export function showLoss(rules, loss, [ofPercent, ofPoints] = EXACT) {
  if (loss === 0) {
    return T.nothing;
  }
  const [scale, decimals, unit] = rules.doubleWin ? [1, ofPoints, ` ${T.points}`] : [100, ofPercent, " %"];
  const smallest = 10 ** -decimals;
  return scale * loss < smallest
    ? T.lessThan(`${decimal(smallest, decimals)}${unit}`)
    : `${decimal(scale * loss, decimals)}${unit}`;
}

/**
 * The share of a bar that a value fills, 0 to 1.
 * @param {Rules} rules
 * @param {number} value
 */
export function shareOf(rules, value) {
  const share = rules.doubleWin ? (value + 2) / 4 : value;
  return Math.min(Math.max(share, 0), 1);
}
