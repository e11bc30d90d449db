// Numbers for people: values, losses, percentages. They are printed as `tourne` prints them.
"use strict";

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
function decimal(number, decimals) {
  return fixed(number, decimals).replace(".", T.decimalSign);
}

/**
 * A share as a percentage.
 * @param {number} share
 * @param {number} decimals
 */
function percent(share, decimals) {
  return `${decimal(100 * share, decimals)} %`;
}

/**
 * A share of games as a percentage, with the digits that `tourne` prints (`show/numbers.rs`).
 * @param {number} share
 */
function percentOfGames(share) {
  return percent(share, 2);
}

/**
 * A number with its sign.
 * @param {number} number
 * @param {number} decimals
 */
function signed(number, decimals) {
  return (number >= 0 ? "+" : "") + decimal(number, decimals);
}

/**
 * A value: a percentage with four decimals, or points with six.
 * @param {Rules} rules
 * @param {number} value
 */
function showValue(rules, value) {
  return rules.doubleWin ? signed(value, 6) : percent(value, 4);
}

/**
 * A value in short, for a bar or a small place.
 * @param {Rules} rules
 * @param {number} value
 */
function showShort(rules, value) {
  return rules.doubleWin ? signed(value, 2) : percent(value, 1);
}

/**
 * A difference of values with its sign.
 * @param {Rules} rules
 * @param {number} difference
 */
function showDifference(rules, difference) {
  return rules.doubleWin ? signed(difference, 6) : `${signed(100 * difference, 4)} %`;
}

/**
 * What a move gives away.
 * @param {Rules} rules
 * @param {number} loss
 */
function showLoss(rules, loss) {
  if (loss === 0) {
    return T.nothing;
  }
  const [scale, decimals, unit] = rules.doubleWin ? [1, 6, ` ${T.points}`] : [100, 4, " %"];
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
function shareOf(rules, value) {
  const share = rules.doubleWin ? (value + 2) / 4 : value;
  return Math.min(Math.max(share, 0), 1);
}
