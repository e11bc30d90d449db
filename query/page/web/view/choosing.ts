// Choosing a move on the board: shared by games, practice and the review.

import type { Man, Play, Position, Rules, Side } from "../rules/rules.ts";
import type { Ranked } from "../rules/solution.ts";
import type { BoardHandlers, Piece } from "./board.ts";
import { hitsOf, throwsThatHit } from "../facts/facts.ts";
import { obstacleOf, placeOf, throwsOf } from "../rules/rules.ts";
import { capital } from "../rules/writing.ts";
import { T } from "../texts/language.ts";
import { moveInWords } from "../texts/words.ts";
import { announce, app, notice } from "./app.ts";

/** A throw of which one move is to be chosen. */
export type Choosing = { rules: Rules; position: Position; seat: number; die: number; moves: Ranked[] };
/** The move of a man. */
function moveOfPiece(choosing: Choosing | null, piece: Piece) {
  return choosing?.moves.find((it) => it.play.man >= 0 && choosing.position.own[it.play.man] === piece.man);
}

/** The men that can be chosen. */
export function piecesToChoose({ position, seat, moves }: Choosing): Piece[] {
  return moves
    .filter((it) => it.play.man >= 0)
    .map((it) => {
      const man = position.own[it.play.man];
      return { side: seat, man, key: `man-${man}`, label: capital(moveInWords(it.play)) };
    });
}

/**
 * The move that is pointed at, and whether a finger points at it; `touch` is told which man is touched, and returns whether it
 * may be.
 */
export type Pointed = { pointed: Ranked | null; isTouched: boolean; touch?: (ranked: Ranked) => boolean };
/**
 * Chooses a move. A mouse and the keyboard point at a move before they choose it; a finger has to tap twice: the first time to
 * see the move.
 * @param inWords text for a move that a finger points at
 */
export function pressMove(
  ranked: Ranked | null,
  isFinger: boolean,
  choose: (ranked: Ranked) => void,
  state: Pointed,
  inWords: (ranked: Ranked) => string = (ranked) => `${capital(moveInWords(ranked.play))}.`,
) {
  if (ranked && state.touch?.(ranked) === false) {
    return;
  }
  if (ranked && (!isFinger || (state.isTouched && state.pointed?.move === ranked.move))) {
    choose(ranked);
    return;
  }
  state.pointed = ranked;
  state.isTouched = ranked !== null;
  if (ranked) {
    announce(T.tapAgain(inWords(ranked)));
  }
  app.show();
}

/**
 * The handlers of a board while a move is chosen.
 * @param ask `null` while there is nothing to choose
 * @param state holds the move that is pointed at
 * @param inWords text for a move that a finger points at
 */
export function choosingHandlers(
  ask: () => Choosing | null,
  choose: (ranked: Ranked) => void,
  state: Pointed,
  inWords?: (ranked: Ranked) => string,
): Partial<BoardHandlers> {
  const press = (ranked: Ranked | null, isFinger: boolean): void =>
    // An only move is seen before it is touched.
    pressMove(ranked, isFinger && ask()?.moves.length !== 1, choose, state, inWords);
  return {
    choose(piece, isFinger) {
      const ranked = moveOfPiece(ask(), piece);
      if (ranked) {
        press(ranked, isFinger);
      }
    },
    drop(piece, place) {
      const ranked = moveOfPiece(ask(), piece);
      if (ranked && state.touch?.(ranked) === false) {
        return;
      }
      if (ranked?.play.to === place) {
        choose(ranked);
      } else {
        notice(T.obstacles.die());
      }
    },
    tap(side, place, isFinger) {
      const choosing = ask();
      if (!choosing || side !== choosing.seat) {
        return;
      }
      const ranked = choosing.moves.find((it) => it.play.to === place && it.play.man >= 0);
      const man = choosing.position.own.find((it) => placeOf(it) === place);
      if (ranked) {
        press(ranked, isFinger);
      } else if (man !== undefined) {
        sayObstacle(choosing.rules, choosing.position.own, man, choosing.die);
      } else if (state.isTouched) {
        press(null, isFinger);
      }
    },
    point(piece) {
      const ranked = piece ? (moveOfPiece(ask(), piece) ?? null) : null;
      if (ranked?.move !== state.pointed?.move) {
        state.pointed = ranked;
        app.draw();
      }
    },
  };
}

/** Says why a man cannot move. */
export function sayObstacle(rules: Rules, side: Side, man: Man, die: number) {
  const obstacle = obstacleOf(rules, side, man, die);
  if (obstacle) {
    const text = T.obstacles[obstacle.kind](obstacle.point);
    notice(text);
  }
}

/**
 * The men that can be hit next turn after a move, each with the number of throws that can hit it.
 * @param side that makes the move
 */
export function threatsAfter(rules: Rules, play: Play, side: number) {
  const hits = hitsOf(rules, play.next);
  const points = [...new Set(hits.map((hit) => hit.point))];
  return points.map((point) => {
    const { count } = throwsThatHit(
      rules,
      hits.filter((hit) => hit.point === point),
    );
    return { side, man: point, lines: T.reasons.threat(count, throwsOf(rules)) };
  });
}
