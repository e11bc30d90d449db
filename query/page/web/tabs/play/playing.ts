// The game on the page: its settings, who plays, and what comes next.

import type { Judge } from "../../facts/match.ts";
import type { Pact } from "../../records/friend-link.ts";
import type { Game } from "../../rules/game.ts";
import type { Ranked } from "../../rules/solution.ts";
import type { Judgement } from "./tutor.ts";
import type { Pointed } from "../../view/choosing.ts";
import { Thrower } from "../../rules/dice.ts";
import { PERFECT } from "../../rules/levels.ts";
import { dieOf } from "../../rules/notation.ts";
import { playsOf } from "../../rules/rules.ts";
import { T } from "../../texts/language.ts";
import { app } from "../../view/app.ts";
import { motion } from "../../view/motion.ts";

/** Time for which the only legal move of a person is shown before it is made, in multiples of the pace. */
export const ONLY_SHOWN = 2.2;
/** Time between events that happen by themselves, in milliseconds, by the name of the pace. */
export const PACES: Record<string, number> = { calm: 1500, brisk: 800, instant: 40 };

/** Settings of games. */
export const settings = {
  /** Level of the computer; 0 for another person. */
  level: PERFECT,
  /** The seat of the person who plays against the computer. */
  own: 0,
  /** Number of points that win a match; 1 is a single game. */
  length: 1,
  isReal: false,
  showsChances: false,
  showsBar: true,
  /** Whether moves without a choice are made for a person; with the instant pace they always are. */
  isForcing: true,
  /** Whether the tutor judges each choice. */
  isTutored: false,
  /** Whether two people at this screen play touch-move: a man that is touched must be played. */
  isTouchMove: false,
};

/**
 * The next step of a game. `opening`: real dice decide who begins. `begin`: the dice that decided are shown. `roll`: a throw
 * comes. `act`: a move with `dice` is due; `touched` is the move of the man that was touched, `hinted` the best move after a
 * hint, and `isHeld` says that a person stopped a move without a choice. `judged`: the tutor asks about the last choice. `over`:
 * the game has ended; `dice` were thrown when it was given up.
 */
export type Phase =
  | { at: "opening" }
  | { at: "begin" }
  | { at: "roll" }
  | { at: "act"; dice: number[]; touched: string; hinted: string; isHeld: boolean }
  | { at: "judged"; judgement: Judgement }
  | { at: "over"; dice: number[] };

/** Judge of a single game. */
export const gameJudge: Judge = {
  get rules() {
    return app.rules;
  },
  value: (position) => app.solution.value(position),
  ranked: (position, die) => app.solution.ranked(position, die),
  flip: (value) => app.solution.flip(value),
  inPoints: (difference) => app.solution.inPoints(difference),
};

export const playing = {
  game: null as Game | null,
  /** The match that the game belongs to, with its earlier games; `null` for a single game. */
  match: null as { length: number; games: Game[] } | null,
  /** The date of the game of the day that is played, or offered while there is no game; empty for other games. */
  day: "",
  /** What was agreed on with a friend whose moves come by link; `null` for other games. */
  friend: null as Pact | null,
  seed: 0,
  /** When the game began, in milliseconds. */
  begun: 0,
  thrower: new Thrower(0),
  /** The judge of the moves; `null` while its values are computed. */
  judge: gameJudge as Judge | null,
  phase: { at: "begin" } as Phase,
  /** Real dice that were typed and not yet thrown, for this throw and those after it. */
  typed: [] as number[],
  /** What is animated when the game is shown next. */
  toShow: "" as "" | "throw" | "end",
  timer: 0,
};

/** The move that is pointed at. */
export const pointing: Pointed = { pointed: null, isTouched: false };

/** The step in which a move with these dice is due. */
export function toAct(dice: number[]): Phase & { at: "act" } {
  return { at: "act", dice, touched: "", hinted: "", isHeld: false };
}

/** The dice that were thrown and not yet played. */
export function diceNow(): number[] {
  const { phase } = playing;
  return "dice" in phase ? phase.dice : [];
}

/**
 * The names of the sides, light first.
 * @param other name of the computer, or the friend
 */
function namesOfSides(other: string) {
  const names = settings.own === 0 ? [T.you, other] : [other, T.you];
  return ownSeats() === 2 ? [T.light, T.dark] : names;
}

export function playNames() {
  return namesOfSides(T.nameToShow(playing.friend ? T.friend.name : T.computer, false));
}

/** The names of the sides in the record: one word each. */
function recordNames() {
  return namesOfSides(playing.friend ? T.friend.name : T.play.levelName(settings.level));
}

/** The seats of the people at this screen: 0, 1, or 2 for both. */
export function ownSeats() {
  return playing.friend || settings.level > 0 ? settings.own : 2;
}

/** Whether a person at this screen chooses for a seat. Otherwise the computer does, or a friend elsewhere. */
export function choosesHere(seat: number) {
  return [seat, 2].includes(ownSeats());
}

/** Whether moves stand and nobody is helped: in the game of the day, and in a game with a friend. */
export function isStrict() {
  return playing.day !== "" || playing.friend !== null;
}

/** Whether the game on the board is such a game, and not over. */
export function isUnaided() {
  return isStrict() && playing.game !== null && playing.phase.at !== "over";
}

/** Notes in a game who plays it, and with which dice. */
export function nameSeats(game: Game) {
  game.names = recordNames();
  const { match, seed } = playing;
  game.headers = settings.isReal ? [] : [["seed", String(seed)]];
  if (match) {
    game.headers.push(["match", `to ${match.length}`]);
  }
}

export function clearChoice() {
  pointing.pointed = null;
  pointing.isTouched = false;
}

/** The legal moves of the present throw. */
export function playChoices() {
  const { game, phase, judge } = playing;
  return game && judge && phase.at === "act" ? judge.ranked(game.position, dieOf(phase.dice), game.seat) : [];
}

/** The legal moves of the present throw, if a person is to make one. */
function ownChoices() {
  return playing.game && choosesHere(playing.game.seat) ? playChoices() : [];
}

/** Whether a person is to choose between moves now. */
export function isChoosing() {
  return ownChoices().length > 1;
}

/** The only legal move of a person, which is shown and then made. */
export function onlyMove(): Ranked | undefined {
  const moves = ownChoices();
  return moves.length === 1 ? moves[0] : undefined;
}

/**
 * Whether the only legal move of a person is made by itself. Real dice that were typed may be wrong: there it waits.
 */
export function isForced() {
  const { phase } = playing;
  const isHeld = phase.at === "act" && phase.isHeld;
  return !settings.isReal && !isHeld && (settings.isForcing || motion.pace === "instant");
}

/** Number of the last turn in which a person had a choice; -1 if there is none. */
export function lastChoice(game: Game) {
  for (let at = game.turns.length - 1; at >= 0; at--) {
    const turn = game.turns[at];
    if (choosesHere(turn.seat) && playsOf(game.rules, turn.position, turn.die).length > 1) {
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
