// Recorded games: the text that `tourne review` reads, in both directions.

import type { Rules } from "./rules.ts";
import { Game } from "./game.ts";
import {
  bytesOf, dieOf, NotationError, readMove, readPosition, readThrow, wordsOf, writePosition, writeThrow,
} from "./notation.ts";
import { playsOf, rulesNamed, startPosition } from "./rules.ts";
import { SPACES, trimmed } from "./writing.ts";

/** Maximum length of a line of a record, in bytes, and maximum numbers of turns and lines. */
const LONGEST_LINE = 1024;
export const MOST_TURNS = 100_000;
const MOST_LINES = 400_000;
/** Stands in the text of a file for bytes that are not text: a part of a character, which no text has. */
const NO_TEXT = "\uD800";

/** A record that cannot be read. `kind` is a key of the texts. */
export class RecordError extends Error {
  kind:
    | "empty" | "turns" | "lines" | "long" | "notText" | "nul" | "noTurn" | "twice" | "results" | "noGame" | "likeSide"
    | "rules" | "otherRules" | "notation" | "illegal" | "turn" | "third" | "over";
  line: number;
  words: string[];
  fault: NotationError | null;

  /** @param line counted from 1 */
  constructor(kind: RecordError["kind"], line: number, words: string[] = [], cause: NotationError | null = null) {
    super(`line ${line}: ${kind} ${words.join(" ")}`);
    this.kind = kind;
    this.line = line;
    this.words = words.map((word) => (word.length > 60 ? `${word.slice(0, 59)}…` : word));
    this.fault = cause;
  }
}

/** A game as a record. */
export function writeRecord(game: Game) {
  const lines = [`rules: ${game.rules.name}`];
  if (writePosition(game.start) !== "000/000") {
    lines.push(`position: ${writePosition(game.start)}`);
  }
  for (const [name, text] of game.headers) {
    lines.push(`${name}: ${text}`);
  }
  if (game.resigned) {
    const { seat, dice } = game.resigned;
    const other = game.names[1 - seat];
    // The turns name the sides that had one.
    const isNamed = other === "" || game.turns.some((turn) => turn.seat !== seat);
    const thrown = dice.length > 0 ? ` with ${writeThrow(dice)}` : "";
    lines.push(`result: ${game.names[seat]} resigns${thrown}${isNamed ? "" : ` against ${other}`}`);
  }
  for (const turn of game.turns) {
    lines.push(`${game.names[turn.seat]} ${writeThrow(turn.dice)} ${turn.play.move}`);
  }
  return `${lines.join("\n")}\n`;
}

/** The games of a record. The side that moves first has the light men. */
export function readRecord(text: string): Game[] {
  const reading = recordReader(text);
  for (;;) {
    const { done, value } = reading.next();
    if (done) {
      return value;
    }
  }
}

/** The text of a file, in UTF-8 or, after its byte order mark, in UTF-16. */
export function textOfFile(buffer: ArrayBuffer) {
  const bytes = new Uint8Array(buffer);
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (isLittle || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    const view = new DataView(buffer);
    const units = Array.from({ length: bytes.length >> 1 }, (_, at) => String.fromCharCode(view.getUint16(2 * at, isLittle)));
    return units.join("") + (bytes.length % 2 === 1 ? NO_TEXT : "");
  }
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const decode = (bytes: Uint8Array): string | null => {
    try {
      return decoder.decode(bytes);
    } catch {
      return null;
    }
  };
  const text = decode(bytes);
  if (text !== null) {
    return text;
  }
  const lines = [];
  for (let from = 0; from <= bytes.length; ) {
    const end = bytes.indexOf(10, from);
    const to = end < 0 ? bytes.length : end;
    lines.push(decode(bytes.subarray(from, to)) ?? NO_TEXT);
    from = to + 1;
  }
  return lines.join("\n");
}

/**
 * A line of a record that is neither empty nor a comment. `followsEmpty` tells whether an empty line stands between it and the
 * one before.
 */
