// Stepping through the turns of a game: the buttons, the keys, and the table of all turns.

import type { Review } from "../facts/review.ts";
import type { Mode } from "../records/address.ts";
import type { ICONS } from "./icons.ts";
import { writeThrow } from "../rules/notation.ts";
import { T } from "../texts/language.ts";
import { REVIEWED, showDifference, showLoss, showValue } from "../texts/numbers.ts";
import { leastMarked, namesOf, valueOf } from "../texts/words.ts";
import { app } from "./app.ts";
import { button, isForElsewhere, make } from "./elements.ts";
import { tool } from "./icons.ts";

/** Maximum number of turns or mistakes that are listed at a time: a list of 100,000 would take the browser minutes. */
export const MOST_LISTED = 300;

/** Number of the turn that is shown, 0 for the start; and the number of turns. */
type Steps = { at: number; count: number };

/** Buttons for the first, previous, next and last turn. */
export function stepTools({ at, count }: Steps, show: (turn: number) => void) {
  const step = (icon: keyof typeof ICONS, label: string, sign: string, to: number): HTMLElement => {
    const isOut = to === at || to < 0 || to > count;
    // Do not disable the button: it would lose the keyboard focus.
    return tool(icon, "", () => !isOut && show(to), {
      "aria-label": label,
      title: label,
      "data-key": `step-${sign}`,
      "aria-disabled": isOut ? "true" : null,
    });
  };
  return [
    step("first", T.review.first, "«", 0),
    step("previous", T.review.previous, "‹", at - 1),
    step("following", T.review.following, "›", at + 1),
    step("last", T.review.last, "»", count),
  ];
}

/**
 * The keys ← and → step through the turns of a part of the page, Home and End go to the first and the last.
 * @param ask `null` while there are no turns
 */
export function stepByKeys(mode: Mode, ask: () => Steps | null, show: (turn: number) => void) {
  window.addEventListener("keydown", (event) => {
    const steps = app.mode === mode && !isForElsewhere(event) && !event.shiftKey ? ask() : null;
    if (!steps || steps.count === 0) {
      return;
    }
    const { at, count } = steps;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      if (to !== at && to >= 0 && to <= count) {
        show(to);
      }
    }
  });
}

/**
 * All turns, as a table.
 * @param shown number of the turn that is shown
 */
export function turnTable(review: Review, shown: number, show: (turn: number) => void) {
  const { rules } = review.game;
  const names = namesOf(review.game);
  const heads = [T.review.turn, T.review.dice, T.review.move, T.review.luck, T.review.errors, valueOf(rules, names[review.game.first])];
  const from = Math.max(0, Math.min(shown - MOST_LISTED / 2, review.turns.length - MOST_LISTED));
  const rows = review.turns.slice(from, from + MOST_LISTED).map((turn, index) => {
    const at = from + index;
    return make(
      "tr",
      { class: at + 1 === shown ? "here" : null },
      make(
        "th",
        { scope: "row" },
        button(`${at + 1} ${names[turn.turn.seat]}`, () => show(at + 1), {
          class: "link",
          title: T.review.goTo(at + 1),
          "data-key": `turn-${at + 1}`,
        }),
      ),
      make("td", {}, writeThrow(turn.turn.dice)),
      make("td", {}, signedMove(turn.played.move, turn.mark)),
      make("td", {}, showDifference(rules, turn.luck, REVIEWED)),
      make("td", {}, turn.loss > 0 ? showLoss(rules, turn.loss, REVIEWED) : ""),
      make("td", {}, showValue(rules, turn.chance, REVIEWED)),
    );
  });
  const { resigned } = review;
  if (resigned && from + MOST_LISTED >= review.turns.length) {
    rows.push(
      make(
        "tr",
        { "data-resigned": resigned.loss },
        make("th", { scope: "row" }, `${review.turns.length + 1} ${names[resigned.seat]}`),
        make("td", {}, writeThrow(resigned.dice)),
        make("td", {}, signedMove(T.review.resigns, resigned.mark)),
        make("td", {}, resigned.dice.length > 0 ? showDifference(rules, resigned.luck, REVIEWED) : ""),
        make("td", {}, showLoss(rules, resigned.loss, REVIEWED)),
        make("td", {}, showValue(rules, resigned.chance, REVIEWED)),
      ),
    );
  }
  const table = make(
    "table",
    { class: "turns" },
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...rows),
  );
  return [
    make("div", { class: "scroll", id: "all-turns", tabindex: 0, role: "region", "aria-label": T.review.turns }, table),
    make("p", { class: "small" }, T.review.signs(...leastMarked(rules))),
  ];
}

/** A move with its mark, if it has one. */
export function signedMove(move: string, mark: "" | "?!" | "?") {
  const shown = move === "pass" ? T.moves.passShort : move;
  return mark === "" ? shown : `${shown} ${mark}`;
}
