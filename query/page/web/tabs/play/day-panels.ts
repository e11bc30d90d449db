// The panels of the game of the day: before it, and at its end.

import type { Game } from "../../rules/game.ts";
import { remember, remembered } from "../../records/memory.ts";
import { constants } from "../../rules/constants.ts";
import {
  daysInRow, daysPlayed, gradesInWords, gradesOf, headOfDay, longDate, rowsOfSigns, SIGNS, textOfDay, USUAL_LEVEL,
} from "./day.ts";
import { playing, settings } from "./playing.ts";
import { T } from "../../texts/language.ts";
import { percent } from "../../texts/numbers.ts";
import { leastMarked } from "../../texts/words.ts";
import { app, offerUndo } from "../../view/app.ts";
import { button, choice, make } from "../../view/elements.ts";
import { copyText, shareButton } from "../../view/sharing.ts";
import { addressOf } from "../../view/shell.ts";

/** What stands at the end of the game of the day: the text to share, its signs explained, and the days so far. */
export function endOfDay(game: Game) {
  const grades = gradesOf(game);
  const [doubtful, bad] = leastMarked(game.rules);
  const text = textOfDay(game);
  const signs = rowsOfSigns(grades).map((row) => make("span", {}, row));
  return make(
    "section",
    { class: "day" },
    ...headOfDay(game).map((line) => make("p", {}, line)),
    signs.length > 0 && make("p", { class: "signs", role: "img", "aria-label": gradesInWords(grades) }, ...signs),
    make(
      "div",
      { class: "tools" },
      button(T.daily.copy, () => copyText(text, T.daily.copied, T.daily.copyThis), { class: "primary", "data-key": "copy-day" }),
      shareButton(() => ({ text }), "share-day"),
    ),
    make("p", { class: "small" }, T.daily.legend(SIGNS, doubtful, bad)),
    ...daysSoFar(),
  );
}

/** The days in a row, and all days that are remembered. */
function daysSoFar() {
  const days = daysPlayed();
  if (days.length === 0) {
    return [];
  }
  const lines = days.map(({ date, level, isWon, loss }) => make("li", {}, T.daily.played(date, level, isWon, percent(loss, 2))));
  return [
    make("p", { class: "streak" }, T.daily.streak(daysInRow())),
    make(
      "details",
      { class: "small" },
      make("summary", { "data-key": "days" }, T.daily.days(days.length)),
      make("ul", { class: "log", tabindex: 0, "aria-label": T.daily.days(days.length) }, ...lines),
      button(T.daily.forget, forgetDays, { "data-key": "forget-days" }),
    ),
  ];
}

/** Forgets all days; this can be undone. */
function forgetDays() {
  const before = remembered("days", "[]");
  remember("days", "[]");
  offerUndo(T.daily.forgotten, () => {
    remember("days", before);
    app.show();
  });
  app.show();
}

/** What stands before the game of the day: its date, the level, and what is different in it. */
export function dayForm() {
  const { day } = playing;
  const played = daysPlayed().find(({ date }) => date === day);
  const level = settings.level || USUAL_LEVEL;
  return [
    make(
      "form",
      { class: "begin", id: "begin-form" },
      make("h2", {}, T.daily.title(longDate(day))),
      make("p", {}, T.daily.intro),
      choice(
        T.play.opponent,
        constants().tolerances.map((_, at) => [String(at + 1), T.play.level(at + 1)]),
        String(level),
        (value) => {
          settings.level = Number(value);
          remember("level", value);
          app.show();
        },
        "opponent",
      ),
      make("p", { class: "small" }, T.daily.noHelp),
      played && make("p", { class: "small" }, T.daily.before(T.daily.played(day, played.level, played.isWon, percent(played.loss, 2)))),
      make("a", { href: addressOf({ mode: "play" }), class: "way", "data-key": "other-game" }, T.daily.other),
      ...daysSoFar(),
    ),
  ];
}
