// Choosing a move on the board: shared by games, practice and the review.

/** @import { Man, Play, Position, Rules, Side } from "../rules/rules.js" */
/** @import { Ranked } from "../rules/solution.js" */
/** @import { BoardHandlers, Piece } from "./board.js" */
import { hitsOf, throwsThatHit } from "../facts/facts.js";
import { obstacleOf, placeOf, throwsOf } from "../rules/rules.js";
import { capital } from "../rules/writing.js";
import { T } from "../texts/language.js";
import { moveInWords } from "../texts/words.js";
import { announce, app, notice } from "./app.js";

/**
 * A throw of which one move is to be chosen.
 * @typedef {{rules: Rules, position: Position, seat: number, die: number, moves: Ranked[]}} Choosing
 */
/**
 * The move of a man.
 * @param {Choosing | null} choosing
 * @param {Piece} piece
 */
function moveOfPiece(choosing, piece) {
  return choosing?.moves.find((it) => it.play.man >= 0 && choosing.position.own[it.play.man] === piece.man);
}

/**
 * The men that can be chosen.
 * @param {Choosing} choosing
 * @returns {Piece[]}
 */
export function piecesToChoose({ position, seat, moves }) {
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
 * @typedef {{pointed: Ranked | null, isTouched: boolean, touch?: (ranked: Ranked) => boolean}} Pointed
 */
/**
 * Chooses a move. A mouse and the keyboard point at a move before they choose it; a finger has to tap twice: the first time to
 * see the move.
 * @param {Ranked | null} ranked
 * @param {boolean} isFinger
 * @param {(ranked: Ranked) => void} choose
 * @param {Pointed} state
 * @param {(ranked: Ranked) => string} inWords text for a move that a finger points at
 */
export function pressMove(ranked, isFinger, choose, state, inWords = (ranked) => `${capital(moveInWords(ranked.play))}.`) {
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
 * @param {() => Choosing | null} ask `null` while there is nothing to choose
 * @param {(ranked: Ranked) => void} choose
 * @param {Pointed} state holds the move that is pointed at
 * @param {(ranked: Ranked) => string} [inWords] text for a move that a finger points at
 * @returns {Partial<BoardHandlers>}
 */
export function choosingHandlers(ask, choose, state, inWords) {
  /** @type {(ranked: Ranked | null, isFinger: boolean) => void} */
  const press = (ranked, isFinger) =>
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

/**
 * Says why a man cannot move.
 * @param {Rules} rules
 * @param {Side} side
 * @param {Man} man
 * @param {number} die
 */
export function sayObstacle(rules, side, man, die) {
  const obstacle = obstacleOf(rules, side, man, die);
  if (obstacle) {
    const text = T.obstacles[obstacle.kind](obstacle.point);
    notice(text);
  }
}

/**
 * The men that can be hit next turn after a move, each with the number of throws that can hit it.
 * @param {Rules} rules
 * @param {Play} play
 * @param {number} side that makes the move
 */
export function threatsAfter(rules, play, side) {
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
