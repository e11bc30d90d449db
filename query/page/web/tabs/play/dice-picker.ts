// Real dice, as they are tapped or typed.

import { DICE } from "../../rules/rules.ts";
import { playing } from "./playing.ts";
import { takeBackDie, typeDie } from "./steps.ts";
import { T } from "../../texts/language.ts";
import { button, make } from "../../view/elements.ts";
import { drawDie } from "../../view/show-dice.ts";

/**
 * Buttons for the numbers that real dice show. What was tapped or typed stands beside the question, and can be taken back.
 * @param owners of the dice, if each die has one
 */
export function dicePicker(question: string, owners: string[]) {
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
 * @param owners of the first dice, whose places are shown before they are typed
 */
export function typedDice(owners: string[] = []) {
  const { typed } = playing;
  const places = Array.from({ length: Math.max(owners.length, typed.length) }, (_, at) => {
    const die = drawDie(typed[at] ?? 0, "plain");
    const label = T.play.notThrown(typed[typed.length - 1]);
    const shown = at < typed.length ? button(die, takeBackDie, { class: "face", "aria-label": label, "data-key": `typed-${at}` }) : die;
    return at < owners.length ? make("span", { class: "owner" }, owners[at], " ", shown) : shown;
  });
  return make("span", { class: "picked-dice" }, ...places);
}
