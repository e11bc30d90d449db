// Dice as pictures: the one that counts framed, the other dimmed and struck through.
"use strict";

/** Spots of each face, on a grid of three by three. */
const FACES = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/**
 * @param {number} face
 * @param {"counts" | "idle" | "plain"} state
 */
function drawDie(face, state) {
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
function drawThrow(dice) {
  const counts = dice.indexOf(dieOf(dice));
  const drawn = dice.map((face, at) => drawDie(face, at === counts ? "counts" : "idle"));
  return make("span", { class: "dice", role: "img", "aria-label": T.throws.label(dice) }, ...drawn);
}

/**
 * Buttons to say what real dice show. With two dice two are tapped, one after the other.
 * @param {number} count of dice
 * @param {(dice: number[]) => void} done
 */
function dicePicker(count, done) {
  /** @type {number[]} */
  const picked = [];
  const shown = make("span", { class: "picked-dice" });
  const buttons = DICE.map((die) =>
    button(
      drawDie(die, "plain"),
      () => {
        picked.push(die);
        shown.replaceChildren(...picked.map((face) => drawDie(face, "plain")));
        if (picked.length === count) {
          done([...picked]);
        }
      },
      { class: "face", "aria-label": String(die), "data-key": `face-${die}` },
    ),
  );
  return make("div", { class: "picker", role: "group", "aria-label": T.play.dice }, ...buttons, shown);
}
