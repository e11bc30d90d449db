// Dice that are determined by a seed, and counts of the numbers thrown.

import type { Rules } from "./rules.ts";
import { dieOf } from "./notation.ts";
import { chancesOf, DICE, throwsOf } from "./rules.ts";

/** Largest seed: a number of nine digits can be noted on paper. */
export const MOST_SEED = 999_999_999;

/** A stream of random numbers from a seed (the generator sfc32, seeded by splitmix32). */
export class Randomness {
  words: number[];

  constructor(seed: number) {
    let mixed = seed >>> 0;
    const word = () => {
      mixed = (mixed + 0x9e3779b9) | 0;
      let it = mixed ^ (mixed >>> 16);
      it = Math.imul(it, 0x21f0aaad);
      it ^= it >>> 15;
      it = Math.imul(it, 0x735a2d97);
      return it ^ (it >>> 15);
    };
    this.words = [word(), word(), word(), 1];
    for (let warm = 0; warm < 12; warm++) {
      this.next();
    }
  }

  /** The next 32 bits, as a number from 0 to 2^32 - 1. */
  next() {
    const words = this.words;
    const sum = (words[0] + words[1] + words[3]) | 0;
    words[3] = (words[3] + 1) | 0;
    words[0] = words[1] ^ (words[1] >>> 9);
    words[1] = (words[2] + (words[2] << 3)) | 0;
    words[2] = (((words[2] << 21) | (words[2] >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** A number from 0 to 1, 1 excluded. */
  share() {
    return this.next() / 2 ** 32;
  }

  /** A die, each number with exactly the same probability. */
  die() {
    // Leave out the last few of the 2^32 numbers: they would favour some faces.
    const limit = 2 ** 32 - (2 ** 32 % 6);
    let drawn = this.next();
    while (drawn >= limit) {
      drawn = this.next();
    }
    return 1 + (drawn % 6);
  }
}

/** A random seed. */
export function freshSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] % (MOST_SEED + 1);
}

/** The throws of a game. They stay the same when moves are taken back. */
export class Thrower {
  seed: number;
  randomness: Randomness;
  openings: [number, number][];
  throws: [number, number][];

  constructor(seed: number) {
    this.seed = seed;
    this.randomness = new Randomness(seed);
    this.openings = [];
    this.throws = [];
    do {
      this.openings.push([this.randomness.die(), this.randomness.die()]);
    } while (this.openings[this.openings.length - 1][0] === this.openings[this.openings.length - 1][1]);
  }

  /** The dice of a turn, counted from 0. */
  throwOf(rules: Rules, turn: number): number[] {
    while (this.throws.length <= turn) {
      this.throws.push([this.randomness.die(), this.randomness.die()]);
    }
    const dice = this.throws[turn];
    return rules.oneDie ? [dice[0]] : [...dice];
  }
}

/** For each number of a die, how often it was played, and the expected count. */
export function countsOf(rules: Rules, throws: number[][]) {
  return DICE.map((die) => ({
    die,
    played: throws.filter((dice) => dieOf(dice) === die).length,
    expected: (throws.length * chancesOf(rules, die)) / throwsOf(rules),
  }));
}
