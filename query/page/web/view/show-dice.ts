// Dice as pictures: the die that is played is framed, the other is dimmed and struck through.

import { dieOf } from "../rules/notation.ts";
import { T } from "../texts/language.ts";
import { draw, make } from "./elements.ts";

/** Spots of each face, on a grid of three by three. */
const FACES = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

export function drawDie(face: number, state: "counts" | "idle" | "plain") {
  const svg = draw("svg", { viewBox: "0 0 48 48", class: `die ${state}`, "aria-hidden": "true" });
  svg.append(draw("rect", { class: "body", x: 3, y: 3, width: 42, height: 42, rx: 9 }));
  for (const spot of FACES[face]) {
    svg.append(draw("circle", { class: "spot", cx: 12 + 12 * (spot % 3), cy: 12 + 12 * Math.floor(spot / 3), r: 4.6 }));
  }
  if (state === "idle") {
    svg.append(draw("path", { class: "strike", d: "M8 40L40 8" }));
  }
  return svg;
}

/** A throw: of a doublet the first die counts. */
export function drawThrow(dice: number[]) {
  const counts = dice.indexOf(dieOf(dice));
  const drawn = dice.map((face, at) => drawDie(face, at === counts ? "counts" : "idle"));
  return make("span", { class: "dice", role: "img", "aria-label": T.throws.label(dice) }, ...drawn);
}
