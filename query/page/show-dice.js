// Dice as pictures: the die that is played is framed, the other is dimmed and struck through.
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
 * Buttons for the numbers that real dice show. What was tapped or typed stands beside the question, and can be taken back.
 * @param {string} question
 * @param {string[]} owners of the dice, if each die has one
 */
function dicePicker(question, owners) {
  const buttons = DICE.map((die) =>
    button(drawDie(die, "plain"), () => typeDie(die), { class: "face", "aria-label": String(die), "data-key": `face-${die}` }),
  );
  return make(
    "div",
    { class: "picker", role: "group", "aria-label": T.play.dice },
    make("p", { class: "typed" }, question, typedDice(owners)),
    make("div", { class: "faces" }, ...buttons),
  );
}

/**
 * The dice that were typed for throws to come; pressed, the last is taken back.
 * @param {string[]} owners of the first dice, whose places are shown before they are typed
 */
function typedDice(owners = []) {
  const { typed } = playing;
  const places = Array.from({ length: Math.max(owners.length, typed.length) }, (_, at) => {
    const die = drawDie(typed[at] ?? 0, "plain");
    const label = T.play.notThrown(typed[typed.length - 1]);
    const shown = at < typed.length ? button(die, takeBackDie, { class: "face", "aria-label": label, "data-key": `typed-${at}` }) : die;
    return at < owners.length ? make("span", { class: "owner" }, owners[at], " ", shown) : shown;
  });
  return make("span", { class: "picked-dice" }, ...places);
}
