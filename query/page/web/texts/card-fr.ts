// The lines of cards in French.

import type { CardFormula, CardLine, CardWord } from "../facts/card.ts";
import { CARD_RANGED } from "../facts/card.ts";
import { HOME } from "../rules/rules.ts";

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

/** A line of a card as a sentence in French. */
export function cardSentenceFrench({ condition, moves, isRearmost, otherwise }: CardLine) {
  const which = isRearmost ? "la plus en arrière" : "la plus avancée";
  const man = frenchFormula(moves, (word) => `qui ${frenchDeed(word)}`, ", sauf celle ");
  const others = { "": "", front: " ; sinon, la dame de tête", rear: " ; sinon, la dame de queue" };
  const play = `ouez la dame ${which} ${man}${others[otherwise]}.`;
  return condition ? `Si ${frenchFormula(condition, frenchFact, ", sauf si ")}, j${play}` : `J${play}`;
}

function frenchFormula(formula: CardFormula, say: (word: CardWord) => string, unless: string) {
  return formula.map((part) => part.map((all) => all.map(say).join(" et ")).join(" ou ")).join(unless);
}

/** A range of numbers in words. `unit` stands right after the first number, as in "5 cases ou plus". */
function frenchRange({ least, most }: CardWord, unit: string = "") {
  return most === Infinity
    ? `${least}${unit} ou plus`
    : least === most
      ? `${least}${unit}`
      : least === 0
        ? `${most}${unit} ou moins`
        : `${least} ${most === least + 1 ? "ou" : "à"} ${most}${unit}`;
}

/** The points that a word has, if it has any. */
function frenchPoints(word: CardWord) {
  if (!CARD_RANGED.includes(word.key)) {
    return "";
  }
  const isList = word.least > 0 && word.most < Infinity && word.most > word.least + 1;
  return word.least === HOME ? " le coin" : ` ${isList ? "une case de " : ""}${frenchRange(word)}`;
}

/** @param word of a man */
function frenchDeed(word: CardWord) {
  const [, said, denied] = FRENCH_CARD_MOVES[word.key as keyof typeof FRENCH_CARD_MOVES];
  return `${word.isNegated ? denied : said}${frenchPoints(word)}`;
}

/** @param word of a condition */
function frenchFact(word: CardWord) {
  if (word.man === "") {
    const [before, unit, after] = FRENCH_CARD_FACTS[word.key as keyof typeof FRENCH_CARD_FACTS];
    // The singular for one man, the plural for several.
    const units = unit === " dame" && (word.most === Infinity ? word.least : word.most) > 1 ? " dames" : unit;
    return `${word.isNegated ? "non, " : ""}${before} ${frenchRange(word, units)}${after}`;
  }
  if (word.man === "some") {
    const [plain] = FRENCH_CARD_MOVES[word.key as keyof typeof FRENCH_CARD_MOVES];
    return `${word.isNegated ? "aucune dame ne peut" : "une dame peut"} ${plain}${frenchPoints(word)}`;
  }
  return `la dame de ${word.man === "front" ? "tête" : "queue"} ${frenchDeed(word)}`;
}
