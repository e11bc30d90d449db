// The heat map of a man on the board, and as a table.

import type { Spot } from "../../facts/heat.ts";
import type { Rules } from "../../rules/rules.ts";
import type { Scene } from "../../view/board.ts";
import { T } from "../../texts/language.ts";
import { decimal, showValue, signed } from "../../texts/numbers.ts";
import { make } from "../../view/elements.ts";
import { bar } from "../../view/show-moves.ts";

/** The heat map as the board shows it. */
export function heatScene(rules: Rules, side: number, spots: Spot[]): NonNullable<Scene["heat"]> {
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

/** The heat map as a table, with all digits. */
export function heatTable(rules: Rules, caption: string, spots: Spot[]) {
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
