// Games with a friend, by links that go to and fro: what a link holds, the dice that both agree on, and the games that this
// browser knows. The page that invites has the light men. It seals a secret number (`seal` is its hash), the friend answers with
// a number, and the next link tells the secret: both numbers make the seed, so neither can choose it.

import type { Rules } from "../rules/rules.ts";
import { readReviewLink, writeReviewLink } from "./game-link.ts";
import { remember, remembered } from "./memory.ts";
import { MOST_SEED, Thrower } from "../rules/dice.ts";
import { Game } from "../rules/game.ts";
import { sha256 } from "../rules/hash.ts";
import { writePosition } from "../rules/notation.ts";
import { playsOf, startPosition } from "../rules/rules.ts";
import { T } from "../texts/language.ts";

/** Maximum number of games with friends that are remembered. */
const MOST_FRIENDS = 20;

/**
 * What both sides agree on: the seal of the secret, the friend's number, and the secret. The page that invites keeps the secret
 * until it has the answer; what is not known yet is empty.
 */
export type Pact = { seal: string; answer: string; secret: string };
/**
 * A game as this browser knows it: the seat here, when it began, whether it was sent (an invitation or an answer may not be), and
 * whether it is finished. `link` is the latest, what follows `#friend=`.
 */
export interface FriendGame {
  seat: number;
  secret: string;
  link: string;
  turns: number;
  begun: number;
  isSent: boolean;
  isOver: boolean;
}

/** A number that nobody can guess, as 32 hexadecimal digits. */
export function freshNumber() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The seal of a secret, for one rule set. */
export function sealOf({ name }: Rules, secret: string) {
  return sha256(`${name} ${secret}`).slice(0, 32);
}

/** The seed of the throws. */
export function seedOfPact({ secret, answer }: Pact) {
  return parseInt(sha256(`${secret}.${answer}`).slice(0, 12), 16) % (MOST_SEED + 1);
}

/** A game before its first turn; null until both numbers are known. */
export function gameOfPact(rules: Rules, pact: Pact) {
  const { openings } = new Thrower(seedOfPact(pact));
  const [light, dark] = openings[openings.length - 1];
  return pact.secret !== "" && pact.answer !== "" ? new Game(rules, light > dark ? 0 : 1, startPosition()) : null;
}

export function writeFriendLink(rules: Rules, { seal, answer, secret }: Pact, game: Game | null) {
  return game
    ? `${seal}.${answer}.${secret}:${writeReviewLink([game], () => "").slice("#review:".length)}`
    : [seal, answer].filter(Boolean).join(".") + (rules.name === "standard" ? "" : `&rules=${rules.name}`);
}

/**
 * Reads a link, and checks its seal and its throws.
 * @param link what follows `#friend=`
 * @returns the fault in words; empty if all is right
 */
export function readFriendLink(rules: Rules, link: string): { pact: Pact; game: Game | null; fault: string } {
  const [, seal = "", answer = "", secret = "", turns = ""] =
    link.match(/^([0-9a-f]{32})(?:\.([0-9a-f]{32}))?(?:\.([0-9a-f]{32}):(.*)|&rules=[a-z+-]*)?$/) ?? [];
  const pact = { seal, answer, secret };
  const isWhole = seal !== "" && (secret === "" || answer !== "");
  const agreed = gameOfPact(rules, pact);
  if (!agreed || !isWhole) {
    return { pact, game: null, fault: isWhole ? "" : T.friend.damaged };
  }
  const { games, faults } = readReviewLink(turns);
  const [game] = games;
  const thrower = new Thrower(seedOfPact(pact));
  const isFair = (turn: Game["turns"][0], at: number) =>
    turn.dice.join() === thrower.throwOf(rules, at).join();
  const isGame = game?.rules === rules && writePosition(game.start) === writePosition(agreed.start);
  if (faults.length > 0 || !isGame) {
    return { pact, game: null, fault: T.friend.damaged };
  }
  const isAgreed = sealOf(rules, secret) === seal && game.first === agreed.first && game.turns.every(isFair);
  return { pact, game, fault: isAgreed ? "" : T.friend.unfair };
}

/**
 * The game to go on with, of the one that is known here and the one of a link, and what is to be said of the link.
 * @param seat of the person here
 */
export function laterGame(known: Game, linked: Game, seat: number): [Game, string] {
  const at = known.turns.findIndex(({ play }, at) => linked.turns[at] && linked.turns[at].play.move !== play.move);
  if (at >= 0) {
    return [known, T.friend.differs(at + 1)];
  }
  // Who gives up may not have seen the last turns. If both give up, the earlier counts, and light of two at once.
  const ends = [known, linked].map(({ turns, resigned }) => (resigned ? 2 * turns.length + resigned.seat : Infinity));
  if (linked.resigned?.seat === 1 - seat && ends[1] < ends[0]) {
    return [linked, ""];
  }
  if (linked.turns.length < known.turns.length || ends[0] < ends[1]) {
    return [known, T.friend.older];
  }
  const strange = linked.turns.findIndex(
    (turn, at) => at >= known.turns.length && turn.seat === seat && playsOf(linked.rules, turn.position, turn.die).length > 1,
  );
  const isOwnEnd = !known.resigned && linked.resigned?.seat === seat;
  const number = strange >= 0 ? strange + 1 : isOwnEnd ? linked.turns.length + 1 : 0;
  return [linked, number > 0 ? T.friend.notFromHere(number) : ""];
}

/** The games with friends that are remembered, the latest first; what cannot be read is left out. */
export function friendGames(): FriendGame[] {
  try {
    const kept = JSON.parse(remembered("friends", "[]"));
    return Array.isArray(kept) ? kept.filter(isFriendGame) : [];
  } catch {
    // Changed by hand.
    return [];
  }
}

function isFriendGame(it: any) {
  const isNumbered = Number.isInteger(it?.turns) && Number.isInteger(it.begun);
  return isNumbered && typeof it.link === "string" && typeof it.secret === "string" && [0, 1].includes(it.seat);
}

/** Whether a friend is to answer, or the person here. */
export function isGoingOn({ isSent, isOver }: FriendGame) {
  return isSent && !isOver;
}

/** The game that is remembered under a seal. */
export function friendGameOf(seal: string) {
  return seal === "" ? undefined : friendGames().find(({ link }) => link.startsWith(seal));
}

/** Keeps a game in place of what was known of it. Of too many, those that go on are kept. */
export function keepFriendGame(game: FriendGame) {
  const others = otherFriendGames(game);
  const kept = [game, ...others.filter(isGoingOn), ...others.filter((it) => !isGoingOn(it))];
  remember("friends", JSON.stringify(kept.slice(0, MOST_FRIENDS)));
}

export function forgetFriendGame(game: FriendGame) {
  remember("friends", JSON.stringify(otherFriendGames(game)));
}

function otherFriendGames({ link }: FriendGame) {
  return friendGames().filter((it) => it.link.slice(0, 32) !== link.slice(0, 32));
}
