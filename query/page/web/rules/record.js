// Recorded games: the text that `tourne review` reads, in both directions.

/** @import { Rules } from "./rules.js" */
import { Game } from "./game.js";
import {
  bytesOf, dieOf, NotationError, readMove, readPosition, readThrow, wordsOf, writePosition, writeThrow,
} from "./notation.js";
import { playsOf, rulesNamed, startPosition } from "./rules.js";
import { SPACES, trimmed } from "./writing.js";

/** Maximum length of a line of a record, in bytes, and maximum numbers of turns and lines. */
const LONGEST_LINE = 1024;
export const MOST_TURNS = 100_000;
const MOST_LINES = 400_000;
/** Stands in the text of a file for bytes that are not text: a part of a character, which no text has. */
const NO_TEXT = "\uD800";

/** A record that cannot be read. `kind` is a key of the texts. */
export class RecordError extends Error {
  /**
   * @param {"empty" | "turns" | "lines" | "long" | "notText" | "nul" | "noTurn" | "twice" | "results" | "likeSide" | "rules" | "otherRules" | "notation" | "illegal" | "turn" | "third" | "over"} kind
   * @param {number} line counted from 1
   * @param {string[]} words
   * @param {NotationError | null} cause
   */
  constructor(kind, line, words = [], cause = null) {
    super(`line ${line}: ${kind} ${words.join(" ")}`);
    this.kind = kind;
    this.line = line;
    this.words = words.map((word) => (word.length > 60 ? `${word.slice(0, 59)}…` : word));
    this.fault = cause;
  }
}

/**
 * A game as a record.
 * @param {Game} game
 */
export function writeRecord(game) {
  const lines = [`rules: ${game.rules.name}`];
  if (writePosition(game.start) !== "000/000") {
    lines.push(`position: ${writePosition(game.start)}`);
  }
  for (const [name, text] of game.headers) {
    lines.push(`${name}: ${text}`);
  }
  if (game.resigned) {
    const { seat, dice } = game.resigned;
    lines.push(`result: ${game.names[seat]} resigns${dice.length > 0 ? ` with ${writeThrow(dice)}` : ""}`);
  }
  for (const turn of game.turns) {
    lines.push(`${game.names[turn.seat]} ${writeThrow(turn.dice)} ${turn.play.move}`);
  }
  return `${lines.join("\n")}\n`;
}

/**
 * The games of a record. The side that moves first has the light men.
 * @param {string} text
 * @returns {Game[]}
 */
export function readRecord(text) {
  const reading = recordReader(text);
  for (;;) {
    const { done, value } = reading.next();
    if (done) {
      return value;
    }
  }
}

/**
 * The text of a file, in UTF-8 or, after its byte order mark, in UTF-16.
 * @param {ArrayBuffer} buffer
 */
export function textOfFile(buffer) {
  const bytes = new Uint8Array(buffer);
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (isLittle || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    const view = new DataView(buffer);
    const units = Array.from({ length: bytes.length >> 1 }, (_, at) => String.fromCharCode(view.getUint16(2 * at, isLittle)));
    return units.join("") + (bytes.length % 2 === 1 ? NO_TEXT : "");
  }
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  /** @type {(bytes: Uint8Array) => string | null} */
  const decode = (bytes) => {
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
 * Reads a record line by line, so that much else can be done between the lines.
 * @param {string} text
 * @returns {Generator<void, Game[]>}
 */
export function* recordReader(text) {
  const reading = new RecordReading();
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
      reading.add(line, content);
    }
  }
  return reading.end();
}

/** A throw: two dice, or the die that is played. */
const IS_THROW = /^[1-6](-?[1-6])?$/;

/**
 * The words of a turn: the side, the throw and the move, without the number before them; null if the line has another number of
 * words, or no side.
 * @param {string} content
 * @returns {string[] | null}
 */
