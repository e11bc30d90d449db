// Dice as pictures: the die that is played is framed, the other is dimmed and struck through.

import { dieOf } from "../rules/notation.js";
import { DICE } from "../rules/rules.js";
import { T } from "../texts/language.js";
import { button, draw, focusKey, isForElsewhere, make } from "./elements.js";

/** Spots of each face, on a grid of three by three. */
const FACES = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/**
 * @param {number} face
 * @param {"counts" | "idle" | "plain"} state
 */
export function drawDie(face, state) {
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

/**
 * A throw: of a doublet the first die counts.
 * @param {number[]} dice
 */
export function drawThrow(dice) {
  const counts = dice.indexOf(dieOf(dice));
  const drawn = dice.map((face, at) => drawDie(face, at === counts ? "counts" : "idle"));
  return make("span", { class: "dice", role: "img", "aria-label": T.throws.label(dice) }, ...drawn);
}

/**
 * Buttons for the numbers that real dice show. Two dice are tapped or typed one after the other; the first stands beside the
 * question, and can be taken back.
 * @param {string} question
 * @param {number} count of dice
 * @param {number[]} picked so far
 * @param {(dice: number[]) => void} done
 */
export function dicePicker(question, count, picked, done) {
  const shown = make("span", { class: "picked-dice" });
  const show = () =>
    shown.replaceChildren(
      ...picked.map((face) =>
        button(
          drawDie(face, "plain"),
          () => {
            picked.pop();
            show();
            focusKey(document.body, "face-1");
          },
          { class: "face", "aria-label": T.play.notThrown(face), "data-key": "face-back" },
        ),
      ),
    );
  const buttons = DICE.map((die) =>
    button(
      drawDie(die, "plain"),
      () => {
        picked.push(die);
        show();
        if (picked.length === count) {
          done(picked.splice(0));
        }
      },
      { class: "face", "aria-label": String(die), "data-key": `face-${die}` },
    ),
  );
  show();
  return make(
    "div",
    { class: "picker", role: "group", "aria-label": T.play.dice },
    make("p", { class: "typed" }, question, shown),
    make("div", { class: "faces" }, ...buttons),
  );
}

/** Types dice where they are asked for: the keys 1 to 6, and Backspace to take one back. */
window.addEventListener("keydown", (event) => {
  if (isForElsewhere(event)) {
    return;
  }
  const key = event.key === "Backspace" ? "back" : event.key;
  const face = /^([1-6]|back)$/.test(key) && document.querySelector(`.picker [data-key=face-${key}]`);
  if (face instanceof HTMLElement) {
    event.preventDefault();
    face.click();
  }
});
