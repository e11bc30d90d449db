// What the page says, in English.

import type { CardLine } from "../facts/card.ts";
import type { Lengths } from "../facts/ends.ts";
import type { Man } from "../rules/rules.ts";
import { HOME, OFF, OWING } from "../rules/rules.ts";
import { capital } from "../rules/writing.ts";

const anyOfEnglish = (dice: number[]): string =>
  dice.length > 1 ? `a ${dice.slice(0, -1).join(", ")} or ${dice[dice.length - 1]}` : `a ${dice[0]}`;
const countedEnglish = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
/** A name inside a sentence. */
const midEnglish = (name: string): string => name.replace(/^Your friend$/, "your friend");
const ownedEnglish = (name: string, things: string): string => (name === "You" ? `your ${things}` : `${midEnglish(name)}’s ${things}`);
const doesEnglish = (name: string, verb: string): string => (name === "You" ? `You ${verb}` : `${name} ${verb}s`);
const ofGames = (loss: string): string => (loss.endsWith("%") ? `${loss} of games` : loss);

export const TEXTS_EN = {
  language: "English",
  decimalSign: ".",
  /** Applies the typographic rules of this language to a text. */
  typeset: (text: string) => text.replace(/(?<=\d) (?=%)|(?<=level) (?=\d)/g, "\u00a0"),
  title: "Tourne-case",
  tagline: "Tourne-case is a race of three men a side, described in Paris in 1699. It is solved: every chance on this page is exact.",
  modes: { play: "Play", analyse: "Analyse", practise: "Practise", review: "Review", rules: "Rules" },
  modesLabel: "Parts of the page",
  more: "More",
  ruleSet: "Rule set",
  /** Names of rule sets, where they differ from those of the command. */
  ruleSetNames: {} as Record<string, string>,
  /** Translations of texts that the library writes into the page. Texts without a translation stay in English. */
  translations: () => ({} as Record<string, string>),
  light: "Light",
  dark: "Dark",
  you: "You",
  computer: "Computer",
  opponent: "Computer",
  /** How the page says a name in a record. */
  nameToShow: (name: string, hasLevel: boolean) =>
    name.replace(/^(?:Computer|Ordinateur)-(\d+)$/, hasLevel ? "Computer (level $1)" : "Computer").replace(/^Friend$/, "Your friend"),
  onRollNames: ["the side on roll", "the opponent"],
  points: "points",
  chanceToWin: (name: string) => (name === "You" ? "Your chance to win" : `${name}’s chance to win`),
  pointsOf: (name: string) => `${capital(ownedEnglish(name, "expected points"))}`,
  nothing: "nothing",
  lessThan: (text: string) => `less than ${text}`,
  chances: "Chances",
  says: (name: string, text: string) => `${name}: ${text}`,
  chancesOf: (name: string, value: string) => `${name} ${value}`,
  board: "Board",

  onPoints: (points: number[]) => `${points.length === 1 ? "a man" : "men"} on ${points.join(" and ")}`,
  countOff: (count: number) => `${count} off the board`,
  countOwing: (count: number) => `${count} hit, must re-enter`,
  countHome: (count: number) => `${count} home`,
  place: (man: Man) =>
    man === OFF
      ? "off the board"
      : man === OWING
        ? "off the board, must re-enter"
        : man === HOME
          ? "home"
          : `on ${man}`,
  placeShort: (man: Man) => (man <= OWING ? "off" : man === HOME ? "home" : String(man)),
  manAt: (side: string, place: string) => `${side.toLowerCase()} man ${place}`,

  moves: {
    pass: "pass: no man can move",
    passShort: "pass",
    enter: (to: number) => `enter on ${to}`,
    home: (from: number) => `home from ${from}`,
    sentOff: (from: number) => `from ${from} past home, off the board`,
    go: (from: number, to: number) => `from ${from} to ${to}`,
    hits: "hitting",
  },
  doublets: ["bezas", "double deux", "ternes", "carmes", "quines", "sonnés"],
  doubletMeaning: (die: number) => `the old name for a throw of two ${["ones", "twos", "threes", "fours", "fives", "sixes"][die - 1]}`,
  /** Words of the game, as a part of a regular expression, and what they mean. */
  glossary: [
    ["on roll", "whose turn it is to throw"],
    ["doublets?", "two dice that show the same number"],
    ["pips?", "one point of the way home; a man off the board has 12 to go"],
  ] as [string, string][],
  /** What a move loses, as a part of a regular expression. */
  givenAway: "gives away|gave away",
  ofWorth: "which is worth",
  /** Words that judge play, as parts of a regular expression. The library has their meanings. */
  judging: { loss: "given away|gave away", luck: "luck", rating: "rating", level: "strength|level" },
  throws: {
    /** The player who throws; the name is empty if no player is named. */
    by: (name: string) => (name === "" ? "Dice" : doesEnglish(name, "throw")),
    one: (name: string, die: number) =>
      name === "" ? `A ${die} is played.` : `${TEXTS_EN.throws.by(name)} a ${die}.`,
    two: (name: string, one: number, other: number, die: number) =>
      `${TEXTS_EN.throws.by(name)} ${one} and ${other}: the lower, ${die}, is played.`,
    doublet: (name: string, die: number, called: string) =>
      `${TEXTS_EN.throws.by(name)} ${die} and ${die}, called ${called}: one ${die} is played.`,
    label: (dice: number[]) => `Dice: ${dice.join(" and ")}`,
  },
  reasons: {
    wins: "brings the last man home and wins",
    pass: "no man can move",
    sendsOff: "sends its own man off the board",
    enters: "enters a man",
    home: "brings a man home",
    hits: (men: number, point: number) =>
      `hits ${men === 1 ? "the man" : men === 2 ? "both men" : `the ${men} men`} on ${point}`,
    dangerShort: (count: number, all: number) =>
      count === 0 ? "cannot be hit" : `can be hit by ${count} of ${all} throws`,
    /** The throws that can hit a man, in two short lines. */
    threat: (count: number, all: number) => [`${count} of ${all}`, "can hit"],
    safe: "none of the opponent's throws can hit next turn",
    always: "each of the opponent's throws can hit next turn",
    danger: (count: number, all: number, dice: number[]) =>
      `${count} of the opponent's ${all} throws can hit next turn (${anyOfEnglish(dice)} is played)`,
    aim: (chance: string) => `your chance to hit next turn is ${chance}, if the opponent does not hit first`,
    homeBy: (throws: string, _count: number) => `${throws} can bring a man home next turn`,
    pips: (own: number, other: number) =>
      `${countedEnglish(own, "pip", "pips")} to go against ${other}`,
    ends: (
      won: string,
      double: string,
      lost: string,
      lostDouble: string,
    ) => `how games end: won ${won} (double ${double}), lost ${lost} (double ${lostDouble})`,
  },
  isBest: (move: string) => `No move is better than ${move}.`,
  givesAway: (move: string, loss: string, why: string) =>
    `${move} gives away ${loss}. ${why}`,
  menOn: (men: number, point: number) =>
    `${men === 1 ? "the man" : men === 2 ? "both men" : `the ${men} men`} on ${point}`,
  hitsMen: (men: string) => `hits ${men}`,
  but: (text: string) => `${text}, but `,
  throwsCounted: (count: number, all: number) =>
    count === 0 ? "no throw" : `${count} of ${all} throws`,
  why: {
    hits: (best: string, men: string, pips: number, worth: string) =>
      `${best} hits ${men}: the opponent loses ${countedEnglish(pips, "pip", "pips")}${worth && `, which is worth ${worth}`}`,
    does: (move: string, deed: string, worth: string) =>
      `${move} ${deed}${worth && `, which is worth ${worth}`}`,
    isWorth: (move: string, worth: string) => `${move} is worth ${worth}`,
    isWorthless: (move: string) => `${move} is worth less than not moving at all`,
    and: (one: string, other: string) => `${one}; ${other}`,
    tooEarly: (move: string) => `${move} enters a man too early: `,
    inTime: (move: string) => `${move} enters a man in time: `,
    bothHit: "both moves hit",
    gain: (text: string, gain: string) => `${text}: that is worth ${gain}`,
    risk: (text: string, cost: string) => `${text}: this risk costs ${cost}`,
    gainOverTwo: (text: string, gain: string) => `${text}: over two turns that is worth ${gain}`,
    riskOverTwo: (text: string, cost: string) => `${text}: over two turns this risk costs ${cost}`,
    rest: (amount: string, played: string, rest: string) =>
      `${amount}; everything else favours ${played} by ${rest}`,
    none: "none",
    aims: (best: string, chance: string, other: string, played: string) =>
      `after ${best} your chance to hit next turn would be ${chance} (${other} after ${played}), if the opponent did not hit first`,
    aimWorth: (gain: string, best: string, played: string) =>
      `hitting next turn is worth ${gain} more after ${best} than after ${played}`,
    waysHome: (
      count: number,
      all: number,
      best: string,
      other: number,
      played: string,
    ) => `${TEXTS_EN.throwsCounted(count, all)} can bring a man home next turn after ${best}, and ${other || "none"} after ${played}`,
    homeWorth: (gain: string, best: string, played: string) =>
      `coming home next turn is worth ${gain} more after ${best} than after ${played}`,
    withNone: "with no throw",
    withDice: (dice: number[], throws: string) => `with ${anyOfEnglish(dice)} (${throws})`,
    canHit: (played: string, dice: string, best: string, other: string) =>
      `after ${played} the opponent can hit ${dice}; after ${best} ${other}`,
    replies: (played: string, one: string, best: string, other: string) =>
      `after ${played} the opponent's best replies hit ${one}; after ${best} ${other}`,
    nowhere: "nowhere",
    shouldNotHit: (count: number, all: number) =>
      `nowhere (${TEXTS_EN.throwsCounted(count, all)} can hit, but other replies are better)`,
    pointsHit: (points: number[], throws: string, pips: string) =>
      `on ${anyOfEnglish(points).slice(2)} (${throws}, ${pips} pips on average)`,
    first: "; until then nothing else may move",
    more: "Another part of the loss comes after the next turn",
    hitIsWorth: (move: string, men: string, worth: string) =>
      `${move}, which hits ${men}, is worth ${worth}`,
    throwsToEnter: (count: number, all: number) =>
      count === all ? "every throw" : TEXTS_EN.throwsCounted(count, all),
    entering: (
      one: number,
      played: string,
      other: number,
      best: string,
      all: number,
    ) =>
      `If the foremost man is hit, it can enter with ${TEXTS_EN.why.throwsToEnter(one, all)} after ${played}, and with ${TEXTS_EN.why.throwsToEnter(other, all)} after ${best}`,
    exposure: (
      cost: string,
      played: string,
      throws: string,
      best: string,
      count: number,
    ) => `the opponent's hits next turn cost ${cost} more after ${played} (${throws} can hit) than after ${best} (${count || "none"} can)`,
    cautious: (
      played: string,
      count: number,
      all: number,
      other: number,
      best: string,
      saved: string,
    ) => `${played} is too cautious: ${TEXTS_EN.throwsCounted(count, all)} can hit after it, against ${other} after ${best}; that saves only ${saved}`,
    sentOff: (
      played: string,
      from: number,
      cost: string,
      best: string,
      other: number | null,
    ) =>
      `${played} sends your own man on ${from} off the board, which costs ${countedEnglish(from, "pip", "pips")}${cost && ` and ${cost}`}; ` +
      `${best} ${other === null ? "does not" : `sends off the man on ${other}`}`,
    riskWins: (best: string, deed: string, wins: string) =>
      deed === "" ? `the risk wins ${wins} in the end` : `${best} ${deed}, which wins ${wins} in the end`,
    later: (best: string) => `what ${best} gains comes after the next two turns`,
    homeLater: (gain: string, best: string, played: string) =>
      `coming home within two turns is worth ${gain} more after ${best} than after ${played}`,
    aimLater: (gain: string, best: string, played: string) =>
      `hitting within two turns is worth ${gain} more after ${best} than after ${played}`,
    exposureLater: (cost: string, best: string, played: string) =>
      `the opponent's hits within two turns cost ${cost} more after ${played} than after ${best}`,
    alsoHits: (best: string, men: string) => `${best} also hits ${men}`,
    alsoHome: (best: string) => `${best} also brings a man home`,
    moreExposed: (played: string, throws: string, best: string, count: number) =>
      `After ${played} the opponent can hit with ${throws}; after ${best} with ${count || "none"}`,
    betterAim: (best: string, chance: string, other: string) =>
      `After ${best} your chance to hit next turn would be better too, ${chance} against ${other}, if the opponent did not hit first`,
    lessExposed: (
      played: string,
      count: number,
      all: number,
      other: number,
      best: string,
    ) =>
      `After ${played} the opponent can hit with fewer throws (${count === 0 ? "none" : `${count} of ${all}`}; ${other} after ${best}), but that does not make up for it`,
  },
  obstacles: {
    home: () => "A man that is home stays there.",
    beyond: (needs: number) =>
      `This man needs exactly a ${needs} to get home.`,
    occupied: (point: number) => `This man cannot move: another man of its side is on ${point}.`,
    passes: (point: number) => `This man may not pass the man of its own side on ${point}.`,
    entry: () => "The man that was hit must enter first.",
    die: () => "A man moves exactly as far as the die says.",
  },
  faults: {
    count: (side: string, count: number) => `${side} must have three men, not ${count}`,
    crowded: (side: string, point: number) =>
      `${side} has more than one man on point ${point}, which holds one`,
    facing: (_side: string, point: number) =>
      `men of both sides face each other on point ${point}, where the later arrival would have hit the other`,
    duty: (side: string) =>
      `${side} has a man that must re-enter, which only the rule sets Forced entry and Entry first require`,
    over: (side: string) => `the game is over: ${side} has all three men home`,
    both: () => "both sides have all three men home, but the game ends when the first side has",
  },
  notation: {
    position: (text: string) =>
      `“${text}” is not a position: write the side on roll, a slash, and its opponent, such as 04h/007.`,
    man: (text: string) =>
      `“${text}” is not a man: use 0 (off), x (off, must re-enter), 1 to 9, a (10), b (11) or h (home).`,
    throw: (text: string) =>
      `“${text}” is not a throw: give two dice, such as 4-3, or the one that is played, such as 3.`,
    dice: (text: string) =>
      `“${text}” is too many dice: give two, such as 4-3, or the one that is played, such as 3.`,
    die: (text: string) => `“${text}” is not on a die: dice show 1 to 6.`,
    move: (text: string) =>
      `“${text}” is not a move: write from/to, such as 0/3 or 9/12, with 0 for off, or pass.`,
    onedie: (text: string) => `“${text}” is two dice: these rules are played with one.`,
    choice: (text: string) => `“${text}” leaves no choice: a question needs at least two possible moves.`,
    setup: (text: string, faults: string) =>
      `${text} is not a possible position under this rule set: ${faults}.`,
  },
  atLine: (line: number, text: string) => `Line ${line}: ${text}`,
  record: {
    empty: () => "There is no turn in this record: write a side, both dice and a move on a line, such as A 3-2 off/2.",
    turns: (words: string[]) => `the record has more than ${words[0]} turns: split it into several files.`,
    lines: (words: string[]) => `the record has more than ${words[0]} lines: split it into several files.`,
    long: () => "the line has more than 1024 bytes.",
    notText: () => "the line is not UTF-8 text: write it in UTF-8.",
    nul: () => "the line has a NUL character, as UTF-16 text without a byte order mark has: save the text as UTF-8.",
    twice: (words: string[]) =>
      `“${words[0]}:” is on line ${words[1]} already: leave one of them out, because a game has only one.`,
    results: (words: string[]) =>
      `this result belongs to the game of the turns before it, which has one on line ${words[0]} already: leave one of them out, or begin another game with an empty line or another header, such as rules: standard.`,
    noGame: () => "neither a turn nor a result follows this header: add one, or remove the header.",
    likeSide: (words: string[]) =>
      `“${words[0]}” is read as a header, because the first turn of the game has no colon, but ${words[1]} is the name of a side: leave out the colon if this is a turn.`,
    noTurn: (words: string[]) =>
      `“${words[0]}” is not a turn: write a side, both dice and a move, such as A 3-2 off/2; or a header, such as rules: standard.`,
    rules: (words: string[]) => `“${words[0]}” is not a rule set.`,
    otherRules: (words: string[]) =>
      `the rule set ${words[0]} is not in this page. To make a page with it, run: tourne page --rules ${words[0]}`,
    notation: () => "",
    illegal: (words: string[]) =>
      `${words[0]} is not legal in ${words[1]} with a ${words[2]}. Legal: ${words[3]}.`,
    turn: (words: string[]) => `it is the other side’s turn, not ${words[0]}’s.`,
    third: (words: string[]) =>
      `unknown side “${words[0]}”: the sides of this game are ${words[1]} and ${words[2]}.`,
    over: () => "the game is over: begin another with a header line, such as rules: standard.",
  },
  solutionFaults: {
    magic: (name: string) => `What is stored for ${name} is not a solution file.`,
    version: (version: string) =>
      `The solution has format version ${version}, which this page cannot read: make the page again with tourne page.`,
    length: (lengths: string) => `The solution has the wrong length (${lengths} bytes).`,
    checksum: (name: string) => `The solution of ${name} is damaged: its checksum is wrong.`,
    switches: (switches: string) =>
      `The solution is for rules that this page does not know (${switches}).`,
    name: (name: string) =>
      `The rule set “${name}” is not in this page. To make a page with it, run: tourne page --rules ${name}.`,
    unknown: (name: string) => `“${name}” is not a rule set.`,
    position: (text: string) => `${text} is not in the solution.`,
    card: (name: string) => `The card for ${name} is missing from this page.`,
    packed: (name: string) => `The solution of ${name} is damaged: it cannot be unpacked.`,
  },
  noSolution: "This page contains no solution. To make the page, run: tourne page",
  unexpected: (text: string) => `Something went wrong: ${text}. Reload the page to go on.`,
  dismiss: "Close this message",
  undo: {
    undo: "Undo",
    game: "The previous game was replaced.",
    setUp: "The position you set up was replaced.",
    owing: "Under these rules no man has to re-enter.",
    record: "The open review was replaced.",
    score: "The rating was reset.",
  },
  link: {
    unknown: (part: string) => `“${part}” in this link is unknown.`,
    turn: (turn: number, part: string, shown: number) =>
      `Turn ${turn} of this link, “${part}”, cannot be played: ${shown === 0 ? "none of the game" : shown === 1 ? "the turn before it" : `the ${shown} turns before it`} can be shown.`,
    inGame: (game: number, fault: string) => `Game ${game}: ${fault}`,
    altered: "This link is damaged. What can be read is shown; it may not be the right game.",
    cut: "This link may have lost its end: the game stops before it is finished.",
    player: "Player",
    holds: (held: number, all: number) =>
      held > 0 ? `The link holds ${held} of ${all} games.` : `${all === 1 ? "The game is" : "The games are"} too long for a link.`,
    saveAll: "Save the whole record",
  },
  shownInstead: "The starting position is shown instead.",

  analyse: {
    throwLabel: "Die played",
    all: "All",
    otherDie: "Other die",
    any: "any",
    throwDice: "Throw",
    before: (side: string) => `${side} to throw.`,
    movesWith: (die: number) => `Moves with a ${die}`,
    allMoves: "Best moves for every throw",
    chances: (count: number, all: number) => `is played in ${count} of ${all} throws`,
    best: "best",
    only: "the only move",
    givesAway: (loss: string) => `gives away ${loss}`,
    playIt: "Play this move",
    position: "Position",
    positionHelp: "Side on roll / opponent: 0 = off, 1–9, a = 10, b = 11, h = home; a throw may follow (04h/007 4-3)",
    positionHelpDuty:
      "Side on roll / opponent: 0 = off, x = hit, must re-enter, 1–9, a = 10, b = 11, h = home; a throw may follow",
    show: "Show",
    setUp: "Set up",
    done: "Done",
    start: "Start of a game",
    swap: "Switch turns",
    copy: "Copy link",
    copied: "Link copied.",
    copyThis: "Copy this link:",
    print: "Print",
    playFrom: "Play from here",
    setUpHelp: "Drag the men, or tap a man and then a point.",
    setUpKeys: "By keyboard: Tab to a man, ← and → to move it.",
    setUpHeat: "Each point shows what the chances would be with the chosen man there.",
    setUpHelpDuty: "If a man off the board was hit and must re-enter, tap it again or press x.",
    toMoves: "Back to the moves",
    setUpNow: "Setting up",
    notPosition: "Not a legal position:",
    heat: (value: string, man: string) => `${value} if the ${man} stood elsewhere`,
    heatHint: "Tap a man to see what it is worth on every point.",
    impossible: "not possible",
    owes: "This man was hit and must re-enter",
    hitsTitle: "Who can hit whom",
    hitsNow: (side: string, count: number, all: number) =>
      count === 0
        ? `${side}, on roll, has no throw that hits.`
        : `${side}, on roll, can hit with ${count} of ${all} throws.`,
    hitsThen: (side: string, count: number, all: number) =>
      count === 0
        ? `${side} would have no throw that hits.`
        : `${side} could hit with ${count} of ${all} throws now, with the throw.`,
    hitLine: (die: number, from: string, point: number) =>
      `With a ${die}, the man ${from} hits on ${point}.`,
    endsTitle: "How the game ends",
    ends: (side: string) => `${side}, before the throw, if both play perfectly (percent of all games):`,
    won: "won",
    wonDouble: "won double",
    noneHome: "and the loser has no man home",
    lost: "lost",
    lostDouble: "lost double",
    lengths: (mean: string, { p5, p25, p50, p75, p95 }: Lengths["quantiles"]) =>
      `Throws to the end: ${mean} on average. 5 % of games are over after ${p5}, 25 % after ${p25}, half after ${p50}, 75 % after ${p75}, 95 % after ${p95}.`,
    doubleNote: "Double: the loser has no man home.",
    computing: "Working it out…",
    unreachable: "This position cannot arise from the start of a game.",
    readRules: "Rules in pictures",
    playGame: "Play a game",
  },
  line: {
    title: "Line of play",
    replaced: "The line of play was replaced.",
    review: "Review the line",
    link: "Copy the line as a link",
    record: "Copy it as a record",
    copied: "Record copied.",
    copyThis: "Copy this record:",
  },
  play: {
    title: "Play a game",
    opponent: "Play against",
    /** The name of a level in a record: one word. */
    levelName: (level: number) => `Computer-${level}`,
    level: (level: number) =>
      `Computer, level ${level}${level === 10 ? ": perfect" : level === 1 ? ": beginner" : ""}`,
    two: "Another person",
    meetsPerson: "Two people take turns at this screen. For somebody elsewhere there is “With a friend, by link”, below.",
    meetsPerfect: "Plays perfectly: in the long run nobody wins more than half of the games.",
    meetsLevel: (level: number) => `Strength ${level} of 10.`,
    winsGames: (count: number) => `Would win ${count} of 100 games against a perfect player.`,
    losesPoints: (points: string) => `Would lose ${points} points a game to a perfect player.`,
    colour: "Your men",
    more: "Match, dice, pace, sound",
    sound: "Sound",
    dice: "Dice",
    diceHere: "thrown by this page",
    diceReal: "real dice: I type what I throw",
    seed: "Seed",
    seedHelp: "The same seed gives the same throws again. Leave it empty for a new one.",
    seedWrong: "A seed is a whole number from 0 to 999999999.",
    begin: "Play",
    wait: "Pause",
    rematch: "Rematch",
    newGame: "New game",
    whoBegins: "Who begins?",
    opening: (names: string[], dice: number[], first: string) =>
      `Who begins? ${names[0]}: ${dice[0]}, ${names[1]}: ${dice[1]}. ${first}, with a new throw.`,
    openingEqual: (die: number) => `Both threw a ${die}: throw again.`,
    begins: (name: string) => doesEnglish(name, "begin"),
    typeOpening: "One die each: who begins?",
    typeThrow: (name: string) => `${name} to throw: tap what the dice show`,
    throwing: (name: string) => `${doesEnglish(name, "throw")}…`,
    yourMove: "Your move.",
    moveOf: (name: string) => `${name} to move.`,
    onlyMove: (move: string) => `Only move: ${move}.`,
    only: (move: string) => `only move, ${move}`,
    mustPass: "No man can move: pass.",
    playsItself: "A turn without a choice is played for you; Pause stops it.",
    played: (name: string, move: string) => `${name}: ${move}.`,
    thrown: (name: string, dice: number[], what: string) =>
      `${doesEnglish(name, "throw")} ${dice.length === 1 ? "a " : ""}${dice.join(" and ")}: ${what}.`,
    toChoose: (count: number) => `choose one of ${count} moves`,
    goOn: "Go on",
    playOnly: "Play it",
    correct: "Fix throw",
    again: "Type the last throw again.",
    waiting: "Typed for the next throw:",
    notThrown: (die: number) => `Not ${die}: take it back`,
    hint: "Hint",
    hintIs: (move: string) => `The best move is ${move}.`,
    undo: "Take back",
    showChances: "Show the chances of each move",
    showBar: "Show who is ahead",
    pace: "Pace",
    paces: { calm: "slow", brisk: "fast", instant: "instant" },
    saved: "The game is saved. This page and the command tourne review can open it again.",
    save: "Save game",
    reviewMistakes: (count: number, isOwn: boolean) =>
      count === 0
        ? "Review this game"
        : `Review ${isOwn ? "your " : ""}${count === 1 && isOwn ? "mistake" : countedEnglish(count, "mistake", "mistakes")}`,
    summary: (
      luck: string,
      errors: string,
      decisions: number,
      level: string,
    ) =>
      `Luck: the dice of both sides brought you ${luck}. ${decisions === 0 ? "You never had a choice" : `You gave away ${errors} in ${countedEnglish(decisions, "choice", "choices")}`}${level && `: ${level}`}.`,
    resign: "Give up",
    playOn: "Play on after all",
    won: (name: string, points: number) =>
      `${doesEnglish(name, "win")}${points === 2 ? ", a double game: 2 points" : ""}.`,
    resigned: "The game was given up.",
    counts: "Numbers played",
    countsHelp: "How often each number was played, and how often to expect it",
    number: "Number",
    came: "played",
    expected: "expected",
    throwsMade: (count: number) => countedEnglish(count, "throw", "throws"),
    log: "Moves played",
    settings: "Settings",
    goal: "Be the first to bring your three men home. You throw two dice and play the lower.",
    goalOneDie: "Be the first to bring your three men home. One die is thrown.",
    bringBack: "Bring back the last game",
    forcing: "Play forced moves for me",
    codes: "Short names of moves: 0/4 enters a man on 4, 8/12 brings a man from 8 home, and * is a hit.",
    touchMove: "A touched man must be played, if it can be",
    mustPlay: (move: string) => `The man that was touched must be played: ${move}.`,
    pickMan: "Tap a man with a yellow ring, or a move.",
    seedIs: (seed: number) => `Seed ${seed}`,
  },
  daily: {
    name: "Tourne-case of the day",
    date: (date: string) => date,
    title: (date: string) => `Tourne-case of the day: ${date}`,
    intro: "One game a day, with the same throws for everyone. You have the light men, and the first die of the opening throw is yours.",
    noHelp: "No hints, no tutor and no taking back before the end. A day begins at midnight UTC.",
    before: (played: string) => `You have already finished this game (${played}): playing it again does not count.`,
    other: "Another game",
    /** The text to share, as `tourne play --daily` writes it. */
    result: (date: string, level: number, isWon: boolean, turns: number) =>
      `Tourne-case ${date}, level ${level}: ${isWon ? "won" : "lost"} in ${countedEnglish(turns, "turn", "turns")}`,
    worth: (luck: string, loss: string) => `luck ${luck}, loss ${loss}`,
    copy: "Copy the result",
    copied: "Result copied.",
    copyThis: "Copy this:",
    share: "Share",
    legend: (signs: string[], doubtful: string, bad: string) =>
      `A sign for each of your choices: ${signs[0]} best, ${signs[1]} gave away less than ${doubtful}, ${signs[2]} doubtful: ${doubtful} or more, ${signs[3]} bad: ${bad} or more.`,
    grades: ["best", "almost best", "doubtful", "bad"],
    inWords: (count: number, runs: string) => `${countedEnglish(count, "choice", "choices")} in order: ${runs}`,
    streak: (count: number) => `Days in a row: ${count}`,
    days: (count: number) => `Daily games you have played: ${count}`,
    played: (date: string, level: number, isWon: boolean, loss: string) =>
      `${date}: ${isWon ? "won" : "lost"} against level ${level}, gave away ${loss}`,
    forget: "Forget these games",
    forgotten: "Your daily games have been deleted.",
  },
  match: {
    label: "Match",
    single: "a single game",
    title: (length: number) => `Match to ${length} points`,
    none: "No matches under these rules: this page does not have the chances for them.",
    score: (length: number, names: string[], points: number[]) =>
      `Match to ${length}: ${names[0]} ${points[0]}, ${names[1]} ${points[1]}.`,
    won: (name: string, own: number, other: number) =>
      `${doesEnglish(name, "win")} the match, ${own} to ${other}.`,
    next: "Next game",
    workingOut: "Working out the best moves at this score…",
    atScore: (best: string) => `at this score ${best} is better, because of what a double win is worth then`,
  },
  tapAgain: (move: string) => `${move} Tap again to play.`,
  tutor: {
    title: "Tutor: says what each move gave away",
    best: "Best.",
    almost: (loss: string) => `Almost best: gave away ${ofGames(loss)}.`,
    grave: (loss: string) => `Gave away ${ofGames(loss)}: take it back?`,
    worths: (best: string, bestWorth: string, worth: string) =>
      `The best move was ${best}, ${bestWorth}; yours: ${worth}.`,
    takeBack: "Take it back",
    playOn: "Play on",
  },
  review: {
    title: "Review",
    summary: "Luck and skill",
    none: "Play a game and review it here, or open a saved one.",
    open: "Open a saved game",
    drop: "or drop the file on this page, or paste its text:",
    paste: "Text of a saved game",
    read: "Open",
    games: "Game",
    gameName: (number: number, names: string) => `Game ${number}: ${names}`,
    luck: "Luck",
    errors: "Given away",
    decisions: "Choices",
    mistakes: "Mistakes",
    rating: "Rating",
    ratingHelp: (doubtful: string, bad: string) =>
      `A mistake is a move that was not best: doubtful if it gave away ${doubtful} or more, bad if ${bad} or more. The lower the rating, the better. Rating and strength are ranges: in 95 of 100 cases they hold the true ones.`,
    inShort: (
      name: string,
      mistakes: number,
      decisions: number,
      strength: string,
    ) =>
      decisions === 0
        ? `${name}: no choices.`
        : `${name}: ${countedEnglish(mistakes, "mistake", "mistakes")} in ${countedEnglish(decisions, "choice", "choices")}${strength === "" ? "" : `, ${strength}`}.`,
    side: "Side",
    marked: "of which doubtful / bad",
    level: "Strength",
    gamesWon: "Games won / finished / all",
    totals: (games: number) => `All ${games} games`,
    worst: (count: number) => (count === 1 ? "The worst" : `The ${count} worst`),
    others: "The others",
    onlyMove: "It was the only move.",
    bestWas: (moves: string[]) => `Best: ${moves.join("; or ")}.`,
    readout: (turn: number, name: string, value: string) =>
      `${turn === 0 ? "Before the first throw" : `After turn ${turn}`}: ${name} ${value}`,
    curve: (name: string) => `${capital(ownedEnglish(name, "chances"))}, turn by turn`,
    curveHelp: (names: string[], doubtful: string) =>
      `Light area: ${ownedEnglish(names[0], "chances")}. ○ marks ${ownedEnglish(names[0], "mistakes")}, × ${ownedEnglish(names[1], "mistakes")}; a small sign: less than ${doubtful} given away.`,
    signs: (doubtful: string, bad: string) =>
      `* is a hit. ?! is doubtful: gave away ${doubtful} or more. ? is bad: ${bad} or more. Moves are from/to; 0 is off the board, 12 is home. Chances are those after the turn.`,
    equation: (
      result: string,
      start: string,
      luck: string,
      isLucky: boolean,
      errors: string,
      name: string,
      /** The side that gave more away; empty for none. */
      more: string,
    ) => {
      const said = (it: string) => (it === "You" ? "you" : it);
      const lost = more === "" ? "" : `, ${more === name ? "minus" : "plus"} ${errors} because ${said(more)} gave more away`;
      return `Result for ${said(name)}: ${result}. That is ${start} at the start, ${isLucky ? "plus" : "minus"} ${luck} from the dice${lost}.`;
    },
    resigns: "gives up",
    resigned: (name: string, loss: string, best: string) =>
      `${name} gave up the game, and with it ${loss}${best === "" ? "" : `: the best move was ${best}`}.`,
    unfinished: "The game was not played to its end; its result is the value after the last turn.",
    mistakesTitle: "Mistakes to try again",
    whose: "Whose",
    /** @param name the side, or both if empty */
    noMistakes: (name: string) =>
      name === ""
        ? "Neither side made a mistake."
        : `${name} made no mistakes.`,
    gaveUp: (number: number, name: string) =>
      `Turn ${number}: ${name} gave up`,
    ofSide: (name: string) => (name === "You" ? "yours" : `${midEnglish(name)}’s`),
    both: "both sides’",
    mistake: (
      number: number,
      name: string,
      dice: string,
      /** Empty while the turn can be tried again. */
      move: string,
    ) => `Turn ${number}: ${name}, ${dice}${move === "" ? "" : `: ${move}`}`,
    gave: (loss: string) => `gave away ${loss}`,
    tryAgain: "Try again",
    playedArrow: (move: string) => `Played: ${move}`,
    notYet: (move: string, loss: string) => `${capital(move)} gives away ${ofGames(loss)}. Try another.`,
    almost: (move: string, loss: string) =>
      `Almost: ${move} gives away ${ofGames(loss)}. There is a better one.`,
    tries: (left: number, mistakes: number) =>
      `${left} to go. ${countedEnglish(mistakes, "mistake", "mistakes")}, mixed with turns that were played right.`,
    lastTry: "That was the last one.",
    found: (move: string) => `Yes, ${move} is best.`,
    foundMark: "found",
    back: "Back to the turns",
    answer: "Show the answer",
    reply: (count: number, all: number) =>
      `After the move played, ${count} of ${all} throws could hit back.`,
    punishes: (reply: string, die: number) => `It is punished by a ${die}: ${reply}.`,
    next: "Next mistake",
    /** The same on a small button. */
    nextShort: "Mistake",
    turns: "All turns",
    turn: "Turn",
    dice: "Dice",
    move: "Move",
    goTo: (number: number) => `Show turn ${number} on the board`,
    analyse: "Analyse this position",
    first: "First turn",
    previous: "Previous turn",
    following: "Next turn",
    last: "Last turn",
    doubtful: "doubtful",
    bad: "bad",
    more: (count: number) => `and ${count} more`,
    startOf: "Before the first throw",
    gamesShown: (from: number, to: number, all: number) => `Games ${from} to ${to} of ${all}`,
  },
  friend: {
    /** The name of a friend in a record: one word. */
    name: "Friend",
    begin: "With a friend, by link",
    /** Turns are negative before the answer to an invitation. */
    goOn: (date: string, turns: number) =>
      turns < 0 ? `Invitation not answered yet (${date})` : `Continue the game with a friend (${date}, ${countedEnglish(turns, "turn", "turns")})`,
    heads: { invite: "Invite a friend", answer: "A friend invites you", send: "Your friend’s move" },
    steps: {
      invite: "Send this link to a friend, and open the link that comes back: the game begins then, and you have the light men.",
      answer: "Send this link back to accept: you have the dark men, and the next link that comes shows you the game.",
      send: "Send this link to your friend, and open the link that comes back.",
      end: "Send this link if your friend has not seen the end yet.",
    },
    forget: "Forget this game",
    forgotten: "The game has been deleted.",
    fairTitle: "Are the dice fair?",
    fair: "Neither of you can choose the dice, but both could look ahead. They come from two secret numbers, one from each page; the first is sealed before the second is known, and each page checks the seal and all throws. But once the game has begun, a program could show either of you the throws to come, and whoever invites sees them first and could invite again. Nothing stops anyone from asking for advice, or from trying a turn again before the link is sent. Play with people you trust.",
    damaged: "This link is incomplete: ask your friend to send it again.",
    unfair: "The dice in this link are not the ones that both pages agreed on. Somebody has changed it.",
    elsewhere: "This is the answer to an invitation from another browser, or of one that has forgotten it: open it where you made the invitation.",
    otherAnswer: "Somebody else has answered this invitation already, or the answer was changed. The game you already have is shown.",
    older: "This link is older than your game. Your game is shown.",
    differs: (turn: number) => `From turn ${turn} on, this link does not match your game, which is shown.`,
    notFromHere: (turn: number) => `Turn ${turn} of this link is yours, but it was not played in this browser. If you did not play it elsewhere, your friend’s link was changed.`,
    file: "This page is a file on your device. Your friend must open the same page, and add the part of your link that begins with # to the end of its address.",
  },
  past: {
    title: "Past games",
    none: "The games that you finish are listed here.",
    kept: "This browser keeps your last 100 games, except very long ones. Nothing is sent anywhere.",
    played: (date: string, points: number, name: string) =>
      `${date}: ${points > 0 ? "won" : "lost"}${Math.abs(points) === 2 ? " double" : ""} against ${midEnglish(name)}`,
    watched: (date: string, names: string[], result: string) => `${date}: ${names.join(" – ")}. ${result}`,
    worth: (rating: string, loss: string) => `${rating === "" ? "" : `rating ${rating}, `}gave away ${ofGames(loss)}`,
    noDate: "no date",
    curve: (count: number) => `Your rating in ${count} games; lower is better. 0 is perfect play.`,
    together: (strength: string) => `All together: ${strength}.`,
    open: "Review",
    openThis: (game: string) => `Review ${game}`,
    delete: (game: string) => `Delete ${game}`,
    deleted: "The game was deleted.",
    exportAll: "Export all",
    exported: "All past games are in one file. This page can import it, and the command tourne review reads it.",
    importAll: "Import",
    imported: (added: number, all: number) =>
      `${added} of ${countedEnglish(all, "game", "games")} added.${added < all ? " Games that are listed already, older than the last 100, not finished or very long are left out." : ""}`,
  },
  practise: {
    title: "Practise",
    intro: "Positions from games of good players. One throw, your move.",
    difficulty: "Difficulty",
    difficulties: { hard: "hard: where good players go wrong", easy: "easy: where beginners lose most" },
    kind: "Questions",
    kinds: { all: "all choices", hits: "to hit or not to hit", home: "to bring a man home or not" },
    question: "Which move is best?",
    right: (move: string) => `Right: ${move} is best.`,
    grades: {
      almost: (loss: string) => `Almost: it gives away ${ofGames(loss)}.`,
      doubtful: (loss: string) => `Not the best: it gives away ${ofGames(loss)}.`,
      bad: (loss: string) => `A bad move: it gives away ${ofGames(loss)}.`,
    },
    again: "Once more: your answer was wrong last time.",
    waiting: (count: number) =>
      `${countedEnglish(count, "question", "questions")} that you got wrong will come back.`,
    almost: (count: number) => `${count} almost right`,
    streak: (count: number, most: number) => `${count} in a row (longest ${most})`,
    next: "Next position",
    bestArrow: (move: string) => `Best: ${move}`,
    yourArrow: (move: string) => `Your answer: ${move}`,
    analyse: "Analyse",
    print: "Print six puzzles",
    sheet: "Six puzzles",
    sheetHelp: "The light side is on roll. Which move is best? The answers are overleaf.",
    answers: "Answers",
    score: (right: number, count: number) => `${right} of ${count} right`,
    /** What a kind of mistake costs; `habit` is one of the habits. */
    habit: (
      habit: string,
      made: number,
      possible: number,
      loss: string,
      isCostliest: boolean,
    ) =>
      `${isCostliest ? "You lose most when" : "Then when"} you ${habit}: ${possible === 1 ? "once" : `${made} of ${possible} times`}, ${loss}${made > 1 ? " on average" : ""}.`,
    habitsReturn: "Questions of these kinds come more often.",
    none: "No answers yet.",
    reset: "Reset the rating",
  },
  /** The kinds of mistakes, after “when you”: the words of `tourne quiz`. */
  habits: {
    missedHit: "miss hits",
    missedHome: "miss chances to bring a man home",
    missedAim: "miss chances to aim at an enemy man",
    fewerHome: "leave yourself fewer ways home",
    exposed: "leave men exposed",
    cautious: "play too cautiously",
    needlessHit: "hit needlessly",
    otherHit: "hit the wrong man",
    sentOff: "send your own man off",
    lateEntry: "enter too late",
    earlyEntry: "enter too early",
    order: "move in the wrong order",
  },
  ratings: {
    range: (rating: string, low: string, high: string) => `${rating} (${low} to ${high})`,
    strength: (
      rating: string,
      low: string,
      high: string,
      level: string,
    ) => `rating ${rating} (${low} to ${high}; 0 is perfect): ${level}`,
    perfect: "perfect so far, ",
    weaker: "weaker than level 1",
    any: "any level",
    atMost: (level: number) => `level ${level} or weaker`,
    level: (level: number) => `level ${level}`,
    between: (from: number, level: number) => `level ${from} to ${level}`,
    after: (count: number) => `, after ${countedEnglish(count, "choice", "choices")}`,
    more: (count: number) => `; about ${count} more choices tell it within two levels`,
  },
  /** A line of a card as a sentence: in English that of the library. */
  cardSentence: (_line: CardLine, english: string) => english.replaceAll("'", "’"),
  card: {
    title: "The five-line card",
    intro: "Five lines for playing well without a computer. The first line that fits decides; if none does, move the front man.",
    line: (line: number, text: string) => `Line ${line} decides: “${text}”`,
    noLine: "No line fits, so the front man moves.",
    plays: (move: string, by: string) => `The five-line card plays: ${move}. ${by}`,
    example: (die: number, move: string) => `For example, with a ${die}: ${move}.`,
    isRight: "No move is better.",
    isWrong: (loss: string) => `Here the card is wrong: its move gives away ${ofGames(loss)}.`,
    wordsTitle: "What the words mean",
    /** Words of the sentences that are explained there. */
    forms: {
      ends: "front man|rear man",
      overtake: "overtakes?",
      flee: "flees?",
      safeFromBoard: "lands? safe from the board",
      safe: "lands? safe",
      clear: "lands? clear",
      aim: "aims?",
      fewest: "fewest enemies behind",
    },
    words: {
      ends: ["front man, rear man", "the foremost and the rearmost man that can move; if several men fit, the foremost moves"],
      hit: ["hit", "sends an enemy man off"],
      enter: ["enter", "enters a man"],
      home: ["bring home", "brings a man home"],
      overtake: ["overtake", "goes past an enemy man and stops short of home"],
      flee: ["flee", "leaves a point with an enemy 1 to 6 points behind; men off the board count as standing on 0"],
      safe: ["land safe", "lands with no enemy 1 to 6 points behind; men off the board count as standing on 0"],
      safeFromBoard: ["land safe from the board", "lands with no enemy on the board 1 to 6 points behind"],
      clear: ["land clear", "lands with no enemy on the board anywhere behind"],
      aim: ["aim", "lands 1 to 6 points behind an enemy on the board"],
      fewest: ["fewest enemies behind", "no other move lands with fewer enemies on the board behind it"],
      leave: ["leave", "goes from one of the points named; a man that enters leaves 0"],
      reach: ["reach", "arrives at one of the points named; home is 12"],
    },
  },
  rulesPage: {
    title: "The rules",
    intro:
      "A race of three men a side, described in Paris in 1699 and solved here: the chances in every position are known exactly.",
    inPictures: "In pictures",
    play: "Show the move",
    figures: {
      way: "Both sides enter at the left and go home at the right, each in its own lane. The points face each other: 4 lies opposite 4.",
      throws: "Two dice are thrown, and the lower is played: here a 2. If they are equal, only one is played, once.",
      throwsAny:
        "Two dice are thrown, and only the lower is played, with one man. If they are equal, only one is played, once.",
      throwsOne: "One die is thrown and played.",
      enter: "Men begin off the board. A man enters on the point that the die shows: with a 2, on point 2.",
      move: "A man moves as many points as the die shows: with a 3, from 4 to 7. Enemy men do not stand in its way.",
      hit: "One column, one man: a man that lands opposite an enemy man sends it off the board. It starts again.",
      pass: "No two men of a side on a point, and no passing: the man off the board cannot enter with a 5, since it would pass over the man on 3.",
      crowd: "Men of the same side may share a point and pass each other. A hit sends off every man on the point.",
      home: "Home by exact count: from 8 only a 4. Otherwise the man waits, and another must move.",
      overshoot: "A man that goes beyond home goes back off the board: from 9 with a 5.",
      duty: "The man marked ! was hit. It must enter before another may move, as the rules below say.",
    },
    sections: "Rule by rule",
    source: "Source",
    sources: "The sources of each rule, and where they are ambiguous",
    reading: "Our reading",
    history:
      "The age of the game is disputed. The English Wikipedia finds it in Gargantua by Rabelais (1532); a French page finds only trictrac there (1534); Parlett finds no mention before the 17th century. The name may mean that a man that is hit returns (retourner) to the box (case) or, more likely according to Fallavel, the point (case) of three (tourne, terne).",
    differs: "differs from the standard game",
    others: "The rule sets of the sources",
    inside: "Choose",
    chosen: "Chosen",
    notInside: "not in this page",
    costs: {
      title: "What each rule changes",
      intro:
        "The standard game with one rule changed, under perfect play. Choices changed: those of the 105,002 in the standard game whose best move is no longer best. Games affected: those with a throw that is played differently under the rule, or a win that counts two points.",
      heads: ["Rule", "Wins for the first to throw", "Throws in a game", "Choices changed", "Games affected"],
      names: {
        standard: "Standard game",
        "standard with one die": "One die",
        "forced-entry": "Forced entry",
        "entry-first": "Entry first",
        "standard with any number of men on a point": "Men share points and pass each other",
        "standard with men that overshoot home go off": "Men that overshoot home go off",
        "double-win": "Double win",
      } as Record<string, string>,
      all: "all",
      moreThan: (share: string) => `more than ${share}`,
    },
    worth: {
      title: "What things are worth",
      intro: (turn: string) =>
        `Each number is the chance to win with the thing minus the chance without it, in percent, on average over perfectly played standard games. Being on roll is worth ${turn}.`,
      picture: "What hitting an enemy man on each point is worth",
      off: "off",
      heads: ["Point", "Hit an enemy man there", "Bring a man home from there", "One pip further", "Own man that blocks others"],
      homes: (homes: string[]) =>
        `The first man home is worth ${homes[0]}, the second ${homes[1]}, the last ${homes[2]}. A block is your own man in the way of men behind it; an enemy man blocks nobody. Where the next point is taken, no man can go one pip.`,
      entering: "Enter or run, where no man can hit or come home",
      cases: [
        "The run passes an enemy",
        "Otherwise: no enemy 1 to 6 points ahead of where the man enters",
        "Otherwise: an enemy 1 to 6 points ahead of where the run ends",
        "Otherwise",
      ],
      caseHeads: ["If", "Play", "Better by", "How often right"],
      enter: "enter",
      run: "run",
      even: "either",
    },
    about: "About the numbers",
    aboutText:
      "A value is what the player on roll gets if both play as well as possible: the probability of winning, or points where a win can count two. Values and best moves are proven, not estimated: they come from the solution file in this page.",
  },
};
