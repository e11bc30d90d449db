// Cards: short lists of rules that a person applies at the board. This parser is written from query/CARDS.md alone.

import type { Play, Position, Rules, Side } from "../rules/rules.ts";
import { HOME, pipsOfSide, placeOf } from "../rules/rules.ts";
import { SolutionError } from "../rules/solution.ts";

/**
 * A word about a move or the board. `man` is the man of whose move a condition speaks, "" for a move to play and for facts
 * about the board; a word without a range has the range of all numbers.
 */
export type CardWord = { key: string; man: "" | "front" | "rear" | "some"; isNegated: boolean; least: number; most: number };
/**
 * A list of parts, each a list of conjunctions. A part is true if all words of one of its conjunctions are true. The formula is
 * true if its first part is true and all other parts, those after `unless`, are false.
 */
export type CardFormula = CardWord[][][];
export interface CardLine {
  text: string;
  condition: CardFormula | null;
  moves: CardFormula;
  /** Of several men, the rearmost is played, not the foremost. */
  isRearmost: boolean;
  /** The man that is played if the condition is true but no move fits. */
  otherwise: "" | "front" | "rear";
}

/** Words about a move, each in two forms: for a move to play (`hit`) and for a man (`hits`). */
const CARD_MOVES = {
  hit: ["hit", "hits"],
  enter: ["enter", "enters"],
  home: ["bring home", "brings home"],
  overtake: ["overtake", "overtakes"],
  flee: ["flee", "flees"],
  safeFromBoard: ["land safe from the board", "lands safe from the board"],
  safe: ["land safe", "lands safe"],
  clear: ["land clear", "lands clear"],
  aim: ["aim", "aims"],
  fewest: ["have the fewest enemies behind", "has the fewest enemies behind"],
  leave: ["leave", "leaves"],
  reach: ["reach", "reaches"],
  frontMan: ["the front man", "is the front man"],
  rearMan: ["the rear man", "is the rear man"],
};
/** Words about a move that a range of points follows. */
export const CARD_RANGED = ["leave", "reach"];

/** Facts about the board, each with the text before its number and the text after it. */
const CARD_FACTS = {
  ahead: ["you are ahead by", ""],
  behind: ["you are behind by", ""],
  ownOff: ["you have", "off"],
  ownHome: ["you have", "home"],
  ownFront: ["your front man is on", ""],
  ownRear: ["your rear man is on", ""],
  otherOff: ["the enemy has", "off"],
  otherHome: ["the enemy has", "home"],
  otherFront: ["the enemy's front man is on", ""],
  otherRear: ["the enemy's rear man is on", ""],
  die: ["the die is", ""],
};

/** Points within which a man is in danger: the reach of a throw. */
const CARD_REACH = 6;

/** A line of a card, word by word. */
class CardReader {
  text: string;
  words: string[];
  at: number;
  /** The man that the condition named last; `isNone` is true after "no man". */
  subject: { man: CardWord["man"]; isNone: boolean };

  constructor(text: string) {
    this.text = text;
    const plain = text.toLowerCase().replace(/\.$/, "").replaceAll("’", "'");
    this.words = plain.replace(/[:,]/g, " $& ").trim().split(/\s+/);
    this.at = 0;
    this.subject = { man: "" as CardWord["man"], isNone: false };
  }

  /** Takes these words if they come next. */
  take(phrase: string) {
    const words = phrase.split(" ");
    const isNext = words.every((word, index) => this.words[this.at + index] === word);
    this.at += isNext ? words.length : 0;
    return isNext;
  }

  fail(): never {
    throw new Error(`“${this.text}”: ${this.words[this.at] ?? ""}`);
  }

  line(): CardLine {
    const condition = this.take("if") ? this.formula(() => this.fact()) : null;
    if (condition && !this.take(":")) {
      this.fail();
    }
    const line: CardLine = {
      text: this.text,
      condition,
      moves: this.formula(() => this.move()),
      isRearmost: false,
      otherwise: "",
    };
    while (this.take(",")) {
      if (this.take("else the front man")) {
        line.otherwise = "front";
      } else if (this.take("else the rear man")) {
        line.otherwise = "rear";
      } else if (this.take("rearmost")) {
        line.isRearmost = true;
      } else if (!this.take("foremost")) {
        this.fail();
      }
    }
    return this.at === this.words.length ? line : this.fail();
  }

