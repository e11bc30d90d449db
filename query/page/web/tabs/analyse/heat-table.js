// The heat map of a man on the board, and as a table.

/** @import { Spot } from "../../facts/heat.js" */
/** @import { Rules } from "../../rules/rules.js" */
/** @import { Scene } from "../../view/board.js" */
import { T } from "../../texts/language.js";
import { decimal, showValue, signed } from "../../texts/numbers.js";
import { make } from "../../view/elements.js";
import { bar } from "../../view/show-moves.js";

/**
 * The heat map as the board shows it.
 * @param {Rules} rules
 * @param {number} side
 * @param {Spot[]} spots
 * @returns {NonNullable<Scene["heat"]>}
 */
export function heatScene(rules, side, spots) {
  const values = spots.flatMap((spot) => (spot.value === null ? [] : [spot.value]));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return {
    side,
    spots: spots.map(({ place, value, isHere }) => ({
      place,
      isHere,
      text: value === null ? "–" : rules.doubleWin ? signed(value, 2) : decimal(100 * value, 1),
      share: value === null || most === least ? 0 : (value - least) / (most - least),
    })),
  };
}

/**
 * The heat map as a table, with all digits.
 * @param {Rules} rules
 * @param {string} caption
 * @param {Spot[]} spots
 */
export function heatTable(rules, caption, spots) {
  const cells = spots.map(({ man, value, isHere }) =>
    make(
      "tr",
      { class: isHere ? "here" : null },
      make("th", { scope: "row" }, T.placeShort(man)),
      make("td", {}, value === null ? T.analyse.impossible : showValue(rules, value)),
      make("td", { class: "graph" }, value !== null && bar(rules, value)),
    ),
  );
  return make("table", { class: "heat-table" }, make("caption", {}, caption), make("tbody", {}, ...cells));
}
