// Recorded games in an address: what follows `#review:`, in both directions. Each turn is written as a sign for its
// throw and, if several moves are legal, the number of the move among them.

import { constants } from "../rules/constants.ts";
import { Game } from "../rules/game.ts";
import { rulesInside } from "../rules/library.ts";
import { dieOf, readPosition, shortened, writePosition } from "../rules/notation.ts";
import { MOST_TURNS } from "../rules/record.ts";
import { playsOf, rulesNamed, startPosition } from "../rules/rules.ts";
import { SolutionError } from "../rules/solution.ts";
import { isolated } from "../rules/writing.ts";
import { LANGUAGES, T } from "../texts/language.ts";
import { errorInWords } from "../texts/words.ts";

/** Signs of throws: of two dice 1-1, 1-2, … 6-6, then of one die 1 to 6. */
const THROW_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnop";
/** Signs for giving up the game: by the light seat, and by the dark seat. */
const RESIGNS = "!-";
/** Maximum length of a side's name in a link, in characters. */
const LONGEST_NAME = 40;
/** Name of the check at the end of a link. */
const CHECK = "check";
/** Name of the turn that the page shows first. It may follow the check. */
const TURN = "turn";

function throwSign([one, other]: number[]) {
  return THROW_SIGNS[other === undefined ? 35 + one : 6 * one - 7 + other];
}

function throwOfSign(sign: string) {
  const at = THROW_SIGNS.indexOf(sign);
  return at < 36 ? [1 + Math.floor(at / 6), 1 + (at % 6)] : [at - 35];
}

/**
 * Writes games as an address. For each game it has the turns, the names of the light and the dark side, and the rule set, start
 * and first side if they are not the defaults. A check at the end tells whether a part of the address was lost or altered.
 * @param nameOf the name of a side as the address has it
 */
export function writeReviewLink(games: Game[], nameOf: (name: string) => string = (name) => name) {
  const parts = games.map(({ rules, first, start, names, resigned, turns }) => {
    const signs = turns.map(({ position, dice, die, play }) => {
      const plays = playsOf(rules, position, die);
      return throwSign(dice) + (plays.length > 1 ? plays.findIndex((it) => it.move === play.move) : "");
    });
    const end = resigned ? RESIGNS[resigned.seat] + (resigned.dice.length > 0 ? throwSign(resigned.dice) : "") : "";
    const settings = [
      `names=${names.map((name) => encodeURIComponent(firstSigns(nameOf(name)))).join(",")}`,
      rules.name === "standard" ? "" : `rules=${rules.name}`,
      writePosition(start) === "000/000" ? "" : `start=${writePosition(start)}`,
      first === 0 ? "" : "first=dark",
    ];
    return [signs.join("") + end, ...settings.filter((setting) => setting !== "")].join("&");
  });
  const text = parts.join("&game=");
  return `#review:${text}${text === "" ? "" : `&${CHECK}=${checkOf(text)}`}`;
}

/** Whether a link holds several games. A turn in the link belongs to the first of them. */
export function hasSeveralGames(link: string) {
  return link.includes("&game=");
}

/** A link that opens at a turn. */
export function atTurn(link: string, turn: number) {
  return `${link}&${TURN}=${turn}`;
}

/** A link without its turn, and the turn; NaN if it names none. */
export function splitTurn(link: string): [string, number] {
  const [part = "", turn = NaN] = link.match(`&${TURN}=([0-9]{1,6})$`) ?? [];
  return [link.slice(0, link.length - part.length), Number(turn)];
}

/**
 * The names of the sides for other people, for whom the person at this page is not "You". Each person has one name in all games,
 * and a name of its own, also where names are cut.
 */
export function namesForOthers(games: Game[]): (name: string) => string {
  const isOwn = (name: string) => Object.values(LANGUAGES).some(({ you }) => you === name);
  const names = [...new Set(games.flatMap((game) => game.names))].sort((one, other) => Number(isOwn(one)) - Number(isOwn(other)));
  const given: Map<string, string> = new Map();
  for (const name of names) {
    const seats = new Set(games.flatMap((game) => [0, 1].filter((seat) => game.names[seat] === name)));
    const base = !isOwn(name) ? name : seats.size > 1 ? T.link.player : [T.light, T.dark][seats.has(0) ? 0 : 1];
    let candidate = firstSigns(base);
    for (let count = 2; [...given.values()].includes(candidate); count++) {
      candidate = `${firstSigns(base, LONGEST_NAME - 6)}_${count}`;
    }
    given.set(name, candidate);
  }
  return (name) => given.get(name) ?? name;
}

/** A name that the page gave to a side, in the language of the page; any other name as it is. */
export function nameInLanguage(name: string) {
  for (const { you, light, dark, friend, play } of Object.values(LANGUAGES)) {
    const at = [you, light, dark, friend.name].indexOf(name);
    if (at >= 0) {
      return [T.you, T.light, T.dark, T.friend.name][at];
    }
    const level = constants().tolerances.findIndex((_, at) => play.levelName(at + 1) === name);
    if (level >= 0) {
      return T.play.levelName(level + 1);
    }
  }
  return name;
}

/**
 * The check of an address: two signs that any single altered character changes.
 * @param text with or without percent codes
 */
