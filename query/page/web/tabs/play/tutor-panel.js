// The question of the tutor.

import { playing } from "./playing.js";
import { proceed, takeBack } from "./steps.js";
import { reasonOf, verdictOf, worthsOf } from "./tutor.js";
import { T } from "../../texts/language.js";
import { button, make } from "../../view/elements.js";

/** The question of the tutor, while the game waits for its answer. */
export function tutorPanel() {
  const { judged } = playing;
  // The answers stand first: however long the reason is, they stay where they are.
  return [
    judged && make("h2", {}, verdictOf(judged)),
    make(
      "div",
      { class: "tools" },
      button(T.tutor.takeBack, takeBack, { class: "primary", "data-key": "take-back" }),
      button(T.tutor.playOn, playOn, { "data-key": "play-on" }),
    ),
    judged && make("p", {}, reasonOf(judged)),
    judged && make("p", { class: "small" }, worthsOf(judged)),
  ];
}

/** Goes on after a move that the tutor judged. */
function playOn() {
  playing.phase = "roll";
  proceed();
}