type Line = { line: number; content: string; followsEmpty: boolean };

/** Reads a record line by line, so that much else can be done between the lines. */
export function* recordReader(text: string): Generator<void, Game[]> {
  const written: Line[] = [];
  let followsEmpty = false;
  const lines = text.split("\n");
  for (const [at, whole] of lines.entries()) {
    const line = at + 1;
    const raw = whole.replace(/^\uFEFF+/, "");
    if (raw === "" && line === lines.length) {
      // No line follows the last line feed.
      break;
    }
    if (line > MOST_LINES) {
      throw new RecordError("lines", 0, [String(MOST_LINES)]);
    }
    // A character has at most three bytes for each of its units.
    if (3 * raw.length > LONGEST_LINE && bytesOf(raw) > LONGEST_LINE) {
      throw new RecordError("long", line);
    }
    if (raw.includes("\0")) {
      throw new RecordError("nul", line);
    }
    if (/\p{Surrogate}/u.test(raw)) {
      throw new RecordError("notText", line);
    }
    yield;
    const content = trimmed(raw.split("#")[0]);
    if (content !== "") {
      written.push({ line, content, followsEmpty });
      followsEmpty = false;
    } else {
      followsEmpty ||= trimmed(raw) === "";
    }
  }
  return yield* new RecordReading(written).games();
}

/** A throw: two dice, or the die that is played. */
const IS_THROW = /^[1-6](-?[1-6])?$/;

/**
 * The words of a turn: the side, the throw and the move, without the number before them; null if the line has another number of
 * words, or no side.
 */
function wordsOfTurn(content: string): string[] | null {
  let words = wordsOf(content);
  if (words.length === 4 && /^[0-9]+[.:]$/.test(words[0])) {
    words = words.slice(1);
  }
  const side = words[0].replace(/:+$/, "");
  return words.length === 3 && side !== "" ? [side, words[1], words[2]] : null;
}

/**
 * A line that begins with a name and a colon. Its key is that of a header which a reader understands, or says that a throw and
 * a move follow the colon: then the name is that of a header or of a side.
 */
type Header = { line: number; name: string; text: string; key: "rules" | "position" | "result" | "likeTurn" | "other" };

/**
 * Reads a line as a header; null if it does not begin with a word and a colon. A number is not a name, since it may be that of
 * a turn.
 */
function headerOf({ line, content }: Line): Header | null {
  const at = content.indexOf(":");
  const name = content.slice(0, at);
  if (at < 0 || SPACES.test(name) || /^[0-9]*$/.test(name)) {
    return null;
  }
  const text = trimmed(content.slice(at + 1));
  const [first = "", ...rest] = wordsOf(text);
  // A mistyped turn is none of the headers, because it would begin another game.
  const isLikeTurn = IS_THROW.test(first) && rest.some((word) => /^pass$/i.test(word) || word.includes("/"));
  const known = (["rules", "position", "result"] as const).find((key) => key === name.toLowerCase());
  return { line, name, text, key: known ?? (isLikeTurn ? "likeTurn" : "other") };
}

/** The lines of a record, read from the first to the last. */
class RecordReading {
  lines: Line[];
  /** The index of the next line. */
  at: number;
  turns: number;

  constructor(lines: Line[]) {
    this.lines = lines;
    this.at = 0;
    this.turns = 0;
  }

  *games(): Generator<void, Game[]> {
    const games = [];
    while (this.at < this.lines.length) {
      const { line } = this.lines[this.at];
      const { game, hasResult } = yield* this.#game();
      if (game.turns.length === 0 && !hasResult) {
        throw new RecordError("noGame", line);
      }
      games.push(game);
    }
    if (games.length === 0) {
      throw new RecordError("empty", 0);
    }
    return games;
  }

