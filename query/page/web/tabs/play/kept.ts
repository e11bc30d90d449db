// Games that go on after the page is loaded again, one for each rule set. They are kept in the entry of the browser's
// history and, if allowed, in the storage.

import type { Pact } from "../../records/friend-link.ts";
import type { Rules } from "../../rules/rules.ts";
import type { Phase } from "./playing.ts";
import { hasMatches, MATCH_LENGTHS, pointsOfGames } from "../../facts/match.ts";
import { isDate, seedOfDay } from "../../records/day.ts";
import { friendGameOf, keepFriendGame, laterGame, readFriendLink, writeFriendLink } from "../../records/friend-link.ts";
import { readReviewLink, writeReviewLink } from "../../records/game-link.ts";
import { remember, remembered } from "../../records/memory.ts";
import { Thrower } from "../../rules/dice.ts";
import { Game } from "../../rules/game.ts";
import { PERFECT } from "../../rules/levels.ts";
import { dieOf, NotationError, readPosition, readThrow, writePosition, writeThrow } from "../../rules/notation.ts";
import { playsOf } from "../../rules/rules.ts";
import { clearChoice, diceNow, gameJudge, nameSeats, playing, settings, toAct } from "./playing.ts";
import { sayOnly } from "./telling.ts";
import { app } from "../../view/app.ts";
import { addressOf, setAddress } from "../../view/shell.ts";

/** A game as it is kept: each turn with its dice and its move. */
export interface KeptGame {
  rules: string;
  first: number;
  start: string;
  turns: [string, string][];
  /** Dice that were thrown and not yet played. */
  dice: string;
  phase: Phase["at"];
  level: number;
  /** The person's seat, 0 where it is missing. */
  own?: number;
  /** The match, with its earlier games as an address. */
  match?: { length: number; link: string } | null;
  isReal: boolean;
  seed: number;
  begun?: number;
  resignedBy: number;
  /** With touch-move, the move of the man that was touched in this turn; empty if none was. */
  touch?: string;
  /** The date of a game of the day. */
  day?: string;
}

export function gameKey({ name }: Rules) {
  return name === "standard" ? "game" : `game-${name}`;
}

/** The current game in the form in which it is kept. */
export function gameToKeep(): KeptGame | null {
  const { game, match, phase, seed, begun, day, friend } = playing;
  const { level, own, isReal, isTouchMove } = settings;
  // A game with a friend is kept as its link.
  return friend ? null : game && {
    rules: game.rules.name,
    first: game.first,
    start: writePosition(game.start),
    turns: game.turns.map((turn) => [writeThrow(turn.dice), turn.play.move]),
    dice: writeThrow(diceNow()),
    // The judged move has been made, so the next step is the opponent's throw.
    phase: phase.at === "judged" ? "roll" : phase.at,
    level,
    own,
    match: match && { length: match.length, link: writeReviewLink(match.games) },
    isReal,
    seed,
    begun,
    resignedBy: game.resigned?.seat ?? -1,
    ...(isTouchMove ? { touch: phase.at === "act" ? phase.touched : "" } : {}),
    ...(day === "" ? {} : { day }),
  };
}

/** The game in the storage as this window last wrote or read it. */
let keptHere = "null";

/**
 * Keeps the current game. If there is none, removes the game that was kept. A game that another window has kept meanwhile is not
 * removed, and can be brought back once it is replaced.
 */
export function keepGame() {
  if (playing.friend) {
    keepFriend(playing.friend);
    return;
  }
  const kept = gameToKeep();
  const key = gameKey(app.rules);
  const there = remembered(key, "null");
  const isOthers = there !== keptHere && gameUnder(key) !== null;
  if (kept && isOthers) {
    remember(`${key}-before`, there);
  }
  if (kept || !isOthers) {
    keptHere = JSON.stringify(kept);
    remember(key, keptHere);
  }
  if (app.mode === "play") {
    setAddress(app.typed || addressOf({ mode: "play" }), false, { game: kept });
  }
}

/** Keeps the game with a friend, and writes its link into the address. If another window knows later turns, opens those. */
export function keepFriend(pact: Pact, isSent: boolean = playing.game !== null) {
  const { game, begun, phase } = playing;
  const known = friendGameOf(pact.seal);
  const there = known && readFriendLink(app.rules, known.link).game;
  if (known && there && (!game || laterGame(there, game, known.seat)[0] === there)) {
    location.hash = `#friend=${known.link}`;
    return;
  }
  const link = friendLink(pact);
  keepFriendGame({
    seat: settings.own,
    secret: pact.secret,
    link,
    turns: game?.turns.length ?? 0,
    begun,
    isSent: isSent || known?.isSent === true,
    isOver: phase.at === "over",
  });
  if (app.mode === "play") {
    setAddress(app.typed || `#friend=${link}`, false);
  }
}