function wordsOfTurn(content) {
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
 * @typedef {{line: number, name: string, text: string, key: "rules" | "position" | "result" | "likeTurn" | "other"}} Header
 */

/**
 * Reads a line as a header; null if it does not begin with a word and a colon. A number is not a name, since it may be that of
 * a turn.
 * @param {number} line
 * @param {string} content
 * @returns {Header | null}
 */
function headerOf(line, content) {
  const at = content.indexOf(":");
  const name = content.slice(0, at);
  if (at < 0 || SPACES.test(name) || /^[0-9]*$/.test(name)) {
    return null;
  }
  const text = trimmed(content.slice(at + 1));
  const [first = "", ...rest] = wordsOf(text);
  // A mistyped turn is none of the headers, because it would begin another game.
  const isLikeTurn = IS_THROW.test(first) && rest.some((word) => /^pass$/i.test(word) || word.includes("/"));
  const known = /** @type {const} */ (["rules", "position", "result"]).find((key) => key === name.toLowerCase());
  return { line, name, text, key: known ?? (isLikeTurn ? "likeTurn" : "other") };
}

/** A record of which the lines so far were read. */
class RecordReading {
  constructor() {
    /** @type {Game[]} */
    this.games = [];
    /** Whether the next turn belongs to the last game. */
    this.isRunning = false;
    /** Whether a colon follows the side in the first turn of the last game. */
    this.hasColons = false;
    /** The header `result` of the last game. @type {Header | undefined} */
    this.result = undefined;
    /** Headers of the last game that look like turns. @type {Header[]} */
    this.likeTurns = [];
    /** Headers of the next game. @type {Header[]} */
    this.opening = [];
    /** Lines before the first turn of the next game that look like turns, but for the colon. @type {{line: number, content: string}[]} */
    this.unclear = [];
    /** Other headers after a single unclear line. @type {{line: number, content: string}[]} */
    this.afterUnclear = [];
    this.turns = 0;
  }

  /**
   * Adds a line that is neither empty nor a comment.
   * @param {number} line
   * @param {string} content
   */
  add(line, content) {
    if (this.unclear.length > 0) {
      const header = headerOf(line, content);
      if (!header) {
        this.#settle(!this.#makesHeaders(content));
      } else if (header.key !== "likeTurn" && this.unclear.length === 1) {
        this.afterUnclear.push({ line, content });
        return;
      } else if (header.key !== "likeTurn") {
        this.#settle(true);
      } else if (this.afterUnclear.length > 0) {
        this.#settle(!this.#standsBeforeHeaders());
      }
    }
    this.#take(line, content);
  }

  /**
   * Whether a line without a colon after its name shows that the unclear lines are headers: it is a turn, and of none of their
   * names.
   * @param {string} content
   */
  #makesHeaders(content) {
    const [side, dice] = wordsOfTurn(content) ?? [];
    const names = this.unclear.map(({ line, content }) => headerOf(line, content)?.name);
    return dice !== undefined && IS_THROW.test(dice) && !names.includes(side);
  }

  /** Whether an unclear line stands alone before headers that begin a game. */
  #standsBeforeHeaders() {
    const [after] = this.afterUnclear;
    return after !== undefined && headerOf(after.line, after.content)?.key !== "result";
  }

  /**
   * Adds the unclear lines as turns or as headers, and then the headers after them.
   * @param {boolean} areTurns
   */
  #settle(areTurns) {
    const { unclear, afterUnclear } = this;
    this.unclear = [];
    this.afterUnclear = [];
    for (const { line, content } of unclear) {
      const header = areTurns ? null : headerOf(line, content);
      if (header) {
        this.#open(header);
      } else {
        this.#turn(line, content, true);
      }
    }
    for (const { line, content } of afterUnclear) {
      this.#take(line, content);
    }
  }

  /**
   * Adds a line when no line before it is unclear.
   * @param {number} line
   * @param {string} content
   */
  #take(line, content) {
    const running = this.isRunning ? this.games[this.games.length - 1] : undefined;
    const header = headerOf(line, content);
    if (!header || running?.names.includes(header.name)) {
      this.#turn(line, content, false);
    } else if (header.key === "likeTurn" && running && (this.hasColons || running.turns.length === 1)) {
      this.#turn(line, content, false);
    } else if (header.key === "likeTurn") {
      this.isRunning = false;
      this.unclear.push({ line, content });
    } else if (header.key === "result" && running) {
      this.#checkOnlyResult(line);
      this.result = header;
      running.headers.push([header.name, header.text]);
      this.isRunning = false;
    } else {
      if (header.key === "result" && this.opening.length === 0) {
        // A second result right after that of a game.
        this.#checkOnlyResult(line);
      }
      this.#open(header);
    }
  }

  /**
   * Checks that the last game has no result yet.
   * @param {number} line
   */
  #checkOnlyResult(line) {
    if (this.result) {
      throw new RecordError("results", line, [String(this.result.line)]);
    }
  }

  /**
   * Adds a header of the next game.
   * @param {Header} header
   */
  #open(header) {
    this.isRunning = false;
    if (header.key === "rules" || header.key === "position" || header.key === "result") {
      checkOnce(
        header,
        this.opening.find((it) => it.key === header.key),
      );
    }
    if (header.key === "rules" && !rulesNamed(header.text)) {
      throw new RecordError("rules", header.line, [header.text]);
    }
    this.opening.push(header);
  }

  /**
   * Adds a turn, which begins a game if none is running.
   * @param {number} line
   * @param {string} content
   * @param {boolean} hasColon
   */
  #turn(line, content, hasColon) {
    if (!this.isRunning) {
      this.#conclude();
      const { opening } = this;
      this.opening = [];
      this.result = opening.find((it) => it.key === "result");
      this.likeTurns = opening.filter((it) => it.key === "likeTurn");
      this.games.push(gameOf(opening));
      this.isRunning = true;
      this.hasColons = hasColon;
    }
    addTurn(this.games[this.games.length - 1], content, line);
    this.turns += 1;
    if (this.turns > MOST_TURNS) {
      throw new RecordError("turns", 0, [String(MOST_TURNS)]);
    }
  }

  /** Checks the last game when all its turns are known, and notes the resignation that its result states, if it states one. */
  #conclude() {
    const { result, likeTurns } = this;
    const game = this.games[this.games.length - 1];
    this.result = undefined;
    this.likeTurns = [];
    const likeSide = game && likeTurns.find((it) => game.names.includes(it.name));
    if (likeSide) {
      throw new RecordError("likeSide", likeSide.line, [`${likeSide.name}: ${likeSide.text}`, likeSide.name]);
    }
    const words = wordsOf(result?.text ?? "");
    const [name, verb, join, dice] = words;
    const isWhole = words.length === 2 || (words.length === 4 && join === "with");
    if (!game || !result || game.isOver || !isWhole || !/^resigns?$/.test(verb)) {
      return;
    }
    if (game.names[1] === "" && game.names[0] !== name) {
      game.names[1] = name;
    }
    const seat = game.names.indexOf(name);
    if (seat >= 0) {
      const thrown = dice !== undefined && seat === game.seat ? atLine(result.line, () => readThrow(game.rules, dice)) : [];
      game.resign(seat, thrown);
      // Remove this header: the record writes a new one.
      game.headers = game.headers.filter(([header]) => header.toLowerCase() !== "result");
    }
  }

  /** The games of the record, after its last line. */
  end() {
    this.#settle(!this.#standsBeforeHeaders());
    if (this.games.length === 0) {
      throw new RecordError("empty", 0);
    }
    this.#conclude();
    // Headers after the last turn begin no game, but must be valid too.
    gameOf(this.opening);
    return this.games;
  }
}

