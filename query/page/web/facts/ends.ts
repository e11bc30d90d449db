// How games end under best play: won or lost, single or double, and after how many throws. Computed in the background,
// since solution files do not contain it.

import type { Position, Rules } from "../rules/rules.ts";
import type { Solution } from "../rules/solution.ts";
import { chancesOf, DICE, hasEntryDuty, HOME, isFinished, OFF, OWING, placeOf, sorted, throwsOf } from "../rules/rules.ts";
import { pause, SLICE } from "../rules/slices.ts";
import { keyOf } from "../rules/solution.ts";

/** Probabilities of the ends, for the player on roll. */
export type Ends = { won: number; wonDouble: number; lost: number; lostDouble: number };

/**
 * The number of throws to the end: its mean, and for each percentage the smallest number of throws after which at least this
 * share of the games is over.
 */
export type Lengths = { mean: number; quantiles: Record<"p5" | "p25" | "p50" | "p75" | "p95", number> };

/**
 * Tolerance: sweeps end when no probability changes by more than this, and games are followed until fewer than this share goes
 * on. The numbers are then more exact than they are shown.
 */
const SETTLED = 1e-9;
/** Entries of the table of moves that end the game. */
export const WON = -1;
export const WON_DOUBLE = -2;

const endTables: Map<string, Promise<EndTable>> = new Map();

/** For each position the probabilities that the player on roll wins double, and that it loses double. */
export class EndTable {
  solution: Solution;
  wonDouble: Float64Array<ArrayBuffer>;
  lostDouble: Float64Array<ArrayBuffer>;
  /** Where the best move of each position and die leads. */
  next: Int32Array<ArrayBuffer>;

  constructor(solution: Solution) {
    this.solution = solution;
    this.wonDouble = new Float64Array(solution.total);
    this.lostDouble = new Float64Array(solution.total);
    this.next = new Int32Array(0);
  }

  /** The ends of the game from a position, seen by the player on roll. */
  of(position: Position): Ends {
    if (isFinished(position.other)) {
      return { won: 0, wonDouble: 0, lost: 1, lostDouble: position.own.includes(HOME) ? 0 : 1 };
    }
    const at = this.solution.numberOf(position);
    const [wonDouble, lostDouble, value] = [this.wonDouble[at], this.lostDouble[at], this.solution.values[at]];
    // Expected points are won + wonDouble - lost - lostDouble, and won + lost = 1.
    const won = this.solution.rules.doubleWin ? (value + 1 - wonDouble + lostDouble) / 2 : value;
    return { won, wonDouble, lost: 1 - won, lostDouble };
  }
}

/** The ends of the game from all positions of a rule set. */
export function endTable(solution: Solution): Promise<EndTable> {
  const name = solution.rules.name;
  let table = endTables.get(name);
  if (!table) {
    table = workedOut(solution);
    endTables.set(name, table);
  }
  return table;
}

/** The probability that each die is played. */
function sharesOfDice(rules: Rules) {
  return DICE.map((die) => chancesOf(rules, die) / throwsOf(rules));
}

/** Follows all games from a position, throw by throw, until the last are over. */
export function* lengthsFrom({ solution, next }: EndTable, position: Position): Generator<void, Lengths> {
  const shares = sharesOfDice(solution.rules);
  let here = new Float64Array(solution.total);
  let after = new Float64Array(solution.total);
  here[solution.numberOf(position)] = 1;
  const quantiles = { p5: 0, p25: 0, p50: 0, p75: 0, p95: 0 };
  let [mean, goingOn] = [0, 1];
  for (let throws = 1; goingOn > SETTLED; throws++) {
    // The mean is the sum of the probabilities that a throw is made.
    mean += goingOn;
    goingOn = 0;
    for (let at = 0; at < here.length; at++) {
      const chance = here[at];
      if (chance === 0) {
        continue;
      }
      here[at] = 0;
      for (let die = 0; die < 6; die++) {
        const to = next[6 * at + die];
        if (to >= 0) {
          after[to] += chance * shares[die];
          goingOn += chance * shares[die];
        }
      }
    }
    [here, after] = [after, here];
    for (const name of Object.keys(quantiles) as (keyof typeof quantiles)[]) {
      quantiles[name] ||= 1 - goingOn >= Number(name.slice(1)) / 100 ? throws : 0;
    }
    yield;
  }
  return { mean, quantiles };
}

