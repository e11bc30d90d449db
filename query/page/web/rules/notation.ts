// The notation, in both directions: positions, throws and moves.

import type { Man, Position, Rules, SetupFault } from "./rules.ts";
import { HOME, setupFaults, sorted } from "./rules.ts";
import { SPACES, trimmed } from "./writing.ts";

/** The letters of men, in ascending order; the first is OFF. */
const LETTERS = "0x123456789abh";

/** The words of a text. */
export function wordsOf(text: string) {
  return trimmed(text)
    .split(SPACES)
    .filter((word) => word !== "");
}

/** The length of a text in UTF-8, in bytes. */
export function bytesOf(text: string) {
  return new TextEncoder().encode(text).length;
}

/** A text, cut to the length that a message can hold. */
export function shortened(text: string) {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** Text that cannot be read. `kind` names the fault; `text` is the invalid part. */
export class NotationError extends Error {
  kind: "position" | "man" | "throw" | "dice" | "die" | "move" | "setup" | "onedie" | "choice";
  text: string;
  faults: SetupFault[];

  constructor(kind: NotationError["kind"], text: string, faults: SetupFault[] = []) {
    super(`${kind}: ${text}`);
    this.kind = kind;
    this.text = shortened(text);
    this.faults = faults;
  }
}

function writeSide(men: Man[]) {
  return sorted(men)
    .map((man) => LETTERS[man + 1])
    .join("");
}

export function writePosition(setup: { own: Man[]; other: Man[] }) {
  return `${writeSide(setup.own)}/${writeSide(setup.other)}`;
}

/** The men of one side, such as `04h` or `0,4,12`. */
function readSide(text: string): Man[] {
  const isLong = text.includes(",");
  const words = (isLong ? text.split(",") : [...text]).map((word) => trimmed(word).toLowerCase());
  return words.map((word) => {
    if (isLong && /^1[0-2]$/.test(word)) {
      return Number(word);
    }
    const at = word.length === 1 ? LETTERS.indexOf(word) : -1;
    if (at < 0) {
      throw new NotationError("man", word);
    }
    return at - 1;
  });
}

/** Men as they are written, legal or not. */
export function readSetup(text: string): { own: Man[]; other: Man[] } {
  const sides = trimmed(text).split("/");
  if (bytesOf(text) > 64 || sides.length !== 2 || sides.includes("")) {
    throw new NotationError("position", text);
  }
  return { own: sorted(readSide(sides[0])), other: sorted(readSide(sides[1])) };
}

/** A position of a rule set. */
export function readPosition(rules: Rules, text: string): Position {
  const setup = readSetup(text);
  const faults = setupFaults(rules, setup);
  if (faults.length > 0) {
    throw new NotationError("setup", writePosition(setup), faults);
  }
  return setup;
}

/** A throw: two dice, such as `43` or `4-3`, or the die that is played, such as `3`. */
export function readThrow(rules: Rules, text: string): number[] {
  const digits = trimmed(text);
  const words = digits.includes("-") ? digits.split("-") : [...digits];
  if (words.length === 0 || !words.every((word) => /^[0-9]$/.test(word))) {
    throw new NotationError("throw", text);
  }
  if (words.length > 2) {
    throw new NotationError("dice", text);
  }
  const dice = words.map(Number);
  if (dice.some((die) => die < 1 || die > 6)) {
    throw new NotationError("die", text);
  }
  if (rules.oneDie && dice.length > 1) {
    throw new NotationError("onedie", text);
  }
  return dice;
}

export function writeThrow(dice: number[]) {
  return dice.join("-");
}

/** The die of a throw that is played. */
export function dieOf(dice: number[]) {
  return Math.min(...dice);
}

/** A move, such as `0/3`, `off/3*` or `pass`, in the notation of the page, without the mark of a hit. */
export function readMove(text: string): string {
  const word = trimmed(text).toLowerCase();
  if (word === "pass") {
    return "pass";
  }
  const names = new Map(Object.entries({ off: 0, bar: 0, x: 0, 0: 0, home: HOME, h: HOME, a: 10, b: 11, 10: 10, 11: 11, 12: HOME }));
  const places = word
    .replace(/\*$/, "")
    .split("/")
    .map((place) => (/^[1-9]$/.test(place) ? Number(place) : names.get(place)));
  if (places.length !== 2 || places.includes(undefined as any) || places[0] === HOME) {
    throw new NotationError("move", text);
  }
  if (places[0] === 0 && places[1] === 0) {
    throw new NotationError("move", text);
  }
  return places.join("/");
}
