// A solution file, read by the description of its bytes: the value and the best moves of every position of a rule set.

import type { Man, Play, Position, Rules, Side } from "./rules.ts";
import { writePosition } from "./notation.ts";
import { hasEntryDuty, HOME, isFinished, OFF, OWING, playsOf, rulesOf } from "./rules.ts";

/** A legal move with its value to the player who makes it, and what it gives away. */
export type Ranked = { play: Play; move: string; position: string; value: number; loss: number };

/** A solution file that cannot be used. `what` names what is wrong: a key of the texts. */
export class SolutionError extends Error {
  what: "magic" | "version" | "length" | "checksum" | "switches" | "name" | "unknown" | "position" | "packed" | "card";
  detail: string;

  constructor(what: SolutionError["what"], detail: string) {
    super(`${what}: ${detail}`);
    this.what = what;
    this.detail = detail;
  }
}

/** Number of bytes before the values. */
const HEADER = 112;

export class Solution {
  sides: Side[];
  /** Number of each side, by the key of its men; -1 for none. */
  sideNumbers: Int16Array<ArrayBuffer>;
  numbers: Int32Array<ArrayBuffer>;
  rules: Rules;
  total: number;
  errorBound: number;
  values: Float64Array<ArrayBuffer>;
  bits: Uint32Array<ArrayBuffer>;

  /**
   * @param bytes of a solution file
   * @param name of the rule set that the file must have
   */
  constructor(bytes: ArrayBuffer, name: string) {
    const view = new DataView(bytes);
    const magic = bytes.byteLength >= HEADER ? String.fromCharCode(...new Uint8Array(bytes, 0, 8)) : "";
    if (magic !== "TOURNECS") {
      throw new SolutionError("magic", name);
    }
    if (view.getUint32(8, true) !== 1) {
      throw new SolutionError("version", String(view.getUint32(8, true)));
    }
    const rules = Solution.#rulesOf(new Uint8Array(bytes, 20, 12));
    if (rules.name !== name) {
      throw new SolutionError("name", rules.name);
    }
    this.sides = sidesOf(rules);
    const finished = this.sides.findIndex(isFinished);
    this.sideNumbers = new Int16Array(14 * 14 * 14).fill(-1);
    this.sides.forEach((side, at) => {
      this.sideNumbers[keyOf(side)] = at;
    });
    // Numbers of positions: of the side on roll, then of its opponent; -1 where men face each other, or the game is over.
    const count = this.sides.length;
    const masks = this.sides.map((side) =>
      side.reduce((mask, man) => (man > 0 && man < HOME ? mask | (1 << man) : mask), 0),
    );
    this.numbers = new Int32Array(count * count).fill(-1);
    let total = 0;
    for (let own = 0; own < count; own++) {
      for (let other = 0; other < count; other++) {
        if (own !== finished && other !== finished && (masks[own] & masks[other]) === 0) {
          this.numbers[own * count + other] = total++;
        }
      }
    }
    const length = HEADER + 12 + 12 * total;
    const counts = [32, 104, HEADER + 8 * total].map((at) =>
      at + 8 <= bytes.byteLength ? view.getBigUint64(at, true) : -1n,
    );
    const isLength = bytes.byteLength === length && view.getBigUint64(12, true) === BigInt(length);
    if (!isLength || counts.some((count) => count !== BigInt(total))) {
      throw new SolutionError("length", `${bytes.byteLength} / ${length}`);
    }
    if (view.getUint32(length - 4, true) !== crc32(new Uint8Array(bytes, 0, length - 4))) {
      throw new SolutionError("checksum", name);
    }
    this.rules = rules;
    this.total = total;
    this.errorBound = view.getFloat64(96, true);
    // Typed arrays read the byte order of the machine; the file is little-endian.
    const isLittle = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
    this.values = isLittle
      ? new Float64Array(bytes, HEADER, total)
      : Float64Array.from({ length: total }, (_, at) => view.getFloat64(HEADER + 8 * at, true));
    const bits = HEADER + 8 * total + 8;
    this.bits = isLittle
      ? new Uint32Array(bytes, bits, total)
      : Uint32Array.from({ length: total }, (_, at) => view.getUint32(bits + 4 * at, true));
  }