async function workedOut(solution: Solution): Promise<EndTable> {
  const table = new EndTable(solution);
  // Let the page show what was asked for before the computation begins.
  await pause();
  const next = await bestNext(solution);
  table.next = next;
  const shares = sharesOfDice(solution.rules);
  const { wonDouble, lostDouble } = table;
  let until = performance.now() + SLICE;
  // Men that are home stay there, so positions with more men home are computed first.
  for (const block of blocksByHome(solution)) {
    for (let change = 1; change > SETTLED;) {
      change = 0;
      for (const at of block) {
        let double = 0;
        let loss = 0;
        for (let die = 0; die < 6; die++) {
          const to = next[6 * at + die];
          if (to >= 0) {
            double += shares[die] * lostDouble[to];
            loss += shares[die] * wonDouble[to];
          } else if (to === WON_DOUBLE) {
            double += shares[die];
          }
        }
        change = Math.max(change, Math.abs(double - wonDouble[at]), Math.abs(loss - lostDouble[at]));
        wonDouble[at] = double;
        lostDouble[at] = loss;
      }
      if (performance.now() > until) {
        await pause();
        until = performance.now() + SLICE;
      }
    }
  }
  return table;
}

/**
 * Numbers of the positions, in groups with 4, 3, … 0 men home. In a group the last in canonical order comes first, because its
 * men are nearest to home.
 */
export function blocksByHome(solution: Solution) {
  const blocks: number[][] = [[], [], [], [], []];
  const homes = solution.sides.map((side) => side.filter((man) => man === HOME).length);
  const count = homes.length;
  for (let at = solution.numbers.length - 1; at >= 0; at--) {
    if (solution.numbers[at] >= 0) {
      blocks[4 - homes[Math.floor(at / count)] - homes[at % count]].push(solution.numbers[at]);
    }
  }
  return blocks.map((block) => Int32Array.from(block));
}

/**
 * Where the best move of each position and die leads: the number of a position, or an end. Of several best moves, that of the
 * rearmost man is played.
 */
async function bestNext(solution: Solution) {
  const { rules, sides, numbers, bits, sideNumbers } = solution;
  const count = sides.length;
  const struck = hasEntryDuty(rules) ? OWING : OFF;
  // For each point, the side after its men on that point are hit.
  const hit = sides.map((side) =>
    Array.from(
      { length: 13 },
      (_, point) =>
        sideNumbers[keyOf(sorted(side.map((man) => (man === point && point > 0 && point < HOME ? struck : man))))],
    ),
  );
  const next = new Int32Array(6 * solution.total);
  let until = performance.now() + SLICE;
  for (let own = 0; own < count; own++) {
    if (performance.now() > until) {
      await pause();
      until = performance.now() + SLICE;
    }
    const moved = DICE.map((die) =>
      [0, 1, 2].map((man) => {
        const to = placeOf(sides[own][man]) + die;
        const place = to > HOME ? OFF : to;
        const after = sorted(sides[own].map((it, at) => (at === man ? place : it)));
        return { point: placeOf(place), side: sideNumbers[keyOf(after)], wins: isFinished(after) };
      }),
    );
    for (let other = 0; other < count; other++) {
      const number = numbers[own * count + other];
      if (number < 0) {
        continue;
      }
      for (let die = 0; die < 6; die++) {
        const best = (bits[number] >>> (4 * die)) & 7;
        let to;
        if (best === 0) {
          to = numbers[other * count + own];
        } else {
          const move = moved[die][best & 1 ? 0 : best & 2 ? 1 : 2];
          to = move.wins
            ? sides[other].includes(HOME)
              ? WON
              : WON_DOUBLE
            : numbers[hit[other][move.point] * count + move.side];
        }
        next[6 * number + die] = to;
      }
    }
  }
  return next;
}