/**
 * Checks that a header which a game has only once has not stood before.
 * @param {Header} header
 * @param {Header | undefined} before
 */
function checkOnce(header, before) {
  if (before) {
    throw new RecordError("twice", header.line, [header.key, String(before.line)]);
  }
}

/**
 * A new game with these headers.
 * @param {Header[]} headers
 */
function gameOf(headers) {
  const named = headers.find((it) => it.key === "rules");
  const rules = /** @type {Rules} */ (rulesNamed(named?.text ?? "standard"));
  const position = headers.find((it) => it.key === "position");
  const start = position ? atLine(position.line, () => readPosition(rules, position.text)) : startPosition();
  const game = new Game(rules, 0, start);
  const others = headers.filter(({ key }) => key !== "rules" && key !== "position");
  game.headers = others.map(({ name, text }) => [name, text]);
  return game;
}

/**
 * @param {Game} game
 * @param {string} content
 * @param {number} line
 */
function addTurn(game, content, line) {
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

/**
 * Checks that it is this side's turn, and notes its name.
 * @param {Game} game
 * @param {string} side
 * @param {number} line
 */
function takeTurn(game, side, line) {
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

/**
 * @template V
 * @param {number} line
 * @param {() => V} read
 * @returns {V}
 */
function atLine(line, read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotationError) {
      throw new RecordError("notation", line, [], error);
    }
    throw error;
  }
}
