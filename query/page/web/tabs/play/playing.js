// The game on the page: who plays, with which dice, and what can be chosen now.

/** @import { Judge } from "../../facts/match.js" */
/** @import { Thrower } from "../../rules/dice.js" */
/** @import { Game } from "../../rules/game.js" */
/** @import { Ranked } from "../../rules/solution.js" */
/** @import { Judgement } from "./tutor.js" */
import { PERFECT } from "../../rules/levels.js";
import { dieOf } from "../../rules/notation.js";
import { playsOf } from "../../rules/rules.js";
import { T } from "../../texts/language.js";
import { app } from "../../view/app.js";

/** Time between events that happen by themselves, in milliseconds, by the name of the pace. @type {Record<string, number>} */
export const PACES = { calm: 1500, brisk: 800, instant: 40 };
/** Time for which the only legal move of a person is shown before the page makes it, in multiples of the pace. */
export const ONLY_SHOWN = 2.2;
/** Time in milliseconds within which events are announced together. */
export const TOLD_TOGETHER = 120;

/** Judge of a single game. @type {Judge} */
export const gameJudge = {
  get rules() {
    return app.rules;
  },
  value: (position) => app.solution.value(position),
  ranked: (position, die) => app.solution.ranked(position, die),
  flip: (value) => app.solution.flip(value),
  inPoints: (difference) => app.solution.inPoints(difference),
};

export const playing = {
  /** Level of the computer; 0 for another person. */
  level: PERFECT,
  /** The seat of the person who plays against the computer. */
  own: 0,
  isReal: false,
  seed: 0,
  /** When the game began, in milliseconds. */
  begun: 0,
  showsChances: false,
  showsBar: true,
  /** Whether moves without a choice are made for a person; with the instant pace they always are. */
  isForcing: false,
  /** Whether the less usual settings of a new game are unfolded. */
  isMoreOpen: false,
  /** The seed as it is typed. */
  typedSeed: "",
  /**
   * The match that the game belongs to, with its earlier games; `null` for a single game.
   * @type {{length: number, games: Game[]} | null}
   */
  match: null,
  /** The date of the game of the day that is played, or offered while there is no game; empty for other games. */
  day: "",
  /** Number of points that win the next match; 1 is a single game. */
  length: 1,
  judge: gameJudge,
  /** Whether the tutor judges each choice. */
  isTutored: false,
  /** @type {Game | null} */
  game: null,
  /** @type {Thrower | null} */
  thrower: null,
  /**
   * The next step: real dice of the opening are typed, the dice show who begins, a throw, a move, the answer to the tutor, or
   * none when the game is over.
   * @type {"opening" | "begin" | "roll" | "act" | "judged" | "over"}
   */
  phase: "begin",
  /** @type {number[]} */
  dice: [],
  /** Real dice typed so far, while a throw is incomplete. @type {number[]} */
  typed: [],
  /** Sentences about the events since the last choice. @type {string[]} */
  said: [],
  /** Sentences that are still to be announced. @type {string[]} */
  untold: [],
  /** Number of sentences in `said` before those of the current turn. */
  saidBefore: 0,
  /** What the tutor says of the last choice. @type {Judgement | null} */
  judged: null,
  /** @type {Ranked | null} The move that is pointed at. */
  pointed: null,
  /** Whether a finger points at this move. */
  isTouched: false,
  /** Whether two people at this screen play touch-move: a man that is touched must be played. */
  isTouchMove: false,
  /** The move of the man that was touched in this turn; empty if none was. */
  touchedMove: "",
  /** Is told which man is touched, and returns whether it may be played. */
  touch: (/** @type {Ranked} */ _ranked) => true,
  /** The best move, after a hint. @type {string | null} */
  hinted: null,
  /** The seat that won because the opponent gave up; -1 if nobody gave up. */
  resignedBy: -1,
  /** Whether the throw is animated when the game is shown next. */
  isRolling: false,
  /** Whether the game waits until its values are computed. */
  isWorkingOut: false,
  isEnding: false,
  timer: 0,
  toldTimer: 0,
};

/**
 * The names of the sides, light first.
 * @param {string} machine name of the computer
 */
function namesOfSides(machine) {
  const names = playing.own === 0 ? [T.you, machine] : [machine, T.you];
  return playing.level === 0 ? [T.light, T.dark] : names;
}

export function playNames() {
  return namesOfSides(T.computer);
}

/** The names of the sides in the record: one word each. */
function recordNames() {
  return namesOfSides(T.play.levelName(playing.level));
}

/** @param {number} seat */
export function isMachine(seat) {
  return seat !== playing.own && playing.level > 0;
}

/** The seats whose play is reviewed: 0, 1, or 2 for both. */
export function ownSeats() {
  return playing.level > 0 ? playing.own : 2;
}

/**
 * Notes in a game who plays it, and with which dice.
 * @param {Game} game
 */
export function nameSeats(game) {
  game.names = recordNames();
  const { match, isReal, seed } = playing;
  game.headers = isReal ? [] : [["seed", String(seed)]];
  if (match) {
    game.headers.push(["match", `to ${match.length}`]);
  }
}

export function clearChoice() {
  playing.pointed = null;
  playing.isTouched = false;
  playing.hinted = null;
}

/** The legal moves of the present throw. */
export function playChoices() {
  const { game } = playing;
  return game && playing.phase === "act" ? playing.judge.ranked(game.position, dieOf(playing.dice), game.seat) : [];
}

/** Whether a person is to choose between moves now. */
export function isChoosing() {
  return playing.phase === "act" && playing.game !== null && !isMachine(playing.game.seat) && playChoices().length > 1;
}

/** The only legal move of a person, which is shown and then made. @returns {Ranked | undefined} */
export function onlyMove() {
  const moves = playing.game && !isMachine(playing.game.seat) ? playChoices() : [];
  return moves.length === 1 ? moves[0] : undefined;
}

/**
 * Number of the last turn in which a person had a choice; -1 if there is none.
 * @param {Game} game
 */
export function lastChoice(game) {
  for (let at = game.turns.length - 1; at >= 0; at--) {
    const turn = game.turns[at];
    if (!isMachine(turn.seat) && playsOf(game.rules, turn.position, turn.die).length > 1) {
      return at;
    }
  }
  return -1;
}

/** The games of the match, or the only one. */
export function gamesPlayed() {
  const { game, match } = playing;
  return [...(match?.games ?? []), ...(game ? [game] : [])];
}
