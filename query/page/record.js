// Recorded games: the text that `tourne review` reads, in both directions.
"use strict";

/** Maximum length of a line of a record, in bytes, and maximum number of turns. */
const LONGEST_LINE = 1024;
const MOST_TURNS = 100_000;

/** A record that cannot be read. `kind` is a key of the texts. */
class RecordError extends Error {
  /**
   * @param {"empty" | "turns" | "long" | "noTurn" | "rules" | "otherRules" | "notation" | "illegal" | "turn" | "third" | "over"} kind
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
function writeRecord(game) {
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
function readRecord(text) {
  const reading = recordReader(text);
  for (;;) {
    const { done, value } = reading.next();
    if (done) {
      return value;
    }
  }
}

/**
 * Reads a record line by line, so that much else can be done between the lines.
 * @param {string} text
 * @returns {Generator<void, Game[]>}
 */
function* recordReader(text) {
  /** @type {Game[]} */
  const games = [];
  /** @type {{line: number, name: string, text: string}[]} */
  let headers = [];
  /** The header `result` of the game that is being read. @type {{line: number, text: string} | undefined} */
  let result;
  let turns = 0;
  for (const [at, raw] of text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .entries()) {
    const line = at + 1;
    if (raw.length > LONGEST_LINE || raw.includes("\0") || raw.includes("\uFFFD")) {
      throw new RecordError("long", line);
    }
    yield;
    const content = raw.split("#")[0].trim();
    if (content === "") {
      continue;
    }
    const running = headers.length === 0 ? games[games.length - 1] : undefined;
    const header = headerOf(content, running);
    if (header) {
      headers.push({ line, ...header });
      continue;
    }
    if (!running) {
      conclude(games[games.length - 1], result);
      result = resultOf(headers);
      games.push(gameOf(headers));
      headers = [];
    }
    addTurn(games[games.length - 1], content, line);
    turns += 1;
    if (turns > MOST_TURNS) {
      throw new RecordError("turns", line, [String(MOST_TURNS)]);
    }
  }
  if (games.length === 0) {
    throw new RecordError("empty", 0);
  }
  conclude(games[games.length - 1], result);
  // Headers after the last turn begin no game, but must be valid too.
  gameOf(headers);
  return games;
}

/** @param {{line: number, name: string, text: string}[]} headers */
function resultOf(headers) {
  return headers.filter((it) => it.name.toLowerCase() === "result").pop();
}

/**
 * Records in a game the resignation that its header `result` states, if it states one. All turns must have been read.
 * @param {Game | undefined} game
 * @param {{line: number, text: string} | undefined} result
 */
function conclude(game, result) {
  const [, name, dice] = /^(\S+)\s+resigns?(?:\s+with\s+(\S+))?$/.exec(result?.text ?? "") ?? [];
  if (!game || !result || name === undefined || game.isOver) {
    return;
  }
  if (game.turns.length === 1 && game.names[0] !== name) {
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

/**
 * The name and text of a header line. A line that could be a turn is not a header, even if a colon follows the side.
 * @param {string} content
 * @param {Game | undefined} running
 */
function headerOf(content, running) {
  const [, name, text] = /^([^:]*):(.*)$/.exec(content) ?? [];
  if (name === undefined || /\s/.test(name) || /^[0-9]*$/.test(name) || running?.names.includes(name)) {
    return null;
  }
  const [first, ...rest] = text.trim().split(/\s+/);
  const isTurn = /^[1-6](-?[1-6])?$/.test(first) && rest.some((word) => word === "pass" || word.includes("/"));
  return isTurn ? null : { name, text: text.trim() };
}

/**
 * A new game with these headers.
 * @param {{line: number, name: string, text: string}[]} headers
 */
function gameOf(headers) {
  /** @type {Rules} */
  let rules = /** @type {Rules} */ (rulesNamed("standard"));
  for (const { line, text } of headers.filter((it) => it.name.toLowerCase() === "rules")) {
    const named = rulesNamed(text);
    if (!named) {
      throw new RecordError("rules", line, [text]);
    }
    rules = named;
  }
  let start = startPosition();
  for (const { line, text } of headers.filter((it) => it.name.toLowerCase() === "position")) {
    start = atLine(line, () => readPosition(rules, text));
  }
  const game = new Game(rules, 0, start);
  const others = headers.filter((it) => !["rules", "position"].includes(it.name.toLowerCase()));
  game.headers = others.map(({ name, text }) => [name, text]);
  return game;
}

/**
 * @param {Game} game
 * @param {string} content
 * @param {number} line
 */
function addTurn(game, content, line) {
  let words = content.split(/\s+/);
  if (words.length === 4 && /^[0-9]+[.:]$/.test(words[0])) {
    words = words.slice(1);
  }
  const side = words[0].replace(/:+$/, "");
  if (words.length !== 3 || side === "") {
    throw new RecordError("noTurn", line, [content]);
  }
  if (game.isOver) {
    throw new RecordError("over", line);
  }
  takeTurn(game, side, line);
  const { rules, position } = game;
  const dice = atLine(line, () => readThrow(rules, words[1]));
  const move = atLine(line, () => readMove(words[2]));
  const plays = playsOf(rules, position, dieOf(dice));
  const play = plays.find((it) => it.move.replace("*", "") === move);
  if (!play) {
    const legal = plays.map((it) => it.move).join(", ");
    throw new RecordError("illegal", line, [words[2], writePosition(position), String(dieOf(dice)), legal]);
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
