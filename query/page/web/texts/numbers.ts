// Numbers for people: values, losses, percentages. They have the digits that `tourne` prints, or fewer.

import type { Rules } from "../rules/rules.ts";
import { T } from "./language.ts";

/** A number with a fixed number of decimals. A number half-way between two is rounded to the even digit, as in Rust. */
function fixed(number: number, decimals: number) {
  const text = number.toFixed(decimals);
  const exact = Math.abs(number).toFixed(Math.min(decimals + 60, 100));
  const cut = exact.length - (Math.min(decimals + 60, 100) - decimals);
  if (/^50*$/.test(exact.slice(cut)) && Number(exact[cut - 1] === "." ? exact[cut - 2] : exact[cut - 1]) % 2 === 0) {
    return (number < 0 ? "-" : "") + exact.slice(0, cut).replace(/\.$/, "");
  }
  return text;
}

/** A number with the decimal sign of the language. */
export function decimal(number: number, decimals: number) {
  return fixed(number, decimals).replace(".", T.decimalSign);
}

/** A share as a percentage. */
export function percent(share: number, decimals: number) {
  return `${decimal(100 * share, decimals)} %`;
}

/** A share of games as a percentage, with the digits that `tourne` prints (`show/numbers.rs`). */
export function percentOfGames(share: number) {
  return percent(share, 2);
}

/** A number with its sign. */
export function signed(number: number, decimals: number) {
  return (number >= 0 ? "+" : "") + decimal(number, decimals);
}

/** Numbers of decimals: of a percentage, and of points. */
export type Digits = [number, number];
/** The digits that `tourne` prints, for those who compare moves. */
const EXACT: Digits = [4, 6];
/** The digits of reviews and of practice, where the reader compares turns. */
export const REVIEWED: Digits = [2, 3];
/** The digits that matter at the table, and in small places. */
export const SHORT: Digits = [1, 2];

/** A value, as a percentage or in points. */
export function showValue(rules: Rules, value: number, [ofPercent, ofPoints]: Digits = EXACT) {
  return rules.doubleWin ? signed(value, ofPoints) : percent(value, ofPercent);
}

/** A difference of values with its sign. */
export function showDifference(rules: Rules, difference: number, [ofPercent, ofPoints]: Digits = EXACT) {
  return rules.doubleWin ? signed(difference, ofPoints) : `${signed(100 * difference, ofPercent)} %`;
}

/** What a move gives away. */
export function showLoss(rules: Rules, loss: number, [ofPercent, ofPoints]: Digits = EXACT) {
  if (loss === 0) {
    return T.nothing;
  }
  const [scale, decimals, unit] = rules.doubleWin ? [1, ofPoints, ` ${T.points}`] : [100, ofPercent, " %"];
  const smallest = 10 ** -decimals;
  return scale * loss < smallest
    ? T.lessThan(`${decimal(smallest, decimals)}${unit}`)
    : `${decimal(scale * loss, decimals)}${unit}`;
}

/** The share of a bar that a value fills, 0 to 1. */
export function shareOf(rules: Rules, value: number) {
  const share = rules.doubleWin ? (value + 2) / 4 : value;
  return Math.min(Math.max(share, 0), 1);
}
