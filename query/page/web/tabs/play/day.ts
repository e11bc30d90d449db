// The Tourne-case of the day: a game whose throws are the same for everyone, what is shared at its end, and the days on which
// it was finished.

import type { Game } from "../../rules/game.ts";
import { reviewOf } from "../../facts/review.ts";
import { addressOfDay, dateOf, isDate } from "../../records/day.ts";
import { remember, remembered } from "../../records/memory.ts";
import { PERFECT } from "../../rules/levels.ts";
import { playing, settings } from "./playing.ts";
import { T } from "../../texts/language.ts";
import { percent, signed } from "../../texts/numbers.ts";
import { app } from "../../view/app.ts";
import { wholeAddress } from "../../view/sharing.ts";

/** Maximum number of days that are remembered. */
const MOST_DAYS = 400;
/** Maximum number of signs in a row of the text to share. */
const SIGNS_IN_ROW = 20;
/** The signs of a choice: best, not best but not marked, doubtful, bad. They are a green, yellow, orange and red square. */
export const SIGNS = ["\u{1f7e9}", "\u{1f7e8}", "\u{1f7e7}", "\u{1f7e5}"];
/** Milliseconds of a day. */
const DAY = 86_400_000;
/** The level that is offered to those who last played against another person. */
export const USUAL_LEVEL = 4;

/**
 * A game of the day that was finished. `loss` is what the person gave away, as a probability of winning; `isOnTime` says that it
 * was finished on its day.
 */
type DayPlayed = { date: string; level: number; isWon: boolean; loss: number; isOnTime: boolean };

/** The days that are remembered, the latest first; what cannot be read is left out. */
export function daysPlayed(): DayPlayed[] {
  try {
    const kept = JSON.parse(remembered("days", "[]"));
    const days = Array.isArray(kept) ? kept.filter(isDayPlayed) : [];
    return days.sort((one, other) => (one.date < other.date ? 1 : -1)).slice(0, MOST_DAYS);
  } catch {
    // Changed by hand.
    return [];
  }
}

function isDayPlayed(it: any) {
  const isLevel = Number.isInteger(it?.level) && it.level >= 1 && it.level <= PERFECT;
  return isLevel && typeof it.date === "string" && isDate(it.date) && Number.isFinite(it.loss) && it.loss >= 0;
}

/** Notes that the game of the day is finished. Only the first game of a day counts: returns whether it is this one. */
export function noteDay() {
  const { game, day } = playing;
  const { level, own } = settings;
  // Read at once before writing, so that the days of another window are kept.
  const days = daysPlayed();
  if (!game || days.some(({ date }) => date === day)) {
    return false;
  }
  const loss = reviewOf(app.solution, game).seats[own].errors;
  days.push({ date: day, level, isWon: isDayWon(game), loss, isOnTime: dateOf(Date.now()) === day });
  days.sort((one, other) => (one.date < other.date ? 1 : -1));
  remember("days", JSON.stringify(days.slice(0, MOST_DAYS)));
  return true;
}

function isDayWon(game: Game) {
  return game.resigned ? game.resigned.seat !== settings.own : game.winner === settings.own;
}

/** Number of days in a row, up to today or yesterday, on each of which the game of that day was finished. */
export function daysInRow() {
  const dates = new Set(daysPlayed().flatMap(({ date, isOnTime }) => (isOnTime ? [date] : [])));
  const now = Date.now();
  let count = 0;
  for (let time = dates.has(dateOf(now)) ? now : now - DAY; dates.has(dateOf(time)); time -= DAY) {
    count += 1;
  }
  return count;
}

/** The grade of each choice of the person: its place in `SIGNS`. */
export function gradesOf(game: Game) {
  const choices = reviewOf(app.solution, game).turns.filter(({ turn, moves }) => turn.seat === settings.own && moves.length > 1);
  return choices.map(({ loss, mark }) => (mark === "?" ? 3 : mark === "?!" ? 2 : loss > 0 ? 1 : 0));
}

/** The grades as rows of signs. */
export function rowsOfSigns(grades: number[]) {
  const rows = [];
  for (let at = 0; at < grades.length; at += SIGNS_IN_ROW) {
    rows.push(grades.slice(at, at + SIGNS_IN_ROW).map((grade) => SIGNS[grade]).join(""));
  }
  return rows;
}

/** The grades in words, those that are the same in a row together. */
export function gradesInWords(grades: number[]) {
  const runs: [number, number][] = [];
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

/** The first lines of the text to share: the result, and luck and loss with the digits that `tourne play --daily` prints. */
export function headOfDay(game: Game) {
  const { day } = playing;
  const { level, own } = settings;
  const { seats } = reviewOf(app.solution, game);
  const luck = `${signed(100 * (seats[own].luck - seats[1 - own].luck), 1)} %`;
  return [T.daily.result(day, level, isDayWon(game), game.turns.length), T.daily.worth(luck, percent(seats[own].errors, 2))];
}

/** The text to share, with the link to the game of the day as its last line. */
export function textOfDay(game: Game) {
  const link = wholeAddress(addressOfDay(playing.day));
  return [...headOfDay(game), ...rowsOfSigns(gradesOf(game)), link].join("\n");
}

/** A date in the words of the language. */
export function longDate(date: string) {
  const format = new Intl.DateTimeFormat(app.language, { dateStyle: "long", timeZone: "UTC" });
  return T.daily.date(format.format(Date.parse(`${date}T00:00Z`)));
}