function checkOf(text: string) {
  const sum = [...decoded(text)].reduce((sum, sign) => (31 * sum + (sign.codePointAt(0) ?? 0)) % (36 * 36), 0);
  return sum.toString(36).padStart(2, "0");
}

/**
 * Splits a link into its games and the fault that its check shows. Links of people need no check, but then a game that is not
 * finished may be the rest of a longer one.
 */
function checkedLink(link: string): [string, (games: Game[]) => string[]] {
  const at = link.lastIndexOf(`&${CHECK}=`);
  if (at < 0) {
    return [link, (games) => (games.every((game) => game.isOver || game.resigned) ? [] : [T.link.cut])];
  }
  const text = link.slice(0, at);
  const isRight = link.slice(at + CHECK.length + 2) === checkOf(text);
  return [text, () => (isRight ? [] : [T.link.altered])];
}

/**
 * Reads the games of an address as far as they can be played.
 * @param link what follows `#review:`
 * @param inside names of the rule sets that games may have
 * @returns faults in words
 */
export function readReviewLink(link: string, inside: string[] = rulesInside()): { games: Game[]; faults: string[] } {
  const faults: string[] = [];
  const [text, faultsOfCheck] = checkedLink(link);
  const games = `game=${text}`.split("&game=").flatMap((part, at) => {
    const [turns, ...settings] = part.replace(/^game=/, "").split("&");
    const before = faults.length;
    const game = linkedGame(decoded(turns), settings, inside, faults);
    if (hasSeveralGames(text)) {
      faults.push(...faults.splice(before).map((fault) => T.link.inGame(at + 1, fault)));
    }
    return game ? [game] : [];
  });
  // A fault that can be named says more.
  return { games, faults: faults.length > 0 ? faults : faultsOfCheck(games) };
}

/**
 * Decodes the percent codes in a part of an address. If a percent sign does not begin a valid code, returns the part unchanged.
 */
export function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The beginning of a name. It is cut between characters, never within one.
 * @param count of characters
 */
function firstSigns(name: string, count: number = LONGEST_NAME) {
  return [...name].slice(0, count).join("");
}

/**
 * @param settings as written in the address
 * @param faults list to which faults are added
 */
function linkedGame(turns: string, settings: string[], inside: string[], faults: string[]) {
  const written = (name: string): string | undefined => settings.find((it) => decoded(it).startsWith(`${name}=`))?.replace(/^[^=%]*(=|%3D)/i, "");
  const setting = (name: string): string | undefined => {
    const value = written(name);
    return value === undefined ? undefined : decoded(value);
  };
  for (const it of settings.map(decoded).filter((it) => !/^(names|rules|start|first)=/.test(it))) {
    faults.push(T.link.unknown(isolated(shortened(it))));
  }
  const name = setting("rules") ?? "standard";
  const rules = rulesNamed(name);
  if (!rules || !inside.includes(rules.name)) {
    faults.push(errorInWords(new SolutionError(rules ? "name" : "unknown", shortened(name))));
    return null;
  }
  const seat = ["light", "dark"].indexOf(setting("first") ?? "light");
  if (seat < 0) {
    faults.push(T.link.unknown(isolated(shortened(`first=${setting("first")}`))));
  }
  let start = startPosition();
  try {
    start = readPosition(rules, setting("start") ?? "000/000");
  } catch (error) {
    faults.push(`${errorInWords(error)} ${T.shownInstead}`);
  }
  const game = new Game(rules, Math.max(seat, 0), start);
  // A comma within a name is written with a percent sign.
  const names = written("names")?.split(",").map(decoded) ?? [];
  // A name in a record is one word.
  const fault = playLinked(game, turns);
  game.names = [T.light, T.dark].map((usual, seat) => {
    const name = names[seat] === undefined ? usual : firstSigns(nameInLanguage(names[seat]).replace(/[\s\x85#]+/g, "_"));
    // A side without a turn may have no name.
    const isNamed = name !== "" || !(game.turns.some((turn) => turn.seat === seat) || game.resigned?.seat === seat);
    return isNamed ? name : usual;
  });
  if (fault !== "") {
    faults.push(fault);
  }
  return game;
}

/** Plays the turns of a link. Returns the fault of the first turn that cannot be played. */
function playLinked(game: Game, text: string) {
  const { rules } = game;
  const parts = text.match(/[A-Za-p][0-2]?|[!-][A-Za-p]?|[^]/gu) ?? [];
  for (const part of parts) {
    const fault = T.link.turn(game.turns.length + 1, isolated(shortened(part)), game.turns.length);
    if (game.resigned || game.isOver || game.turns.length >= MOST_TURNS) {
      return fault;
    }
    const seat = RESIGNS.indexOf(part[0]);
    const sign = seat < 0 ? part[0] : part[1];
    const dice = sign === undefined ? [] : throwOfSign(sign);
    if ((dice[0] ?? 1) < 1 || (dice.length > 1 && rules.oneDie)) {
      return fault;
    }
    if (seat >= 0) {
      game.resign(seat, dice);
      continue;
    }
    const plays = playsOf(rules, game.position, dieOf(dice));
    const play = plays[plays.length > 1 ? Number(part[1] ?? NaN) : part.length === 1 ? 0 : NaN];
    if (!play) {
      return fault;
    }
    game.add(dice, play);
  }
  return "";
}
