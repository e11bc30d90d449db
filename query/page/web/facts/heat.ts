// The heat map: for one man, the value of each place where it could stand while all other men stay.

import type { Man } from "../rules/rules.ts";
import type { Solution } from "../rules/solution.ts";
import { HOME, OFF, OWING, placeOf, setupFaults, sorted } from "../rules/rules.ts";

export type Spot = { man: Man; place: number; value: number | null; isHere: boolean };

/**
 * For each place where a man could stand, the value to the man's side.
 * @param turn the side on roll
 * @param side of the man
 */
export function heatOf(solution: Solution, board: { light: Man[]; dark: Man[] }, turn: number, side: number, man: Man): Spot[] {
  const men = side === 0 ? board.light : board.dark;
  const at = men.indexOf(man);
  const off = man === OWING ? OWING : OFF;
  const places = [off, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, HOME];
  return places.map((place) => {
    const moved = sorted(men.map((it, index) => (index === at ? place : it)));
    const sides = side === 0 ? { light: moved, dark: board.dark } : { light: board.light, dark: moved };
    const position = turn === 0 ? { own: sides.light, other: sides.dark } : { own: sides.dark, other: sides.light };
    const isLegal = setupFaults(solution.rules, position).length === 0;
    const value = isLegal ? solution.value(position) : null;
    const own = value === null || turn === side ? value : solution.flip(value);
    return { man: place, place: placeOf(place), value: own, isHere: place === man };
  });
}
