// The Tourne-case of the day: a game whose throws are the same for everyone, what is shared at its end, and the days on which
// it was finished.

/** @import { Game } from "../../rules/game.js" */
import { reviewOf } from "../../facts/review.js";
import { remember, remembered } from "../../records/memory.js";
import { PERFECT } from "../../rules/levels.js";
import { constants } from "../../rules/library.js";
import { copyText } from "../analyse/analyse-panels.js";
import { offerGame } from "./kept-game.js";
import { beginGame, playing } from "./play.js";
import { leastMarked } from "../review/review-panels.js";
import { percent, signed } from "../../texts/numbers.js";
import { addressOf, app, offerUndo, setAddress, T } from "../../view/app.js";
import { button, byId, choice, formButton, make } from "../../view/elements.js";

/** Maximum number of days that are remembered. */
const MOST_DAYS = 400;
/** Maximum number of signs in a row of the text to share. */
const SIGNS_IN_ROW = 20;
/** The signs of a choice: best, not best but not marked, doubtful, bad. They are a green, yellow, orange and red square. */
const SIGNS = ["\u{1f7e9}", "\u{1f7e8}", "\u{1f7e7}", "\u{1f7e5}"];
/** Milliseconds of a day. */
const DAY = 86_400_000;
/** The level that is offered to those who last played against another person. */
const USUAL_LEVEL = 4;

/**
 * A game of the day that was finished. `loss` is what the person gave away, as a probability of winning; `isOnTime` says that it
 * was finished on its day.
 * @typedef {{date: string, level: number, isWon: boolean, loss: number, isOnTime: boolean}} DayPlayed
 */

/**
 * The date in UTC, such as 2026-11-25.
 * @param {number} time
 */
export function dateOf(time) {
  return new Date(time).toISOString().slice(0, 10);
}

/** @param {string} text */
export function isDate(text) {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00Z`) : NaN;
  return !Number.isNaN(time) && dateOf(time) === text;
}

/**
 * The seed of a day: its date as a number, such as 20261125.
 * @param {string} date
 */
export function seedOfDay(date) {
  return Number(date.replaceAll("-", ""));
}

/** @param {string} date */
function addressOfDay(date) {
  return `#daily=${date}`;
}

/** Whether the game on the board is one of the day that is not over: nothing may help the person. */
export function isDayGoingOn() {
  return playing.day !== "" && playing.game !== null && playing.phase !== "over";
}

/**
 * Offers the game of a day, unless it is on the board already. The game that was on the board stays where it is kept until
 * another begins.
 * @param {string} date
 */
export function openDay(date) {
  if (playing.game === null || playing.day !== date) {
    window.clearTimeout(playing.timer);
    offerGame();
    playing.game = null;
    playing.match = null;
    playing.day = date;
  }
  setAddress(addressOfDay(date), false);
}

/** Begins the game of the day that is offered. The person has the light men, and so the first die of the draw. */
function beginDay() {
  playing.level = playing.level || USUAL_LEVEL;
  playing.own = 0;
  playing.isReal = false;
  playing.seed = seedOfDay(playing.day);
  beginGame(null, 0);
  byId("board").scrollIntoView({ block: "nearest" });
}

/**
 * The days that are remembered, the latest first; what cannot be read is left out.
 * @returns {DayPlayed[]}
 */
function daysPlayed() {
  try {
    const kept = JSON.parse(remembered("days", "[]"));
    const days = Array.isArray(kept) ? kept.filter(isDayPlayed) : [];
    return days.sort((one, other) => (one.date < other.date ? 1 : -1)).slice(0, MOST_DAYS);
  } catch {
    // Changed by hand.
    return [];
  }
}

/** @param {any} it */
function isDayPlayed(it) {
  const isLevel = Number.isInteger(it?.level) && it.level >= 1 && it.level <= PERFECT;
  return isLevel && typeof it.date === "string" && isDate(it.date) && Number.isFinite(it.loss) && it.loss >= 0;
}

/** Notes that the game of the day is finished. Only the first game of a day counts. */
export function noteDay() {
  const { game, day, level, own } = playing;
  // Read at once before writing, so that the days of another window are kept.
  const days = daysPlayed();
  if (!game || days.some(({ date }) => date === day)) {
    return;
  }
  const loss = reviewOf(app.solution, game).seats[own].errors;
  days.push({ date: day, level, isWon: isDayWon(game), loss, isOnTime: dateOf(Date.now()) === day });
  days.sort((one, other) => (one.date < other.date ? 1 : -1));
  remember("days", JSON.stringify(days.slice(0, MOST_DAYS)));
}

/** @param {Game} game */
function isDayWon(game) {
  return game.resigned ? game.resigned.seat !== playing.own : game.winner === playing.own;
}

