// Matches: games until a player has the points that win the match, and moves judged for the score. Before each game
// dice decide who begins.

import type { Payoffs } from "./at-score.ts";
import type { Game } from "../rules/game.ts";
import type { Position, Rules, Side } from "../rules/rules.ts";
import type { Ranked, Solution } from "../rules/solution.ts";
import { EQUAL, valuesAtScore } from "./at-score.ts";
import { sumOf } from "./facts.ts";
import { constants } from "../rules/constants.ts";
import { writePosition } from "../rules/notation.ts";
import { HOME, isFinished, playsOf } from "../rules/rules.ts";

/** Lengths that are offered, in points. */
export const MATCH_LENGTHS = [3, 5, 7];

/** Judge of the moves of a game, which is a single game or a game at a score of a match. */
export interface Judge {
  /** The rules by which its values are shown. */
  rules: Rules;
  /** The value to the seat, which is on roll. */
  value: (position: Position, seat: number) => number;
  ranked: (position: Position, die: number, seat: number) => Ranked[];
  flip: (value: number) => number;
  inPoints: (difference: number) => number;
}

/**
 * The probability that the player wins the match, before a game; `null` if it is not known.
 * @param own points that the player needs
 * @param other points that the opponent needs
 */
export function matchChance(rules: Rules, own: number, other: number): number | null {
  if (own <= 0 || other <= 0) {
    return own <= 0 ? 1 : 0;
  }
  if (rules.doubleWin) {
    return constants().matches[rules.name]?.[own - 1][other - 1] ?? null;
  }
  const [won, lost] = [matchChance(rules, own - 1, other), matchChance(rules, own, other - 1)];
  // Dice decide who begins, so each player wins the game with probability one half.
  return won === null || lost === null ? null : (won + lost) / 2;
}

export function hasMatches(rules: Rules) {
  return matchChance(rules, 1, 1) !== null;
}

/**
 * What the ends of a game are worth to each seat.
 * @param needs points that each seat needs
 */
function payoffsAt(rules: Rules, needs: number[]): Payoffs[] {
  return [0, 1].map((seat) => {
    const [own, other] = [needs[seat], needs[1 - seat]];
    return {
      won: [1, 2].map((points) => matchChance(rules, own - points, other) ?? 0),
      lost: [1, 2].map((points) => matchChance(rules, own, other - points) ?? 0),
    };
  });
}

/**
 * Creates the judge of a game at a score of a match: its values are probabilities of winning the match.
 * @param needs points that each seat needs
 */
export async function judgeAt(solution: Solution, needs: number[]): Promise<Judge> {
  const { rules } = solution;
  const payoffs = payoffsAt(rules, needs);
  const lost = (loser: Side, seat: number): number => payoffs[seat].lost[rules.doubleWin && !loser.includes(HOME) ? 1 : 0];
  const common = {
    rules: { ...rules, doubleWin: false },
    flip: (value: number) => 1 - value,
    inPoints: (difference: number) => 2 * difference,
  };
  if (!rules.doubleWin) {
    // If every win counts one point, the best play for the match is the best play for the game.
    return {
      ...common,
      value: (position, seat) => {
        const { won, lost } = payoffs[seat];
        return lost[0] + (won[0] - lost[0]) * solution.value(position);
      },
      ranked: (position, die, seat) => {
        const { won, lost } = payoffs[seat];
        const share = won[0] - lost[0];
        const moves = solution.ranked(position, die);
        return moves.map((it) => ({ ...it, value: lost[0] + share * it.value, loss: share * it.loss }));
      },
    };
  }
  const values = await valuesAtScore(solution, payoffs);
  const value: Judge["value"] = (position, seat) =>
    isFinished(position.other) ? lost(position.own, seat) : values[seat][solution.numberOf(position)];
  return {
    ...common,
    value,
    ranked: (position, die, seat) => {
      const weighed = playsOf(rules, position, die).map((play) => ({
        play,
        move: play.move,
        position: writePosition(play.next),
        value: 1 - value(play.next, 1 - seat),
        loss: 0,
      }));
      const most = Math.max(...weighed.map((it) => it.value));
      for (const it of weighed) {
        it.loss = most - it.value < EQUAL ? 0 : most - it.value;
      }
      return weighed.sort((one, other) => one.loss - other.loss);
    },
  };
}

/** Points that each seat gets for a game. */
function pointsOfGame(game: Game) {
  const { resigned } = game;
  const winner = resigned ? 1 - resigned.seat : game.isOver ? game.winner : -1;
  const points = resigned ? game.pointsOfResigning(resigned.seat) : game.points;
  return [0, 1].map((seat) => (seat === winner ? points : 0));
}

/** Sums of the points of games. */
export function pointsOfGames(games: Game[]) {
  return [0, 1].map((seat) => sumOf(games.map((game) => pointsOfGame(game)[seat])));
}