  /** Words joined by `and`, `or` and `unless`, in order of decreasing precedence. */
  formula(word: () => CardWord): CardFormula {
    const formula: CardFormula = [[[word()]]];
    for (;;) {
      const part = formula[formula.length - 1];
      if (this.take("and")) {
        part[part.length - 1].push(word());
      } else if (this.take("or")) {
        part.push([word()]);
      } else if (this.take("unless")) {
        formula.push([[word()]]);
      } else {
        return formula;
      }
    }
  }

  move(): CardWord {
    const isNegated = this.take("not");
    return { ...this.plainMove(), man: "", isNegated };
  }

  plainMove() {
    const found = Object.entries(CARD_MOVES).find(([, forms]) => forms.some((form) => this.take(form)));
    if (!found) {
      this.fail();
    }
    const range = CARD_RANGED.includes(found[0]) ? this.range() : { least: 0, most: Infinity };
    return { key: found[0], ...range };
  }

  fact(): CardWord {
    const isNegated = this.take("not");
    for (const [key, [before, after]] of Object.entries(CARD_FACTS)) {
      const start = this.at;
      if (this.take(before)) {
        const range = this.range();
        if (after === "" || this.take(after)) {
          return { key, man: "", isNegated, ...range };
        }
        // "You have 2" goes on with "off" or with "home".
        this.at = start;
      }
    }
    const subjects: [string, CardWord["man"], boolean][] = [
      ["the front man", "front", false],
      ["the rear man", "rear", false],
      ["some man", "some", false],
      ["no man", "some", true],
    ];
    const subject = subjects.find(([phrase]) => this.take(phrase));
    if (subject) {
      this.subject = { man: subject[1], isNone: subject[2] };
    } else if (this.subject.man === "") {
      this.fail();
    }
    const isDenied = this.take("does not");
    this.take("can");
    const { man, isNone } = this.subject;
    return { ...this.plainMove(), man, isNegated: [isNegated, isNone, isDenied].filter(Boolean).length % 2 === 1 };
  }

  /** A number or a range: `7`, `10 or 11`, `3 to 5`, `7 or more`, `4 or less`. */
  range() {
    const least = this.number();
    if (this.take("or more")) {
      return { least, most: Infinity };
    }
    if (this.take("or less")) {
      return { least: 0, most: least };
    }
    // "Reach 6 or hit" goes on with another word.
    const isPair = this.words[this.at] === "or" && /^\d+$/.test(this.words[this.at + 1] ?? "");
    if (isPair || this.words[this.at] === "to") {
      this.at += 1;
      return { least, most: this.number() };
    }
    return { least, most: least };
  }

  number() {
    const word = this.words[this.at] ?? "";
    if (!/^\d+$/.test(word)) {
      this.fail();
    }
    this.at += 1;
    return Number(word);
  }
}

/** Reads a card. Empty lines, and everything from a # on, are left out. */
export function readCard(text: string) {
  const lines = text.split("\n").map((line) => line.split("#")[0].trim());
  return lines.filter((line) => line !== "").map((line) => new CardReader(line).line());
}