/** Number of days in a row, up to today or yesterday, on each of which the game of that day was finished. */
function daysInRow() {
  const dates = new Set(daysPlayed().flatMap(({ date, isOnTime }) => (isOnTime ? [date] : [])));
  const now = Date.now();
  let count = 0;
  for (let time = dates.has(dateOf(now)) ? now : now - DAY; dates.has(dateOf(time)); time -= DAY) {
    count += 1;
  }
  return count;
}

/**
 * The grade of each choice of the person: its place in `SIGNS`.
 * @param {Game} game
 */
function gradesOf(game) {
  const choices = reviewOf(app.solution, game).turns.filter(({ turn, moves }) => turn.seat === playing.own && moves.length > 1);
  return choices.map(({ loss, mark }) => (mark === "?" ? 3 : mark === "?!" ? 2 : loss > 0 ? 1 : 0));
}

/**
 * The grades as rows of signs.
 * @param {number[]} grades
 */
function rowsOfSigns(grades) {
  const rows = [];
  for (let at = 0; at < grades.length; at += SIGNS_IN_ROW) {
    rows.push(grades.slice(at, at + SIGNS_IN_ROW).map((grade) => SIGNS[grade]).join(""));
  }
  return rows;
}

/**
 * The grades in words, those that are the same in a row together.
 * @param {number[]} grades
 */
function gradesInWords(grades) {
  /** @type {[number, number][]} */
  const runs = [];
  for (const grade of grades) {
    const last = runs[runs.length - 1];
    if (last?.[0] === grade) {
      last[1] += 1;
    } else {
      runs.push([grade, 1]);
    }
  }
  return T.daily.inWords(grades.length, runs.map(([grade, count]) => `${count} ${T.daily.grades[grade]}`).join(", "));
}

/**
 * The first lines of the text to share: the result, and luck and loss with the digits that `tourne play --daily` prints.
 * @param {Game} game
 */
function headOfDay(game) {
  const { day, level, own } = playing;
  const { seats } = reviewOf(app.solution, game);
  const luck = `${signed(100 * (seats[own].luck - seats[1 - own].luck), 1)} %`;
  return [T.daily.result(day, level, isDayWon(game), game.turns.length), T.daily.worth(luck, percent(seats[own].errors, 2))];
}

/** The text to share, with the link to the game of the day as its last line. @param {Game} game */
function textOfDay(game) {
  const link = location.href.split("#")[0] + addressOfDay(playing.day);
  return [...headOfDay(game), ...rowsOfSigns(gradesOf(game)), link].join("\n");
}

/** What stands at the end of the game of the day: the text to share, its signs explained, and the days so far. @param {Game} game */
export function endOfDay(game) {
  const grades = gradesOf(game);
  const [doubtful, bad] = leastMarked(game.rules);
  const text = textOfDay(game);
  const signs = rowsOfSigns(grades).map((row) => make("span", {}, row));
  const share = () => void navigator.share({ text }).catch(() => {});
  return make(
    "section",
    { class: "day" },
    ...headOfDay(game).map((line) => make("p", {}, line)),
    signs.length > 0 && make("p", { class: "signs", role: "img", "aria-label": gradesInWords(grades) }, ...signs),
    make(
      "div",
      { class: "tools" },
      button(T.daily.copy, () => copyText(text, T.daily.copied, T.daily.copyThis), { class: "primary", "data-key": "copy-day" }),
      typeof navigator.share === "function" && button(T.daily.share, share, { "data-key": "share-day" }),
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
  const level = playing.level || USUAL_LEVEL;
  return [
    make(
      "form",
      { class: "begin" },
      make("h2", {}, T.daily.title(longDate(day))),
      make("p", {}, T.daily.intro),
      choice(
        T.play.opponent,
        constants().tolerances.map((_, at) => [String(at + 1), T.play.level(at + 1)]),
        String(level),
        (value) => {
          playing.level = Number(value);
          remember("level", value);
          app.show();
        },
        "opponent",
      ),
      make("p", { class: "small" }, T.daily.noHelp),
      played && make("p", { class: "small" }, T.daily.before(T.daily.played(day, played.level, played.isWon, percent(played.loss, 2)))),
      formButton(T.play.begin, beginDay, { class: "primary", "data-key": "begin" }),
      make("a", { href: addressOf({ mode: "play" }), class: "way", "data-key": "other-game" }, T.daily.other),
      ...daysSoFar(),
    ),
  ];
}

/**
 * A date in the words of the language.
 * @param {string} date
 */
function longDate(date) {
  const format = new Intl.DateTimeFormat(app.language, { dateStyle: "long", timeZone: "UTC" });
  return T.daily.date(format.format(Date.parse(`${date}T00:00Z`)));
}
