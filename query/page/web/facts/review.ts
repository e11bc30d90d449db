// The ledger of a game: the luck of each throw, the loss of each move, and their sums.

import type { Game, Turn } from "../rules/game.ts";
import type { Play, Rules } from "../rules/rules.ts";
import type { Ranked, Solution } from "../rules/solution.ts";
import type { Evidence } from "../rules/strength.ts";
import { constants } from "../rules/constants.ts";
import { ratingOf } from "../rules/levels.ts";
import { solutionOf } from "../rules/library.ts";
import { dieOf } from "../rules/notation.ts";
import { addEvidence, addGivenUp, addToEvidence, noEvidence } from "../rules/strength.ts";

/**
 * One turn, compared with perfect play, seen by the seat whose turn it is. `chance` is the value after the move to the seat
 * that moved first in the game.
 */
export interface Reviewed {
  turn: Turn;
  moves: Ranked[];
  played: Ranked;
  before: number;
  luck: number;
  loss: number;
  chance: number;
  mark: "" | "?!" | "?";
}
export interface Sums {
  turns: number;
  decisions: number;
  mistakes: number;
  doubtful: number;
  bad: number;
  luck: number;
  errors: number;
  rating: number | null;
  evidence: Evidence;
}
/** The giving up of a game, seen by the seat that gives up; `best` is the best move, if it had thrown. */
interface Resigned {
  seat: number;
  dice: number[];
  best: Ranked | null;
  luck: number;
  loss: number;
  chance: number;
  mark: "" | "?!" | "?";
}
export interface Review {
  game: Game;
  start: number;
  result: number;
  turns: Reviewed[];
  resigned: Resigned | null;
  seats: [Sums, Sums];
}

/** Compares a game with perfect play. */
export function reviewOf(solution: Solution, game: Game): Review {
  const seats: [Sums, Sums] = [noSums(), noSums()];
  const turns = game.turns.map((turn) => {
    const reviewed = reviewedTurn(solution, game, turn);
    const sums = seats[turn.seat];
    sums.turns += 1;
    const { moves, played } = reviewed;
    addChoice(sums, reviewed, moves.length > 1);
    if (moves.length > 1) {
      addToEvidence(sums.evidence, solution, moves, played);
    }
    return reviewed;
  });
  const resigned = resignedOf(solution, game);
  if (resigned) {
    addChoice(seats[resigned.seat], resigned, true);
    addGivenUp(seats[resigned.seat].evidence, solution.inPoints(resigned.loss));
  }
  for (const { seat } of mistakesOf({ turns, resigned })) {
    seats[seat].mistakes += 1;
  }
  for (const sums of seats) {
    rate(solution, sums);
  }
  const start = solution.value(game.start);
  const result = resigned?.chance ?? (turns.length > 0 ? turns[turns.length - 1].chance : start);
  return { game, start, result, turns, resigned, seats };
}

/** A choice that was not best; `number` counts turns from 1, and giving up, which has no play, is a turn after the last. */
export type Slip = { number: number; seat: number; dice: number[]; play: Play | null; loss: number; mark: "" | "?!" | "?" };
/** The mistakes of a game in the order of its turns: sums, curve, lists and buttons all count these. */
export function mistakesOf({ turns, resigned }: Pick<Review, "turns" | "resigned">): Slip[] {
  const choices = turns.map(({ turn, played, loss, mark }) => ({ ...turn, play: played.play, loss, mark }));
  return [...choices, ...(resigned ? [{ ...resigned, play: null }] : [])].flatMap(({ seat, dice, play, loss, mark }, at) =>
    loss > 0 ? [{ number: at + 1, seat, dice, play, loss, mark }] : [],
  );
}

function noSums(): Sums {
  return { turns: 0, decisions: 0, mistakes: 0, doubtful: 0, bad: 0, luck: 0, errors: 0, rating: null, evidence: noEvidence() };
}

/** Adds a turn, or the giving up of the game. */
function addChoice(sums: Sums, { loss, luck, mark }: { loss: number; luck: number; mark: "" | "?!" | "?" }, isChoice: boolean) {
  sums.decisions += isChoice ? 1 : 0;
  sums.doubtful += mark === "?!" ? 1 : 0;
  sums.bad += mark === "?" ? 1 : 0;
  sums.luck += luck;
  sums.errors += loss;
}

function rate(solution: Solution, sums: Sums) {
  sums.rating = sums.decisions > 0 ? ratingOf(solution.inPoints(sums.errors), sums.decisions) : null;
}

export type Player = { name: string; rules: Rules; games: number; finished: number; won: number; sums: Sums };
/**
 * Adds up the results of each player, game by game. A player with games under several rule sets is listed once for each rule
 * set.
 */
export function* totalsOf(games: Game[]): Generator<void, Player[]> {
  const players: Map<string, Player> = new Map();
  for (const game of games) {
    const { rules, names, first } = game;
    const solution = solutionOf(rules.name);
    const review = reviewOf(solution, game);
    for (const seat of [first, 1 - first]) {
      const sums = review.seats[seat];
      if (names[seat] === "") {
        continue;
      }
      const key = `${rules.name} ${names[seat]}`;
      const player = players.get(key) ?? { name: names[seat], rules, games: 0, finished: 0, won: 0, sums: noSums() };
      players.set(key, player);
      const isFinished = game.isOver || review.resigned !== null;
      const result = seat === first ? review.result : solution.flip(review.result);
      player.games += 1;
      player.finished += isFinished ? 1 : 0;
      player.won += isFinished && result > solution.flip(result) ? 1 : 0;
      for (const key of ["turns", "decisions", "mistakes", "doubtful", "bad", "luck", "errors"] as const) {
        player.sums[key] += sums[key];
      }
      addEvidence(player.sums.evidence, sums.evidence);
      rate(solution, player.sums);
    }
    yield;
  }
  return [...players.values()];
}

/** What was given up with a game: the value after the throw, or before it if there was none. */
function resignedOf(solution: Solution, game: Game): Resigned | null {
  if (!game.resigned) {
    return null;
  }
  const { seat, dice } = game.resigned;
  const value = solution.value(game.position);
  const before = seat === game.seat ? value : solution.flip(value);
  const best = dice.length > 0 ? solution.ranked(game.position, dieOf(dice))[0] : null;
  const had = best?.value ?? before;
  const lost = game.rules.doubleWin ? -game.pointsOfResigning(seat) : 0;
  const loss = had - lost;
  return {
    seat,
    dice,
    best,
    luck: had - before,
    loss,
    chance: seat === game.first ? lost : solution.flip(lost),
    mark: markOf(solution.inPoints(loss)),
  };
}

/** @param loss in points */
export function markOf(loss: number): "" | "?!" | "?" {
  const { bad, doubtful } = constants();
  return loss >= bad ? "?" : loss >= doubtful ? "?!" : "";
}

function reviewedTurn(solution: Solution, game: Game, turn: Turn): Reviewed {
  const before = solution.value(turn.position);
  const moves = solution.ranked(turn.position, turn.die);
  const played = moves.find((it) => it.move === turn.play.move) ?? moves[0];
  const loss = solution.inPoints(played.loss);
  return {
    turn,
    moves,
    played,
    before,
    luck: moves[0].value - before,
    loss: played.loss,
    chance: turn.seat === game.first ? played.value : solution.flip(played.value),
    mark: markOf(loss),
  };
}