/** For each word of cards about a move, whether it is true of a legal move; for a word with a range, the point. */
type CardSight = Record<keyof typeof CARD_MOVES, boolean | number>;
function cardSights(position: Position, plays: Play[]): CardSight[] {
  const before = position.other.map(placeOf);
  const isGoing = (play: Play): boolean => play.to > 0 && play.to < HOME;
  // Number of enemies on the board behind the point reached.
  const behind = plays.map((play) => play.next.own.filter((man) => man > 0 && man < play.to && isGoing(play)).length);
  const fewest = Math.min(...behind);
  return plays.map((play, at) => {
    const { from, to } = play;
    const after = play.next.own.map(placeOf);
    const isNear = (enemy: number, point: number): boolean => enemy < point && point - enemy <= CARD_REACH;
    return {
      hit: play.hit,
      enter: from === 0,
      home: to === HOME,
      overtake: isGoing(play) && before.some((enemy) => from < enemy && enemy < to),
      flee: from > 0 && before.some((enemy) => isNear(enemy, from)),
      safe: !isGoing(play) || !after.some((enemy) => isNear(enemy, to)),
      safeFromBoard: !isGoing(play) || !after.some((enemy) => enemy > 0 && isNear(enemy, to)),
      clear: behind[at] === 0,
      aim: isGoing(play) && after.some((enemy) => enemy < HOME && isNear(to, enemy)),
      fewest: behind[at] === fewest,
      leave: from,
      reach: to,
      frontMan: at === plays.length - 1,
      rearMan: at === 0,
    };
  });
}

/** The numbers that the facts of cards compare with a range. */
function cardFacts(position: Position, die: number): Record<keyof typeof CARD_FACTS, number> {
  const standing = (side: Side): { off: number; home: number; front: number; rear: number } => {
    const places = side.map(placeOf);
    return {
      off: places.filter((place) => place === 0).length,
      home: places.filter((place) => place === HOME).length,
      front: Math.max(...places.filter((place) => place < HOME)),
      rear: Math.min(...places),
    };
  };
  const [own, other] = [standing(position.own), standing(position.other)];
  const lead = pipsOfSide(position.other) - pipsOfSide(position.own);
  return {
    ahead: lead,
    behind: -lead,
    ownOff: own.off,
    ownHome: own.home,
    ownFront: own.front,
    ownRear: own.rear,
    otherOff: other.off,
    otherHome: other.home,
    otherFront: other.front,
    otherRear: other.rear,
    die,
  };
}

/**
 * The decision of a card: the index of the move among the legal moves, rearmost man first, and the index of the line that
 * decides, -1 if no line fits.
 */
export function chooseByCard(
  card: CardLine[],
  position: Position,
  die: number,
  plays: Play[],
): { index: number; line: number } {
  const sights = cardSights(position, plays);
  const facts = cardFacts(position, die);
  const last = plays.length - 1;
  const isWord = ({ least, most }: CardWord, found: boolean | number): boolean =>
    typeof found === "number" ? least <= found && found <= most : found;
  const isOfMove = (word: CardWord, at: number): boolean => isWord(word, sights[at][word.key as keyof typeof CARD_MOVES]);
  const isFact = (word: CardWord): boolean => {
    switch (word.man) {
      case "front":
        return isOfMove(word, last);
      case "rear":
        return isOfMove(word, 0);
      case "some":
        return plays.some((_, at) => isOfMove(word, at));
      default:
        return isWord(word, facts[word.key as keyof typeof CARD_FACTS]);
    }
  };
  for (const [line, { condition, moves, isRearmost, otherwise }] of card.entries()) {
    if (condition && !cardHolds(condition, isFact)) {
      continue;
    }
    const fitting = plays.flatMap((_, at) => (cardHolds(moves, (word) => isOfMove(word, at)) ? [at] : []));
    if (fitting.length > 0) {
      return { index: isRearmost ? fitting[0] : fitting[fitting.length - 1], line };
    }
    if (otherwise !== "") {
      return { index: otherwise === "front" ? last : 0, line };
    }
  }
  return { index: card[card.length - 1].isRearmost ? 0 : last, line: -1 };
}

/** @param isTrue whether a word is true, ignoring its negation */
function cardHolds(formula: CardFormula, isTrue: (word: CardWord) => boolean) {
  const [any, ...unless] = formula.map((part) =>
    part.some((all) => all.every((word) => isTrue(word) !== word.isNegated)),
  );
  return any && !unless.includes(true);
}

const cards: Map<string, CardLine[]> = new Map();

/** The five-line card of a rule set. */
export function cardOf({ name }: Rules) {
  const card = cards.get(name) ?? readCard(document.getElementById(`card-${name}`)?.textContent ?? "");
  if (card.length === 0) {
    throw new SolutionError("card", name);
  }
  cards.set(name, card);
  return card;
}
