// Sentences that several parts of the page say: positions, moves, throws, reasons and faults in words.
"use strict";

/**
 * The name of a rule set, also of one that joins several.
 * @param {string} name
 */
function ruleSetName(name) {
  return name
    .split("+")
    .map((part) => T.ruleSetNames[part] ?? part)
    .join(" + ");
}

/**
 * The men of one side in words.
 * @param {Man[]} men
 */
function menInWords(men) {
  const off = men.filter((man) => man === OFF).length;
  const owing = men.filter((man) => man === OWING).length;
  const points = men.filter((man) => man > 0 && man < HOME);
  const home = men.filter((man) => man === HOME).length;
  const parts = [
    points.length > 0 ? T.onPoints(points) : "",
    off > 0 ? T.countOff(off) : "",
    owing > 0 ? T.countOwing(owing) : "",
    home > 0 ? T.countHome(home) : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/**
 * A whole position in words.
 * @param {{light: Man[], dark: Man[]}} board
 * @param {string[]} names of the sides
 */
function boardInWords(board, names) {
  return `${T.says(names[0], menInWords(board.light))}. ${T.says(names[1], menInWords(board.dark))}.`;
}

/**
 * A text with a capital letter at its beginning.
 * @param {string} text
 */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A move in words.
 * @param {Play} play
 */
function moveInWords(play) {
  if (play.man < 0) {
    return T.moves.pass;
  }
  const words =
    play.from === 0
      ? T.moves.enter(play.to)
      : play.to === HOME
        ? T.moves.home(play.from)
        : play.to === 0
          ? T.moves.sentOff(play.from)
          : T.moves.go(play.from, play.to);
  return play.hit ? `${words}, ${T.moves.hits}` : words;
}

/**
 * What is thrown, in a sentence.
 * @param {Rules} rules
 * @param {number[]} dice
 */
function throwInWords(rules, dice) {
  if (rules.oneDie || dice.length === 1) {
    return T.throws.one(dice[0]);
  }
  return dice[0] === dice[1]
    ? T.throws.doublet(dice[0], T.doublets[dice[0] - 1])
    : T.throws.two(dice[0], dice[1], dieOf(dice));
}

/**
 * The reasons of a move, a line each; they are facts that can be counted.
 * @param {Rules} rules
 * @param {Play} play
 * @param {Facts} facts
 * @param {Ends | null} ends of the game after the move, for the player who makes it
 */
function reasonsInWords(rules, play, facts, ends) {
  const lines = [];
  if (facts.wins) {
    lines.push(T.reasons.wins);
  } else {
    if (play.man < 0) {
      lines.push(T.reasons.pass);
    } else if (play.to === 0) {
      lines.push(T.reasons.sendsOff);
    } else if (play.from === 0) {
      lines.push(T.reasons.enters);
    } else if (play.to === HOME) {
      lines.push(T.reasons.home);
    }
    if (facts.hits) {
      lines.push(T.reasons.hits(facts.hits.men, facts.hits.point));
    }
    lines.push(dangerInWords(rules, facts));
    lines.push(T.reasons.pips(facts.pips, facts.opponentPips));
  }
  if (ends && rules.doubleWin) {
    lines.push(endsInWords(ends));
  }
  return lines;
}

/**
 * The throws that can hit next.
 * @param {Rules} rules
 * @param {Facts} facts
 */
function dangerInWords(rules, facts) {
  const all = throwsOf(rules);
  if (facts.hitBy === 0 || facts.hitBy === all) {
    return facts.hitBy === 0 ? T.reasons.safe : T.reasons.always;
  }
  return T.reasons.danger(facts.hitBy, all, facts.hitByDice);
}

/**
 * The same in short.
 * @param {Rules} rules
 * @param {Facts} facts
 */
function dangerInShort(rules, facts) {
  return T.reasons.dangerShort(facts.hitBy, throwsOf(rules));
}

/** @param {Ends} ends */
function endsInWords(ends) {
  return T.reasons.ends(
    percent(ends.won, 2),
    percent(ends.wonDouble, 2),
    percent(ends.lost, 2),
    percent(ends.lostDouble, 2),
  );
}

/**
 * Compares a move with the best one of the same throw.
 * @param {Rules} rules
 * @param {Position} position
 * @param {Ranked} played
 * @param {Ranked} best
 */
function comparedInWords(rules, position, played, best) {
  if (played.loss === 0) {
    return T.isBest(played.move);
  }
  const kind = mistakeOf(rules, position, played.play, best.play);
  const [facts, bestFacts] = [played, best].map((it) => factsOf(rules, position, it.play));
  const text = T.givesAway(played.move, showLoss(rules, played.loss), T.mistakes[kind](played.move, best.move));
  const all = throwsOf(rules);
  if (facts.hitBy > bestFacts.hitBy) {
    return `${text} ${T.moreExposed(played.move, facts.hitBy, best.move, bestFacts.hitBy, all)}`;
  }
  if (facts.hitBy < bestFacts.hitBy) {
    return `${text} ${T.lessExposed(played.move, facts.hitBy, best.move, bestFacts.hitBy, all)}`;
  }
  return kind === "order" ? `${text} ${T.furtherAhead(facts.hitBy, all)}` : text;
}

/**
 * The rule that a set-up breaks. `names` are those of the side on roll and of its opponent.
 * @param {SetupFault} fault
 * @param {string[]} names
 */
function faultInWords(fault, names) {
  return T.faults[fault.kind](names[fault.side], fault.point);
}

/**
 * What is wrong with something that was typed, or with a file.
 * @param {unknown} error
 * @returns {string}
 */
function errorInWords(error) {
  if (error instanceof NotationError) {
    return error.kind === "setup"
      ? T.notation.setup(error.text, error.faults.map((fault) => faultInWords(fault, T.onRollNames)).join("; "))
      : T.notation[error.kind](error.text);
  }
  if (error instanceof RecordError) {
    const text = error.kind === "notation" ? errorInWords(error.fault) : T.record[error.kind](error.words);
    return error.line > 0 ? T.atLine(error.line, text) : text;
  }
  if (error instanceof SolutionError) {
    return T.solutionFaults[error.what](error.detail);
  }
  return T.unexpected(error instanceof Error ? error.message : String(error));
}