  /** @param bytes the five switches, and seven zeros */
  static #rulesOf(bytes: Uint8Array): Rules {
    const limits = [1, 1, 1, 2, 1, 0, 0, 0, 0, 0, 0, 0];
    if (limits.some((limit, at) => bytes[at] > limit)) {
      throw new SolutionError("switches", bytes.slice(0, 5).join(" "));
    }
    const [oneDie, crowding, overshoot] = [bytes[0] === 1, bytes[1] === 1, bytes[2] === 1];
    const reentry = (["free", "forced", "first"] as const)[bytes[3]];
    const rules = rulesOf({ oneDie, crowding, overshoot, reentry, doubleWin: bytes[4] === 1 });
    if (!rules) {
      // Such rules exist, but have no name by which they could be chosen.
      throw new SolutionError("switches", bytes.slice(0, 5).join(" "));
    }
    return rules;
  }

  /** Number of a position in canonical order. */
  numberOf(position: Position) {
    const own = this.sideNumbers[keyOf(position.own)];
    const other = this.sideNumbers[keyOf(position.other)];
    const number = own < 0 || other < 0 ? -1 : this.numbers[own * this.sides.length + other];
    // Throw an error: a look-up that failed silently would show no value, or the value of another position.
    if (number === undefined || number < 0) {
      throw new SolutionError("position", writePosition(position));
    }
    return number;
  }

  /** All positions, in canonical order. */
  positions(): Position[] {
    const positions: Position[] = [];
    const count = this.sides.length;
    this.numbers.forEach((number, at) => {
      if (number >= 0) {
        positions.push({ own: this.sides[Math.floor(at / count)], other: this.sides[at % count] });
      }
    });
    return positions;
  }

  /** The value before the throw, to the player on roll; also of a position in which the opponent has won. */
  value(position: Position) {
    if (isFinished(position.other)) {
      return this.lost(position.own);
    }
    return this.values[this.numberOf(position)];
  }

  /** The value of a lost game to the loser. */
  lost(loser: Side) {
    if (!this.rules.doubleWin) {
      return 0;
    }
    return loser.includes(HOME) ? -1 : -2;
  }

  /** The same value, to the other player. */
  flip(value: number) {
    // 0 - 0 is positive zero, unlike -0.
    return this.rules.doubleWin ? 0 - value : 1 - value;
  }

  /** Bits of the best moves with a die: the lowest for the first man. */
  bestBits(position: Position, die: number) {
    return (this.bits[this.numberOf(position)] >>> (4 * die - 4)) & 7;
  }

  isReachable(position: Position) {
    return this.bits[this.numberOf(position)] >>> 31 === 1;
  }

  /**
   * All legal moves with a die, best first, then the rearmost man first. The bits of the file decide which moves are best, not
   * a comparison of values: moves that are proven equal may have values that differ by rounding.
   */
  ranked(position: Position, die: number): Ranked[] {
    const bits = this.bestBits(position, die);
    const weighed = playsOf(this.rules, position, die).map((play) => ({
      play,
      move: play.move,
      position: writePosition(play.next),
      value: this.flip(this.value(play.next)),
      loss: 0,
      isBest: play.man < 0 || ((bits >>> play.man) & 1) === 1,
    }));
    const best = weighed.filter((it) => it.isBest);
    const others = weighed.filter((it) => !it.isBest).sort((one, other) => other.value - one.value);
    const most = best[0].value;
    for (const it of best) {
      it.value = most;
    }
    for (const it of others) {
      it.loss = Math.max(most - it.value, 0);
    }
    return [...best, ...others].map(({ isBest, ...ranked }) => ranked);
  }

  /** The value once the die is known: that of the best move. */
  valueWith(position: Position, die: number) {
    return this.ranked(position, die)[0].value;
  }

  /** A difference of values in points: a win instead of a loss is 2. */
  inPoints(difference: number) {
    return this.rules.doubleWin ? difference : 2 * difference;
  }
}

/** Every side that a rule set allows, in the order of the notation. */
function sidesOf(rules: Rules): Side[] {
  const places: Man[] = [];
  for (let man = OFF; man <= HOME; man++) {
    if (man !== OWING || hasEntryDuty(rules)) {
      places.push(man);
    }
  }
  const follows = (one: Man, next: Man): boolean => one < next || (one === next && (rules.crowding || one <= OWING || one === HOME));
  return places.flatMap((first) =>
    places
      .filter((second) => follows(first, second))
      .flatMap((second) => places.filter((third) => follows(second, third)).map((third) => [first, second, third])),
  );
}

/** A number for each side, for look-up. */
export function keyOf(side: Side) {
  return (side[0] + 1) * 196 + (side[1] + 1) * 14 + side[2] + 1;
}

/** The remainders of all bytes, for the checksum. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) {
    rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  }
  return rest;
});

/** CRC-32 (IEEE 802.3) of bytes. */
function crc32(bytes: Uint8Array) {
  let rest = 0xffffffff;
  for (let at = 0; at < bytes.length; at++) {
    rest = CRC_TABLE[(rest ^ bytes[at]) & 255] ^ (rest >>> 8);
  }
  return (rest ^ 0xffffffff) >>> 0;
}
