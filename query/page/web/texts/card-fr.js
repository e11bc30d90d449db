// The lines of cards in French.

/** @import { CardFormula, CardLine, CardWord } from "../facts/card.js" */
import { CARD_RANGED } from "../facts/card.js";
import { HOME } from "../rules/rules.js";

/**
 * Words about a move, each in three forms: for a move to play (`battre`), for a man (`bat`), and negated for a man (`ne bat
 * pas`).
 */
const FRENCH_CARD_MOVES = {
  hit: ["battre", "bat", "ne bat pas"],
  enter: ["entrer", "entre", "n’entre pas"],
  home: ["gagner le coin", "gagne le coin", "ne gagne pas le coin"],
  overtake: ["dépasser", "dépasse", "ne dépasse pas"],
  flee: ["fuir", "fuit", "ne fuit pas"],
  safeFromBoard: [
    "se mettre à l’abri des dames du tablier",
    "se met à l’abri des dames du tablier",
    "ne se met pas à l’abri des dames du tablier",
  ],
  safe: ["se mettre à l’abri", "se met à l’abri", "ne se met pas à l’abri"],
  clear: [
    "n’avoir aucune ennemie derrière soi",
    "n’a aucune ennemie derrière elle",
    "a au moins une ennemie derrière elle",
  ],
  aim: ["viser", "vise", "ne vise pas"],
  fewest: [
    "avoir le moins d’ennemies derrière soi",
    "a le moins d’ennemies derrière elle",
    "n’a pas le moins d’ennemies derrière elle",
  ],
  leave: ["quitter", "quitte", "ne quitte pas"],
  reach: ["atteindre", "atteint", "n’atteint pas"],
  frontMan: ["la dame de tête", "est la dame de tête", "n’est pas la dame de tête"],
  rearMan: ["la dame de queue", "est la dame de queue", "n’est pas la dame de queue"],
};

/** Facts about the board, each with the text before its number, the unit, and the text after it. */
const FRENCH_CARD_FACTS = {
  ahead: ["vous avez une avance de", " cases", ""],
  behind: ["vous avez un retard de", " cases", ""],
  ownOff: ["vous avez", " dame", " hors du tablier"],
  ownHome: ["vous avez", " dame", " au coin"],
  ownFront: ["votre dame de tête est en", "", ""],
  ownRear: ["votre dame de queue est en", "", ""],
  otherOff: ["l’adversaire a", " dame", " hors du tablier"],
  otherHome: ["l’adversaire a", " dame", " au coin"],
  otherFront: ["la dame de tête adverse est en", "", ""],
  otherRear: ["la dame de queue adverse est en", "", ""],
  die: ["le dé joué est", "", ""],
};

/**
 * A line of a card as a sentence in French.
 * @param {CardLine} line
 */
export function cardSentenceFrench({ condition, moves, isRearmost, otherwise }) {
  const which = isRearmost ? "la plus en arrière" : "la plus avancée";
  const man = frenchFormula(moves, (word) => `qui ${frenchDeed(word)}`, ", sauf celle ");
  const others = { "": "", front: " ; sinon, la dame de tête", rear: " ; sinon, la dame de queue" };
  const play = `ouez la dame ${which} ${man}${others[otherwise]}.`;
  return condition ? `Si ${frenchFormula(condition, frenchFact, ", sauf si ")}, j${play}` : `J${play}`;
}

/**
 * @param {CardFormula} formula
 * @param {(word: CardWord) => string} say
 * @param {string} unless
 */
function frenchFormula(formula, say, unless) {
  return formula.map((part) => part.map((all) => all.map(say).join(" et ")).join(" ou ")).join(unless);
}

/**
 * A range of numbers in words. `unit` stands right after the first number, as in "5 cases ou plus".
 * @param {CardWord} word
 * @param {string} unit
 */
function frenchRange({ least, most }, unit = "") {
  return most === Infinity
    ? `${least}${unit} ou plus`
    : least === most
      ? `${least}${unit}`
      : least === 0
        ? `${most}${unit} ou moins`
        : `${least} ${most === least + 1 ? "ou" : "à"} ${most}${unit}`;
}

/**
 * The points that a word has, if it has any.
 * @param {CardWord} word
 */
function frenchPoints(word) {
  if (!CARD_RANGED.includes(word.key)) {
    return "";
  }
  const isList = word.least > 0 && word.most < Infinity && word.most > word.least + 1;
  return word.least === HOME ? " le coin" : ` ${isList ? "une case de " : ""}${frenchRange(word)}`;
}

/** @param {CardWord} word of a man */
function frenchDeed(word) {
  const [, said, denied] = FRENCH_CARD_MOVES[/** @type {keyof typeof FRENCH_CARD_MOVES} */ (word.key)];
  return `${word.isNegated ? denied : said}${frenchPoints(word)}`;
}

/** @param {CardWord} word of a condition */
function frenchFact(word) {
  if (word.man === "") {
    const [before, unit, after] = FRENCH_CARD_FACTS[/** @type {keyof typeof FRENCH_CARD_FACTS} */ (word.key)];
    // The singular for one man, the plural for several.
    const units = unit === " dame" && (word.most === Infinity ? word.least : word.most) > 1 ? " dames" : unit;
    return `${word.isNegated ? "non, " : ""}${before} ${frenchRange(word, units)}${after}`;
  }
  if (word.man === "some") {
    const [plain] = FRENCH_CARD_MOVES[/** @type {keyof typeof FRENCH_CARD_MOVES} */ (word.key)];
    return `${word.isNegated ? "aucune dame ne peut" : "une dame peut"} ${plain}${frenchPoints(word)}`;
  }
  return `la dame de ${word.man === "front" ? "tête" : "queue"} ${frenchDeed(word)}`;
}