/** The link of the game with a friend, as it stands. */
export function friendLink(pact: Pact) {
  return writeFriendLink(app.rules, pact, playing.game);
}

/** The game of the present rule set that is kept; a game with a friend takes no other's place. */
export function gameKept() {
  return gameUnder(gameKey(app.rules));
}

/** The game of the present rule set that was replaced last. */
export function gameBefore() {
  return gameUnder(`${gameKey(app.rules)}-before`);
}

/** The game of the present rule set that is remembered under this name, if it has begun. */
function gameUnder(key: string): KeptGame | null {
  try {
    const kept = JSON.parse(remembered(key, "null")) as KeptGame | null;
    return kept?.rules === app.rules.name && kept.turns.length > 0 ? kept : null;
  } catch {
    // Changed by hand.
    return null;
  }
}

/** The game of the chosen rule set in the entry of the browser's history. */
function gameNoted() {
  const state = history.state as { game?: KeptGame | null } | null;
  return state?.game?.rules === app.rules.name ? state.game : null;
}

/** Whether a game of the chosen rule set waits to be resumed. */
export function isGameKept() {
  return gameNoted() !== null || remembered(gameKey(app.rules), "null") !== "null";
}

/** Resumes the game that was kept for the chosen rule set. */
export function takeUpGame() {
  const noted = gameNoted();
  playing.day = "";
  playing.friend = null;
  try {
    keptHere = noted ? JSON.stringify(noted) : remembered(gameKey(app.rules), "null");
    const kept = noted ?? (JSON.parse(keptHere) as KeptGame | null);
    if (kept?.rules === app.rules.name) {
      takeUp(kept);
    }
  } catch {
    // The game was kept by another version of the page, or changed by hand: ignore it, so that a new game can begin.
    playing.game = null;
  }
}

/** The match of a kept game, read like a link, which checks every turn of its games. */
function matchOf({ match }: KeptGame) {
  if (!match || !MATCH_LENGTHS.includes(match.length) || !hasMatches(app.rules)) {
    return null;
  }
  const link = match.link.slice("#review:".length);
  const { games, faults } = link === "" ? { games: [], faults: [] } : readReviewLink(link);
  const isOver = pointsOfGames(games).some((points) => points >= match.length);
  if (isOver || faults.length > 0 || games.some((game) => game.rules !== app.rules)) {
    throw new NotationError("setup", "");
  }
  return { length: match.length, games };
}

/** Whether a kept game is the one of its day. */
function isDayKept({ day, rules, start, seed, level, own, isReal }: KeptGame) {
  const isAsThere = start === "000/000" && level > 0 && own === 0 && isReal === false && rules === "standard";
  return typeof day === "string" && isDate(day) && seed === seedOfDay(day) && isAsThere;
}

/** Resumes a kept game by playing its turns again, which checks each of them. */
export function takeUp(kept: KeptGame) {
  const { rules } = app;
  const game = new Game(rules, kept.first === 1 ? 1 : 0, readPosition(rules, kept.start));
  for (const [dice, move] of kept.turns) {
    const thrown = readThrow(rules, dice);
    const play = playsOf(rules, game.position, dieOf(thrown)).find((it) => it.move === move);
    if (!play) {
      throw new NotationError("move", move);
    }
    game.add(thrown, play);
  }
  const isNumber = [kept.level, kept.seed, kept.resignedBy].every(Number.isInteger);
  if (!isNumber || kept.level < 0 || kept.level > PERFECT || !["opening", "begin", "roll", "act", "over"].includes(kept.phase)) {
    throw new NotationError("setup", "");
  }
  const dice = kept.dice === "" ? [] : readThrow(rules, kept.dice);
  if (kept.resignedBy === 0 || kept.resignedBy === 1) {
    game.resign(kept.resignedBy, dice);
  }
  settings.level = kept.level;
  settings.own = kept.own === 1 ? 1 : 0;
  settings.isReal = kept.isReal === true;
  settings.isTouchMove = typeof kept.touch === "string";
  playing.seed = kept.seed;
  playing.begun = Number.isInteger(kept.begun) ? Number(kept.begun) : Date.now();
  playing.thrower = new Thrower(kept.seed);
  playing.friend = null;
  playing.day = isDayKept(kept) ? (kept.day ?? "") : "";
  playing.match = matchOf(kept);
  playing.judge = gameJudge;
  playing.phase = phaseOf(kept, dice);
  playing.typed = [];
  sayOnly();
  clearChoice();
  nameSeats(game);
  playing.game = game;
}

/** The step of a kept game. */
function phaseOf({ phase, touch }: KeptGame, dice: number[]): Phase {
  if (phase === "act" && dice.length > 0) {
    return { ...toAct(dice), touched: touch ?? "" };
  }
  return phase === "over" ? { at: phase, dice } : phase === "begin" ? { at: phase } : { at: phase === "opening" ? phase : "roll" };
}
