// Where things lie on the drawn board: wide, in one strip of twelve points, or folded into two strips of six.

import { HOME } from "../rules/rules.ts";

export interface Geometry {
  folded: boolean;
  width: number;
  height: number;
  /** Thickness of the frame. */
  frame: number;
  /** Radius of a man. */
  radius: number;
  /** Height of a lane. */
  lane: number;
  /** Height of the strip of numbers between the lanes. */
  seam: number;
  /** Distance between men in the same place. */
  step: number;
  /** Edges of a place, and the top of its strip. */
  column: (place: number) => { left: number; right: number; top: number };
}

/** Width of the column of a point. */
const COLUMN = 60;

export const WIDE: Geometry = {
  folded: false,
  width: 860,
  height: 398,
  frame: 18,
  radius: 25,
  lane: 160,
  seam: 42,
  step: 50,
  column: (place) => {
    const left = 18 + (place === 0 ? 0 : 82 + COLUMN * (place - 1));
    return { left, right: place === 0 || place === HOME ? left + 82 : left + COLUMN, top: 18 };
  },
};

/** The board is folded, with low lanes, where it shares a small screen with a text. */
export const FOLDED: Geometry = {
  folded: true,
  width: 432,
  height: 346,
  frame: 6,
  radius: 24,
  lane: 66,
  seam: 26,
  step: 7,
  column: (place) => {
    const left = 6 + COLUMN * (place <= 6 ? place : place - 7);
    return { left, right: place === HOME ? 426 : left + COLUMN, top: place <= 6 ? 6 : 182 };
  },
};

/** The board is folded where a man would otherwise be too small for a finger. */
export const isNarrow = window.matchMedia("(max-width: 599.98px)");
/** On a phone that is held sideways, the board is folded too, and as high as the screen allows. */
export const isShallow = window.matchMedia("(min-width: 600px) and (max-height: 500px)");

/** The list stands beside the board. */
export const isBeside = window.matchMedia("(min-width: 900px) and (min-height: 500.02px)");

/** The geometry for the screen. */
export function geometryOf() {
  return isShallow.matches || isNarrow.matches ? FOLDED : WIDE;
}

/** Centre of a man: `side` is 0 for the light men at the bottom, `nth` counts the men in this place from the seam. */
export function spotOf(geometry: Geometry, side: number, place: number, nth: number) {
  const { folded, radius, lane, seam, step } = geometry;
  const { left, right, top } = geometry.column(place);
  // The home of a folded board is wide: there the men lie side by side.
  const isRow = folded && place === HOME;
  const x = isRow ? right - radius - 3 - (nth * (right - left - 2 * radius - 6)) / 2 : (left + right) / 2;
  const away = isRow ? lane / 2 : radius + 4 + nth * step;
  return { x, y: side === 0 ? top + lane + seam + away : top + lane - away };
}

/** The place nearest to a spot of the board, and whose lane it is in. */
export function placeAt(geometry: Geometry, x: number, y: number) {
  const strip = geometry.lane * 2 + geometry.seam;
  const isSecond = geometry.folded && y > geometry.column(0).top + strip + geometry.frame;
  const places = geometry.folded
    ? isSecond
      ? [7, 8, 9, 10, 11, 12]
      : [0, 1, 2, 3, 4, 5, 6]
    : Array.from({ length: 13 }, (_, at) => at);
  const { top } = geometry.column(places[0]);
  const distance = (place: number): number => {
    const { left, right } = geometry.column(place);
    return x < left ? left - x : x > right ? x - right : 0;
  };
  const place = places.reduce((best, it) => (distance(it) < distance(best) ? it : best));
  return { place, side: y > top + strip / 2 ? 0 : 1 };
}