  /** Reads a game: its headers, its turns, and the result after them. */
  *#game(): Generator<void, { game: Game; hasResult: boolean }> {
    const { headers, hasColons } = yield* this.#opening();
    let result = headers.find(({ key }) => key === "result");
    const game = gameOf(headers);
    while (this.#isTurn(game, hasColons)) {
      const { line, content } = this.lines[this.at];
      addTurn(game, content, line);
      this.at += 1;
      this.turns += 1;
      if (this.turns > MOST_TURNS) {
        throw new RecordError("turns", 0, [String(MOST_TURNS)]);
      }
      yield;
    }
    const likeSide = headers.find(({ key, name }) => key === "likeTurn" && game.names.includes(name));
    if (likeSide) {
      throw new RecordError("likeSide", likeSide.line, [`${likeSide.name}: ${likeSide.text}`, likeSide.name]);
    }
    for (; game.turns.length > 0 && this.at < this.lines.length; this.at++) {
      const header = headerOf(this.lines[this.at]);
      if (header?.key !== "result" || (result && this.lines[this.at].followsEmpty)) {
        break;
      }
      if (result) {
        throw new RecordError("results", header.line, [String(result.line)]);
      }
      result = header;
      game.headers.push([header.name, header.text]);
    }
    noteResignation(game, result);
    return { game, hasResult: result !== undefined };
  }

  /**
   * Reads the headers of a game, up to its first turn or another game. `hasColons` tells whether a colon follows the side in its
   * first turn.
   */
  *#opening(): Generator<void, { headers: Header[]; hasColons: boolean }> {
    const headers: Header[] = [];
    // Lines before this one look like turns, but are headers.
    let headersUntil = this.at;
    for (; this.at < this.lines.length; this.at++) {
      const header = headerOf(this.lines[this.at]);
      if (!header) {
        break;
      }
      // Before the end of the headers is looked for: an empty line may stand between them and the turns.
      if (header.key === "likeTurn" && this.at >= headersUntil) {
        const { count, areTurns } = this.#likeTurns();
        if (areTurns) {
          return { headers, hasColons: true };
        }
        headersUntil = this.at + count;
      }
      const name = header.name.toLowerCase();
      const isOther = header.key !== "result" && headers.some((it) => it.name.toLowerCase() === name);
      if (headers.some(({ key }) => key === "result") && (this.lines[this.at].followsEmpty || isOther)) {
        break;
      }
      addHeader(headers, header);
      yield;
    }
    return { headers, hasColons: false };
  }

  /**
   * Counts the lines from the next one that look like turns, but for the colon after the name, and tells whether they are turns.
   * What follows them decides: they are headers before a turn of another name without a colon, and a single one is a header
   * before other headers than the result.
   */
  #likeTurns() {
    const keyAt = (at: number): Header["key"] | null | undefined => this.lines[at] && (headerOf(this.lines[at])?.key ?? null);
    let after = this.at;
    while (keyAt(after) === "likeTurn") {
      after += 1;
    }
    const run = this.lines.slice(this.at, after);
    const header = run.length === 1 ? keyAt(after) : null;
    if (header) {
      for (let key = keyAt(after); key && key !== "likeTurn"; key = keyAt(after)) {
        after += 1;
      }
    }
    const areTurns =
      keyAt(after) === null ? !isTurnOfAnother(this.lines[after].content, run) : !header || header === "result";
    return { count: run.length, areTurns };
  }

  /** Whether the next line is a turn of this game. */
  #isTurn(game: Game, hasColons: boolean) {
    const line = this.lines[this.at];
    const header = line && headerOf(line);
    const mayBeSide = hasColons || game.turns.length === 1;
    return line && (!header || game.names.includes(header.name) || (header.key === "likeTurn" && mayBeSide));
  }
}

/** Whether a line is a turn, of none of the names of these lines. */
function isTurnOfAnother(content: string, lines: Line[]) {
  const [side, dice] = wordsOfTurn(content) ?? [];
  return dice !== undefined && IS_THROW.test(dice) && lines.every((line) => headerOf(line)?.name !== side);
}

