// The ledger of a game: the luck of each throw, the loss of each move, and their sums.
"use strict";

/**
 * One turn, compared with perfect play, seen by the seat whose turn it is. `chance` is the value after the move to the seat
 * that moved first in the game.
 * @typedef {object} Reviewed
 * @property {Turn} turn
 * @property {Ranked[]} moves
 * @property {Ranked} played
 * @property {number} before
 * @property {number} luck
 * @property {number} loss
 * @property {number} chance
 * @property {"" | "?!" | "?"} mark
 */
/** @typedef {{turns: number, decisions: number, mistakes: number, luck: number, errors: number, rating: number | null}} Sums */
/**
 * The giving up of a game, seen by the seat that gives up; `best` is the best move, if it had thrown.
 * @typedef {{seat: number, dice: number[], best: Ranked | null, luck: number, loss: number, chance: number, mark: "" | "?!" | "?"}} Resigned
 */
/** @typedef {{game: Game, start: number, result: number, turns: Reviewed[], resigned: Resigned | null, seats: [Sums, Sums]}} Review */

/**
 * Compares a game with perfect play.
 * @param {Solution} solution
 * @param {Game} game
 * @returns {Review}
 */
function reviewOf(solution, game) {
  /** @type {() => Sums} */
  const none = () => ({ turns: 0, decisions: 0, mistakes: 0, luck: 0, errors: 0, rating: null });
  /** @type {[Sums, Sums]} */
  const seats = [none(), none()];
  const turns = game.turns.map((turn) => {
    const reviewed = reviewedTurn(solution, game, turn);
    const sums = seats[turn.seat];
    sums.turns += 1;
    sums.decisions += reviewed.moves.length > 1 ? 1 : 0;
    sums.mistakes += reviewed.loss > 0 ? 1 : 0;
    sums.luck += reviewed.luck;
    sums.errors += reviewed.loss;
    return reviewed;
  });
  const resigned = resignedOf(solution, game);
  if (resigned) {
    const sums = seats[resigned.seat];
    sums.decisions += 1;
    sums.mistakes += resigned.loss > 0 ? 1 : 0;
    sums.luck += resigned.luck;
    sums.errors += resigned.loss;
  }
  for (const sums of seats) {
    sums.rating = sums.decisions > 0 ? ratingOf(solution.inPoints(sums.errors), sums.decisions) : null;
  }
  const start = solution.value(game.start);
  const result = resigned?.chance ?? (turns.length > 0 ? turns[turns.length - 1].chance : start);
  return { game, start, result, turns, resigned, seats };
}

/**
 * What was given up with a game: the value after the throw, or before it if there was none.
 * @param {Solution} solution
 * @param {Game} game
 * @returns {Resigned | null}
 */
function resignedOf(solution, game) {
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

/**
 * @param {number} loss in points
 * @returns {"" | "?!" | "?"}
 */
function markOf(loss) {
  const { bad, doubtful } = constants();
  return loss >= bad ? "?" : loss >= doubtful ? "?!" : "";
}

/**
 * @param {Solution} solution
 * @param {Game} game
 * @param {Turn} turn
 * @returns {Reviewed}
 */
function reviewedTurn(solution, game, turn) {
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
