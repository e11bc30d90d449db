// Games that go on after the page is loaded again, one for each rule set. They are kept in the entry of the browser's
// history and, if allowed, in the storage.

/** @import { Pact } from "../../records/friend-link.js" */
/** @import { Rules } from "../../rules/rules.js" */
/** @import { Phase } from "./playing.js" */
import { hasMatches, MATCH_LENGTHS, pointsOfGames } from "../../facts/match.js";
import { isDate, seedOfDay } from "../../records/day.js";
import { friendGameOf, keepFriendGame, laterGame, readFriendLink, writeFriendLink } from "../../records/friend-link.js";
import { readReviewLink, writeReviewLink } from "../../records/game-link.js";
import { remember, remembered } from "../../records/memory.js";
import { Thrower } from "../../rules/dice.js";
import { Game } from "../../rules/game.js";
import { PERFECT } from "../../rules/levels.js";
import { dieOf, NotationError, readPosition, readThrow, writePosition, writeThrow } from "../../rules/notation.js";
import { playsOf } from "../../rules/rules.js";
import { clearChoice, diceNow, gameJudge, nameSeats, playing, settings, toAct } from "./playing.js";
import { sayOnly } from "./telling.js";
import { app } from "../../view/app.js";
import { addressOf, setAddress } from "../../view/shell.js";

/**
 * A game as it is kept: each turn with its dice and its move.
 * @typedef {object} KeptGame
 * @property {string} rules
 * @property {number} first
 * @property {string} start
 * @property {[string, string][]} turns
 * @property {string} dice thrown and not yet played
 * @property {Phase["at"]} phase
 * @property {number} level
 * @property {number} [own] the person's seat, 0 where it is missing
 * @property {{length: number, link: string} | null} [match] the match, with its earlier games as an address
 * @property {boolean} isReal
 * @property {number} seed
 * @property {number} [begun]
 * @property {number} resignedBy
 * @property {string} [touch] with touch-move, the move of the man that was touched in this turn; empty if none was
 * @property {string} [day] the date of a game of the day
 */

/** @param {Rules} rules */
export function gameKey({ name }) {
  return name === "standard" ? "game" : `game-${name}`;
}

/**
 * The current game in the form in which it is kept.
 * @returns {KeptGame | null}
 */
export function gameToKeep() {
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

/**
 * Keeps the game with a friend, and writes its link into the address. If another window knows later turns, opens those.
 * @param {Pact} pact
 * @param {boolean} isSent
 */
export function keepFriend(pact, isSent = playing.game !== null) {
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

/**
 * The link of the game with a friend, as it stands.
 * @param {Pact} pact
 */
export function friendLink(pact) {
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

/**
 * The game of the present rule set that is remembered under this name, if it has begun.
 * @param {string} key
 * @returns {KeptGame | null}
 */
function gameUnder(key) {
  try {
    const kept = /** @type {KeptGame | null} */ (JSON.parse(remembered(key, "null")));
    return kept?.rules === app.rules.name && kept.turns.length > 0 ? kept : null;
  } catch {
    // Changed by hand.
    return null;
  }
}

/** The game of the chosen rule set in the entry of the browser's history. */
function gameNoted() {
  const state = /** @type {{game?: KeptGame | null} | null} */ (history.state);
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
    const kept = noted ?? /** @type {KeptGame | null} */ (JSON.parse(keptHere));
    if (kept?.rules === app.rules.name) {
      takeUp(kept);
    }
  } catch {
    // The game was kept by another version of the page, or changed by hand: ignore it, so that a new game can begin.
    playing.game = null;
  }
}

/**
 * The match of a kept game, read like a link, which checks every turn of its games.
 * @param {KeptGame} kept
 */
function matchOf({ match }) {
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

/**
 * Whether a kept game is the one of its day.
 * @param {KeptGame} kept
 */
function isDayKept({ day, rules, start, seed, level, own, isReal }) {
  const isAsThere = start === "000/000" && level > 0 && own === 0 && isReal === false && rules === "standard";
  return typeof day === "string" && isDate(day) && seed === seedOfDay(day) && isAsThere;
}

/**
 * Resumes a kept game by playing its turns again, which checks each of them.
 * @param {KeptGame} kept
 */
export function takeUp(kept) {
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

/**
 * The step of a kept game.
 * @param {KeptGame} kept
 * @param {number[]} dice
 * @returns {Phase}
 */
function phaseOf({ phase, touch }, dice) {
  if (phase === "act" && dice.length > 0) {
    return { ...toAct(dice), touched: touch ?? "" };
  }
  return phase === "over" ? { at: phase, dice } : phase === "begin" ? { at: phase } : { at: phase === "opening" ? phase : "roll" };
}