/** Notes the resignation that the result of a game states, if it states one. */
function noteResignation(game: Game, result: Header | undefined) {
  const [name, verb, ...rest] = wordsOf(result?.text ?? "");
  const [dice, other] =
    rest[0] === "with" && (rest.length === 2 || (rest.length === 4 && rest[2] === "against"))
      ? [rest[1], rest[3]]
      : [undefined, rest[0] === "against" && rest.length === 2 ? rest[1] : undefined];
  const isWhole = rest.length === 0 || dice !== undefined || other !== undefined;
  if (!result || game.isOver || !isWhole || !/^resigns?$/.test(verb) || other === name) {
    return;
  }
  // Of a side that had no turn, only the result has the name. Without any turn, the side that gives up is on roll.
  const unnamed = game.names.indexOf("");
  if (unnamed >= 0 && !game.names.includes(name)) {
    game.names[unnamed] = name;
  }
  const seat = game.names.indexOf(name);
  if (seat < 0) {
    return;
  }
  if (game.names[1 - seat] === "" && other !== undefined) {
    game.names[1 - seat] = other;
  }
  const thrown = dice !== undefined && seat === game.seat ? atLine(result.line, () => readThrow(game.rules, dice)) : [];
  game.resign(seat, thrown);
  // Remove this header: the record writes a new one.
  game.headers = game.headers.filter(([header]) => header.toLowerCase() !== "result");
}

/** Adds a header of a game. */
function addHeader(headers: Header[], header: Header) {
  if (header.key === "rules" || header.key === "position" || header.key === "result") {
    checkOnce(
      header,
      headers.find((it) => it.key === header.key),
    );
  }
  if (header.key === "rules" && !rulesNamed(header.text)) {
    throw new RecordError("rules", header.line, [header.text]);
  }
  headers.push(header);
}

/** Checks that a header which a game has only once has not stood before. */
function checkOnce(header: Header, before: Header | undefined) {
  if (before) {
    throw new RecordError("twice", header.line, [header.key, String(before.line)]);
  }
}

/** A new game with these headers. */
function gameOf(headers: Header[]) {
  const named = headers.find((it) => it.key === "rules");
  const rules = rulesNamed(named?.text ?? "standard") as Rules;
  const position = headers.find((it) => it.key === "position");
  const start = position ? atLine(position.line, () => readPosition(rules, position.text)) : startPosition();
  const game = new Game(rules, 0, start);
  const others = headers.filter(({ key }) => key !== "rules" && key !== "position");
  game.headers = others.map(({ name, text }) => [name, text]);
  return game;
}

function addTurn(game: Game, content: string, line: number) {
  const words = wordsOfTurn(content);
  if (!words) {
    throw new RecordError("noTurn", line, [content]);
  }
  const [side, written, action] = words;
  if (game.isOver) {
    throw new RecordError("over", line);
  }
  takeTurn(game, side, line);
  const { rules, position } = game;
  const dice = atLine(line, () => readThrow(rules, written));
  const move = atLine(line, () => readMove(action));
  const plays = playsOf(rules, position, dieOf(dice));
  const play = plays.find((it) => it.move.replace("*", "") === move);
  if (!play) {
    const legal = plays.map((it) => it.move).join(", ");
    throw new RecordError("illegal", line, [action, writePosition(position), String(dieOf(dice)), legal]);
  }
  game.add(dice, play);
}

/** Checks that it is this side's turn, and notes its name. */
function takeTurn(game: Game, side: string, line: number) {
  const seat = game.seat;
  if (game.turns.length < 2 && game.names[1 - seat] !== side) {
    game.names[seat] = side;
  }
  if (game.names[1 - seat] === side && game.names[seat] !== side) {
    throw new RecordError("turn", line, [side]);
  }
  if (game.names[seat] !== side) {
    throw new RecordError("third", line, [side, ...game.names]);
  }
}

function atLine<V>(line: number, read: () => V): V {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotationError) {
      throw new RecordError("notation", line, [], error);
    }
    throw error;
  }
}
