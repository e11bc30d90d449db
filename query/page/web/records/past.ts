// Past games: the last hundred finished games that were played in this browser, or imported. Nothing is sent anywhere.

import type { Game } from "../rules/game.ts";
import type { Evidence } from "../rules/strength.ts";
import { reviewOf } from "../facts/review.ts";
import { isDate, localDateOf } from "./day.ts";
import { writeReviewLink } from "./game-link.ts";
import { remember, remembered } from "./memory.ts";
import { rulesInside, solutionOf } from "../rules/library.ts";
import { rulesNamed } from "../rules/rules.ts";
import { isEvidence } from "../rules/strength.ts";
import { LANGUAGES } from "../texts/language.ts";

/** Maximum number of games that are kept. */
const MOST_PAST = 100;
/** Maximum length of the link of a game that is kept, in characters, so that the storage has room for all. */
const LONGEST_PAST = 4000;

/**
 * A finished game. `time` is when it began, in milliseconds, 0 if unknown; `own` the seat of the person, 2 if two people or
 * others played; `points` are what that person won, or the light side. The person's `rating` and `loss` are those of the review;
 * null without a choice, for two people, and by rules that are not inside the page. An earlier version kept no `evidence`.
 */
export interface PastGame {
  time: number;
  own: number;
  rules: string;
  names: string[];
  points: number;
  rating: number | null;
  loss: number | null;
  evidence?: Evidence | null;
  link: string;
}

/** What was read last. */
let lastRead: { text: string; games: PastGame[] } = { text: "[]", games: [] };

/** The games that are kept, the latest first; what cannot be read is left out. The same list until another is kept. */
export function pastGames() {
  const text = remembered("past", "[]");
  if (text !== lastRead.text) {
    lastRead = { text, games: [] };
    try {
      const kept = JSON.parse(text);
      lastRead.games = Array.isArray(kept) ? kept.filter(isPastGame).slice(0, MOST_PAST) : [];
    } catch {
      // Changed by hand.
    }
  }
  return lastRead.games;
}

function isPastGame(it: any) {
  const isText = typeof it?.link === "string" && it.link.length <= LONGEST_PAST && rulesNamed(it.rules) !== null;
  const isNamed = Array.isArray(it?.names) && it.names.length === 2 && it.names.every((name: any) => typeof name === "string");
  const isNumber = (number: any) => number === null || (Number.isFinite(number) && number >= 0);
  const isPlayed = [0, 1, 2].includes(it?.own) && [-2, -1, 1, 2].includes(it.points) && Math.abs(it.time) <= 8.64e15;
  const isJudged = isNumber(it?.rating) && isNumber(it?.loss) && (!it.evidence || isEvidence(it.evidence));
  return isText && isNamed && isPlayed && isJudged;
}

/** Keeps these games. Callers read the games that are kept at once before, so that those of another window are kept too. */
function keepPast(games: PastGame[]) {
  games.sort((one, other) => other.time - one.time);
  remember("past", JSON.stringify(games.slice(0, MOST_PAST)));
}

/** A finished game as it is kept; null if it is not finished, or too long. */
function pastGameOf(game: Game, own: number, time: number): PastGame | null {
  const { rules, names, resigned } = game;
  const link = writeReviewLink([game]);
  if (!(game.isOver || resigned) || link.length > LONGEST_PAST) {
    return null;
  }
  const [winner, points] = resigned ? [1 - resigned.seat, game.pointsOfResigning(resigned.seat)] : [game.winner, game.points];
  const sums = own < 2 && rulesInside().includes(rules.name) ? reviewOf(solutionOf(rules.name), game).seats[own] : null;
  return {
    time,
    own,
    rules: rules.name,
    names: [...names],
    points: winner === own % 2 ? points : -points,
    rating: sums?.rating ?? null,
    loss: sums?.errors ?? null,
    evidence: sums?.evidence ?? null,
    link,
  };
}

/**
 * What tells each of these games from any other: its turns. Who has which colour, and the names, depend on how it was imported.
 * Games that were given up before the first turn are told apart by their day, and counted.
 */
function keysOf(games: PastGame[]) {
  const counts: Map<string, number> = new Map();
  return games.map(({ link, time }) => {
    const turns = link.replace(/&(names|first|check)=[^&]*/g, "").replace(/[!-]/, "!");
    if (!turns.startsWith("#review:!")) {
      return turns;
    }
    const key = `${turns} ${time === 0 ? "" : localDateOf(time)}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return `${key} ${count}`;
  });
}

/** Keeps a game that was just finished, once: in place of what was kept of it before its end was taken back. */
export function notePast(game: Game, own: number, time: number) {
  const past = pastGameOf(game, own, time);
  const before = pastGames().filter((it) => it.time !== time);
  const keys = keysOf(past ? [...before, past] : []);
  if (past && !keys.slice(0, -1).includes(keys[before.length])) {
    keepPast([...before, past]);
  }
}

/**
 * Adds the finished games that are not there yet. Games that the page wrote say who is the person at the page, and the date.
 * @returns how many were added
 */
export function* importPast(games: Game[]): Generator<void, number> {
  const read = [];
  for (const game of games) {
    const own = game.names.findIndex((name) => Object.values(LANGUAGES).some(({ you }) => you === name));
    const date = game.headers.find(([name]) => name.toLowerCase() === "date")?.[1] ?? "";
    const past = pastGameOf(game, own < 0 ? 2 : own, isDate(date) ? Date.parse(`${date}T12:00Z`) : 0);
    read.push(...(past ? [past] : []));
    yield;
  }
  const before = pastGames();
  const known = new Set(keysOf(before));
  const keys = keysOf(read);
  const added = read.filter((_, at) => !known.has(keys[at]) && known.add(keys[at]));
  keepPast([...before, ...added]);
  const kept = new Set(keysOf(pastGames()));
  return keysOf(added).filter((key) => kept.has(key)).length;
}

export function forgetPast({ link, time }: PastGame) {
  keepPast(pastGames().filter((it) => it.link !== link || it.time !== time));
}

/** @param past that was forgotten */
export function bringBackPast(past: PastGame) {
  forgetPast(past);
  keepPast([...pastGames(), past]);
}
