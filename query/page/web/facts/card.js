// Cards: short lists of rules that a person applies at the board. This parser is written from query/CARDS.md alone.

/** @import { Play, Position, Rules, Side } from "../rules/rules.js" */
import { HOME, pipsOfSide, placeOf } from "../rules/rules.js";
import { SolutionError } from "../rules/solution.js";

/**
 * A word about a move or the board. `man` is the man of whose move a condition speaks, "" for a move to play and for facts
 * about the board; a word without a range has the range of all numbers.
 * @typedef {{key: string, man: "" | "front" | "rear" | "some", isNegated: boolean, least: number, most: number}} CardWord
 */
/**
 * @typedef {CardWord[][][]} CardFormula A list of parts, each a list of conjunctions. A part is true if all words of one of its
 * conjunctions are true. The formula is true if its first part is true and all other parts, those after `unless`, are false.
 */
/**
 * @typedef {object} CardLine
 * @property {string} text
 * @property {CardFormula | null} condition
 * @property {CardFormula} moves
 * @property {boolean} isRearmost of several men, the rearmost is played, not the foremost
 * @property {"" | "front" | "rear"} otherwise the man that is played if the condition is true but no move fits
 */

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
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    const plain = text.toLowerCase().replace(/\.$/, "").replaceAll("’", "'");
    this.words = plain.replace(/[:,]/g, " $& ").trim().split(/\s+/);
    this.at = 0;
    /** The man that the condition named last; `isNone` is true after "no man". */
    this.subject = { man: /** @type {CardWord["man"]} */ (""), isNone: false };
  }

  /**
   * Takes these words if they come next.
   * @param {string} phrase
   */
  take(phrase) {
    const words = phrase.split(" ");
    const isNext = words.every((word, index) => this.words[this.at + index] === word);
    this.at += isNext ? words.length : 0;
    return isNext;
  }

  /** @returns {never} */
  fail() {
    throw new Error(`“${this.text}”: ${this.words[this.at] ?? ""}`);
  }

  /** @returns {CardLine} */
  line() {
    const condition = this.take("if") ? this.formula(() => this.fact()) : null;
    if (condition && !this.take(":")) {
      this.fail();
    }
    /** @type {CardLine} */
    const line = {
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

  /**
   * Words joined by `and`, `or` and `unless`, in order of decreasing precedence.
   * @param {() => CardWord} word
   * @returns {CardFormula}
   */
  formula(word) {
    /** @type {CardFormula} */
    const formula = [[[word()]]];
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

  /** @returns {CardWord} */
  move() {
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

  /** @returns {CardWord} */
  fact() {
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
    /** @type {[string, CardWord["man"], boolean][]} */
    const subjects = [
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

/**
 * Reads a card. Empty lines, and everything from a # on, are left out.
 * @param {string} text
 */
export function readCard(text) {
  const lines = text.split("\n").map((line) => line.split("#")[0].trim());
  return lines.filter((line) => line !== "").map((line) => new CardReader(line).line());
}

/**
 * For each word of cards about a move, whether it is true of a legal move; for a word with a range, the point.
 * @typedef {Record<keyof typeof CARD_MOVES, boolean | number>} CardSight
 */
/**
 * @param {Position} position
 * @param {Play[]} plays
 * @returns {CardSight[]}
 */
function cardSights(position, plays) {
  const before = position.other.map(placeOf);
  /** @type {(play: Play) => boolean} */
  const isGoing = (play) => play.to > 0 && play.to < HOME;
  // Number of enemies on the board behind the point reached.
  const behind = plays.map((play) => play.next.own.filter((man) => man > 0 && man < play.to && isGoing(play)).length);
  const fewest = Math.min(...behind);
  return plays.map((play, at) => {
    const { from, to } = play;
    const after = play.next.own.map(placeOf);
    /** @type {(enemy: number, point: number) => boolean} */
    const isNear = (enemy, point) => enemy < point && point - enemy <= CARD_REACH;
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

/**
 * The numbers that the facts of cards compare with a range.
 * @param {Position} position
 * @param {number} die
 * @returns {Record<keyof typeof CARD_FACTS, number>}
 */
function cardFacts(position, die) {
  /** @type {(side: Side) => {off: number, home: number, front: number, rear: number}} */
  const standing = (side) => {
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
 * @param {CardLine[]} card
 * @param {Position} position
 * @param {number} die
 * @param {Play[]} plays
 * @returns {{index: number, line: number}}
 */
export function chooseByCard(card, position, die, plays) {
  const sights = cardSights(position, plays);
  const facts = cardFacts(position, die);
  const last = plays.length - 1;
  /** @type {(word: CardWord, found: boolean | number) => boolean} */
  const isWord = ({ least, most }, found) =>
    typeof found === "number" ? least <= found && found <= most : found;
  /** @type {(word: CardWord, at: number) => boolean} */
  const isOfMove = (word, at) => isWord(word, sights[at][/** @type {keyof typeof CARD_MOVES} */ (word.key)]);
  /** @type {(word: CardWord) => boolean} */
  const isFact = (word) => {
    switch (word.man) {
      case "front":
        return isOfMove(word, last);
      case "rear":
        return isOfMove(word, 0);
      case "some":
        return plays.some((_, at) => isOfMove(word, at));
      default:
        return isWord(word, facts[/** @type {keyof typeof CARD_FACTS} */ (word.key)]);
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

/**
 * @param {CardFormula} formula
 * @param {(word: CardWord) => boolean} isTrue whether a word is true, ignoring its negation
 */
function cardHolds(formula, isTrue) {
  const [any, ...unless] = formula.map((part) =>
    part.some((all) => all.every((word) => isTrue(word) !== word.isNegated)),
  );
  return any && !unless.includes(true);
}

/** @type {Map<string, CardLine[]>} */
const cards = new Map();

/**
 * The five-line card of a rule set.
 * @param {Rules} rules
 */
export function cardOf({ name }) {
  const card = cards.get(name) ?? readCard(document.getElementById(`card-${name}`)?.textContent ?? "");
  if (card.length === 0) {
    throw new SolutionError("card", name);
  }
  cards.set(name, card);
  return card;
}
