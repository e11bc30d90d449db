// Analyse: any position, any throw, every move with its value.
"use strict";

/** The position that is analysed, as it lies on the board; while it is set up it may break rules. */
const analysis = {
  /** @type {Man[]} */
  light: [OFF, OFF, OFF],
  /** @type {Man[]} */
  dark: [OFF, OFF, OFF],
  /** The side on roll: 0 light, 1 dark. */
  turn: 0,
  /** @type {number[]} The throw; empty for all. */
  dice: [],
  isSettingUp: false,
  /** @type {{side: number, man: Man} | null} */
  picked: null,
  /** @type {string | null} The move that is shown in full. */
  selected: null,
  /** @type {{ranked: Ranked} | null} The move that is pointed at. */
  pointed: null,
  /** @type {EndTable | null} */
  ends: null,
};

/** @type {Board} */
let analyseBoard;

/** @returns {{own: Man[], other: Man[]}} */
function analysedSetup() {
  const { light, dark, turn } = analysis;
  return turn === 0 ? { own: light, other: dark } : { own: dark, other: light };
}

/** @param {{own: Man[], other: Man[]}} setup */
function analyseSetup(setup) {
  const { light, dark } = boardOf(setup, analysis.turn);
  analysis.light = sorted(light);
  analysis.dark = sorted(dark);
  analysis.selected = null;
  analysis.pointed = null;
}

function analysisFaults() {
  return setupFaults(app.rules, analysedSetup());
}

function analysisNames() {
  return [T.light, T.dark];
}

function analyseAddress() {
  return addressOf({ position: writePosition(analysedSetup()), dice: writeThrow(analysis.dice) });
}

/**
 * Opens a position by its address. A side that is not named is the light one.
 * @param {Address} address
 * @param {unknown} state of the history
 */
function openAnalysis(address, state) {
  const turn = typeof state === "object" && state !== null && "turn" in state && state.turn === 1 ? 1 : 0;
  const position = address.position === "" ? startPosition() : readPosition(app.rules, address.position);
  const dice = address.dice === "" ? [] : readThrow(app.rules, address.dice);
  analysis.turn = turn;
  analysis.isSettingUp = false;
  analysis.picked = null;
  analyseSetup(position);
  analysis.dice = dice;
}

/** @param {boolean} isStep */
function noteAnalysis(isStep) {
  if (analysisFaults().length === 0) {
    setAddress(analyseAddress(), isStep, { turn: analysis.turn });
  }
}

/**
 * Analyses a position that another part of the page asks for.
 * @param {Position} position
 * @param {number} seat on roll
 * @param {number[]} dice
 */
function analysePosition(position, seat, dice) {
  leaveMode("analyse");
  analysis.turn = seat;
  analysis.isSettingUp = false;
  analysis.picked = null;
  analyseSetup(position);
  analysis.dice = dice;
  noteAnalysis(true);
  app.show();
}

/** Redraws what depends on the position, and notes the address. */
function changeAnalysis(isStep = false) {
  noteAnalysis(isStep);
  app.show();
}

/** @returns {Ranked[]} */
function analysedMoves() {
  if (analysis.dice.length === 0 || analysisFaults().length > 0) {
    return [];
  }
  return app.solution.ranked(analysedSetup(), dieOf(analysis.dice));
}

/** The move that the board shows: the one pointed at, or the one selected. */
function shownMove() {
  if (analysis.isSettingUp || analysis.picked) {
    return null;
  }
  return analysis.pointed?.ranked ?? analysedMoves().find((it) => it.move === analysis.selected) ?? null;
}

/** @param {Ranked} ranked */
function playAnalysed(ranked) {
  announce(T.play.played(analysisNames()[analysis.turn], moveInWords(ranked.play)));
  if (isFinished(ranked.play.next.other)) {
    notice(T.play.won(analysisNames()[analysis.turn], 1));
    return;
  }
  noteAnalysis(true);
  analysis.turn = 1 - analysis.turn;
  analyseSetup(ranked.play.next);
  analysis.dice = [];
  changeAnalysis(true);
}

/** @param {Ranked} ranked */
function selectAnalysed(ranked) {
  analysis.selected = analysis.selected === ranked.move ? null : ranked.move;
  analysis.pointed = null;
  app.show();
}

/**
 * Shows the men that can be chosen: to be set up, to be moved, or to see their heat map.
 * @returns {Piece[]}
 */
function analysedPieces() {
  const names = analysisNames();
  const all = [analysis.light, analysis.dark].flatMap((men, side) =>
    men.map((man, at) => ({
      side,
      man,
      key: `man-${side}-${man}-${men.slice(0, at).filter((it) => it === man).length}`,
      label: capital(T.manAt(names[side], T.place(man))),
      pressed: analysis.picked?.side === side && analysis.picked.man === man,
    })),
  );
  if (analysis.isSettingUp || analysis.dice.length === 0) {
    return all.filter((piece) => analysis.isSettingUp || piece.key.endsWith("-0"));
  }
  const side = analysis.turn;
  return analysedMoves()
    .filter((it) => it.play.man >= 0)
    .map((it) => {
      const man = analysedSetup().own[it.play.man];
      return { side, man, key: `man-${side}-${man}-0`, label: capital(moveInWords(it.play)), pressed: it.move === analysis.selected };
    });
}

/** @param {Piece} piece */
function movesOfPiece(piece) {
  return analysedMoves().find((it) => it.play.man >= 0 && analysedSetup().own[it.play.man] === piece.man);
}

/** @type {Partial<BoardHandlers>} */
const analyseHandlers = {
  choose(piece) {
    if (!analysis.isSettingUp && analysis.dice.length > 0) {
      const ranked = movesOfPiece(piece);
      if (ranked) {
        analysis.selected === ranked.move ? playAnalysed(ranked) : selectAnalysed(ranked);
      }
      return;
    }
    const isSame = analysis.picked?.side === piece.side && analysis.picked.man === piece.man;
    analysis.picked = isSame ? null : { side: piece.side, man: piece.man };
    app.show();
  },
  drop(piece, place) {
    if (analysis.isSettingUp) {
      moveFreely(piece.side, piece.man, place === 0 ? OFF : place);
      return;
    }
    const ranked = analysis.dice.length > 0 ? movesOfPiece(piece) : undefined;
    if (ranked && ranked.play.to === place) {
      playAnalysed(ranked);
    } else {
      announce(T.obstacles.die());
    }
  },
  tap(side, place) {
    const { picked } = analysis;
    if (picked && analysis.isSettingUp && picked.side === side) {
      moveFreely(side, picked.man, place === 0 ? OFF : place);
      return;
    }
    if (picked) {
      analysis.picked = null;
      app.show();
      return;
    }
    const ranked = analysedMoves().find((it) => it.play.to === place && it.play.man >= 0);
    if (ranked && side === analysis.turn && !analysis.isSettingUp) {
      analysis.selected === ranked.move ? playAnalysed(ranked) : selectAnalysed(ranked);
      return;
    }
    const men = side === 0 ? analysis.light : analysis.dark;
    const man = men.find((it) => placeOf(it) === place);
    if (man !== undefined && analysis.dice.length > 0 && side === analysis.turn) {
      sayObstacle(app.rules, men, man, dieOf(analysis.dice));
    }
  },
  point(piece) {
    if (piece && !analysis.isSettingUp && analysis.dice.length > 0) {
      const ranked = movesOfPiece(piece);
      if (ranked && analysis.pointed?.ranked.move !== ranked.move) {
        analysis.pointed = { ranked };
        drawAnalysed();
      }
    } else if (analysis.pointed) {
      analysis.pointed = null;
      drawAnalysed();
    }
  },
  press(piece, key) {
    if (!analysis.isSettingUp) {
      return false;
    }
    const places = hasEntryDuty(app.rules) ? [OFF, OWING] : [OFF];
    const all = [...places, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, HOME];
    const at = all.indexOf(piece.man);
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[key];
    const to = step ? all[at + step] : { Home: OFF, Delete: OFF, Backspace: OFF, End: HOME, x: places.includes(OWING) ? OWING : undefined, 0: OFF }[key];
    if (to === undefined) {
      return step !== undefined;
    }
    moveFreely(piece.side, piece.man, to);
    return true;
  },
};

/**
 * Says why a man cannot move.
 * @param {Rules} rules
 * @param {Side} side
 * @param {Man} man
 * @param {number} die
 */
function sayObstacle(rules, side, man, die) {
  const obstacle = obstacleOf(rules, side, man, die);
  if (obstacle) {
    const text = T.obstacles[obstacle.kind](obstacle.point);
    notice(text);
  }
}

/**
 * Puts a man anywhere, while a position is set up.
 * @param {number} side
 * @param {Man} from
 * @param {Man} to
 */
function moveFreely(side, from, to) {
  const men = side === 0 ? analysis.light : analysis.dark;
  // A man that lies on the rail and is put there again changes between never entered and owing its entry.
  const isToggle = to === OFF && placeOf(from) === 0 && hasEntryDuty(app.rules);
  const place = isToggle ? (from === OFF ? OWING : OFF) : to;
  const at = men.indexOf(from);
  const moved = sorted(men.map((man, index) => (index === at ? place : man)));
  if (side === 0) {
    analysis.light = moved;
  } else {
    analysis.dark = moved;
  }
  analysis.selected = null;
  analysis.picked = { side, man: place };
  const faults = analysisFaults();
  const name = capital(T.manAt(analysisNames()[side], T.place(place)));
  const value = faults.length === 0 ? chanceOfLight() : null;
  announce(value === null ? `${name}. ${T.analyse.notPosition} ${faultTexts().join("; ")}` : `${name}. ${T.chancesOf(T.light, showShort(app.rules, value))}`);
  changeAnalysis();
  focusKey(byId("board"), `man-${side}-${place}-0`);
}

/** The value to the light side: of the shown move, with the die, or before the throw. */
function chanceOfLight() {
  const { solution } = app;
  const setup = analysedSetup();
  const shown = shownMove();
  const value = shown ? shown.value : analysis.dice.length > 0 ? solution.valueWith(setup, dieOf(analysis.dice)) : solution.value(setup);
  return analysis.turn === 0 ? value : solution.flip(value);
}

function faultTexts() {
  const names = analysisNames();
  const inTurn = analysis.turn === 0 ? names : [names[1], names[0]];
  return analysisFaults().map((fault) => faultInWords(fault, inTurn));
}

/** Draws the board, and the bar above it. */
function drawAnalysed() {
  const { rules, solution } = app;
  const faults = analysisFaults();
  const shown = faults.length === 0 ? shownMove() : null;
  const { light, dark, turn, picked } = analysis;
  showChances(faults.length === 0 ? chanceOfLight() : null, analysisNames());
  /** @type {Scene} */
  const scene = {
    light,
    dark,
    turn,
    label: `${T.board}. ${boardInWords({ light, dark }, analysisNames())}`,
    pieces: analysedPieces(),
    editable: analysis.isSettingUp,
    quiet: analysis.dice.length === 0,
  };
  if (shown && shown.play.man >= 0) {
    scene.arrow = { side: turn, from: shown.play.from, to: shown.play.to, hit: shown.play.hit };
    scene.threats = threatsAfter(rules, shown.play, turn);
  }
  if (picked) {
    scene.heat = heatScene(rules, picked.side, heatOf(solution, { light, dark }, turn, picked.side, picked.man));
  }
  analyseBoard.show(scene);
}

/**
 * The men that can be hit next turn after a move, each with the number of throws that do.
 * @param {Rules} rules
 * @param {Play} play
 * @param {number} side that makes it
 */
function threatsAfter(rules, play, side) {
  const hits = hitsOf(rules, play.next);
  const points = [...new Set(hits.map((hit) => hit.point))];
  return points.map((point) => {
    const { count } = throwsThatHit(rules, hits.filter((hit) => hit.point === point));
    return { side, man: point, text: `${count}/${throwsOf(rules)}` };
  });
}

/** @type {View} */
const analyseView = {
  enter() {
    analyseBoard = new Board(byId("board"), analyseHandlers);
    noteAnalysis(false);
  },
  changeRules() {
    analysis.ends = null;
    analysis.picked = null;
    if (app.rules.oneDie && analysis.dice.length > 1) {
      analysis.dice = [];
    }
    // Men that owe their entry exist only where there is a duty to enter.
    if (!hasEntryDuty(app.rules)) {
      analysis.light = sorted(analysis.light.map((man) => (man === OWING ? OFF : man)));
      analysis.dark = sorted(analysis.dark.map((man) => (man === OWING ? OFF : man)));
    }
    analysis.selected = null;
    analysis.isSettingUp = analysisFaults().length > 0;
  },
  leave() {
    analysis.pointed = null;
  },
  show() {
    const faults = analysisFaults();
    if (faults.length === 0 && analysis.dice.length > 0 && analysis.selected === null && !analysis.isSettingUp) {
      analysis.selected = analysedMoves()[0].move;
    }
    drawAnalysed();
    refill(byId("says"), ...throwChooser());
    refill(byId("panel"), ...(faults.length > 0 ? faultList() : analysis.isSettingUp || analysis.picked ? heatPanel() : movePanel()));
    refill(byId("below"), ...analyseTools(), faults.length === 0 && hitFacts(), faults.length === 0 && endFacts());
    if (faults.length === 0 && !analysis.ends) {
      const { solution } = app;
      void endTable(solution).then((table) => {
        if (app.opened === solution) {
          analysis.ends = table;
          showEnds();
        }
      });
    }
  },
};

/** The die that is played, or all. @returns {Child[]} */
function throwChooser() {
  const { rules } = app;
  const die = analysis.dice.length > 0 ? dieOf(analysis.dice) : 0;
  /** @param {number} value */
  const option = (value) => {
    const input = make("input", { type: "radio", name: "die", value, checked: value === die, "data-key": `die-${value}` });
    input.addEventListener("change", () => {
      analysis.dice = value === 0 ? [] : [value];
      analysis.selected = null;
      analysis.picked = null;
      changeAnalysis();
      announce(value === 0 ? T.analyse.allMoves : `${throwInWords(rules, analysis.dice)} ${analysisBest()}`);
    });
    return make("label", { class: "option" }, input, make("span", {}, value === 0 ? T.analyse.all : String(value)));
  };
  const chooser = make("fieldset", { class: "options dice-options" }, make("legend", {}, T.analyse.throwLabel), ...[0, ...DICE].map(option));
  const shown = analysis.dice.length > 0 ? drawThrow(analysis.dice) : null;
  const text = analysis.dice.length > 0 ? throwInWords(rules, analysis.dice) : T.analyse.before(analysisNames()[analysis.turn]);
  const roll = button(
    T.analyse.throwDice,
    () => {
      const dice = new Randomness(freshSeed());
      analysis.dice = rules.oneDie ? [dice.die()] : [dice.die(), dice.die()];
      analysis.selected = null;
      analysis.picked = null;
      changeAnalysis();
      announce(`${throwInWords(rules, analysis.dice)} ${analysisBest()}`);
    },
    { "data-key": "throw" },
  );
  const setUp = button(
    analysis.isSettingUp ? T.analyse.done : T.analyse.setUp,
    () => {
      analysis.isSettingUp = !analysis.isSettingUp;
      analysis.picked = null;
      analysis.selected = null;
      changeAnalysis();
    },
    { "data-key": "set-up", "aria-pressed": String(analysis.isSettingUp), class: analysis.isSettingUp ? "primary" : null },
  );
  return [make("div", { class: "say" }, shown, make("p", {}, text), make("div", { class: "tools" }, roll, setUp)), chooser];
}

/** The other of two dice, which is not played, for a picture of the whole throw. */
function otherDie() {
  const die = analysis.dice.length > 0 ? dieOf(analysis.dice) : 0;
  const other = analysis.dice.length > 1 ? Math.max(...analysis.dice) : 0;
  const others = die > 0 && !app.rules.oneDie ? DICE.filter((it) => it >= die) : [];
  return (
    others.length > 0 &&
    choice(
      T.analyse.otherDie,
      [["0", T.analyse.any], ...others.map((it) => /** @type {[string, string]} */ ([String(it), String(it)]))],
      String(other),
      (value) => {
        analysis.dice = value === "0" ? [die] : [Number(value), die];
        changeAnalysis();
      },
      "other-die",
    )
  );
}

/** The best move in words, to be read aloud. */
function analysisBest() {
  const best = analysedMoves()[0];
  return best ? `${capital(moveInWords(best.play))}, ${showValue(app.rules, best.value)}.` : "";
}

function faultList() {
  return [
    make("h2", {}, T.analyse.notPosition),
    make("ul", { class: "faults" }, ...faultTexts().map((text) => make("li", {}, text))),
  ];
}

function heatPanel() {
  const { picked } = analysis;
  if (!picked) {
    return [make("h2", {}, T.analyse.setUpNow), make("p", {}, T.analyse.setUpHelp)];
  }
  const { rules } = app;
  const board = { light: analysis.light, dark: analysis.dark };
  const spots = heatOf(app.solution, board, analysis.turn, picked.side, picked.man);
  const name = T.manAt(analysisNames()[picked.side], T.place(picked.man));
  const owes = make("input", { type: "checkbox", checked: picked.man === OWING, "data-key": "owes" });
  owes.addEventListener("change", () => moveFreely(picked.side, picked.man, OFF));
  const mayOwe = analysis.isSettingUp && hasEntryDuty(rules) && placeOf(picked.man) === 0;
  const close = () => {
    analysis.picked = null;
    app.show();
  };
  return [heatTable(rules, name, spots), !analysis.isSettingUp && button(T.analyse.toMoves, close, { "data-key": "to-moves" }), mayOwe && make("label", { class: "check" }, owes, T.analyse.owes)];
}

function movePanel() {
  const { rules, solution } = app;
  const position = analysedSetup();
  /** @type {(die: number, moves: Ranked[]) => HTMLElement} */
  const list = (die, moves) =>
    moveList({
      rules,
      position,
      die,
      moves,
      values: true,
      selected: analysis.dice.length > 0 ? analysis.selected : undefined,
      ends: analysis.ends,
      press: (ranked) => {
        if (analysis.dice.length > 0) {
          selectAnalysed(ranked);
          return;
        }
        analysis.dice = [die];
        analysis.selected = ranked.move;
        changeAnalysis();
        focusKey(byId("panel"), `move-${die}-${ranked.move}`);
      },
      point: (ranked) => {
        analysis.pointed = ranked && { ranked };
        drawAnalysed();
      },
      play: playAnalysed,
    });
  const isStart = writePosition(position) === "000/000";
  const unreachable = !solution.isReachable(position) && make("p", { class: "small" }, T.analyse.unreachable);
  if (analysis.dice.length > 0) {
    const die = dieOf(analysis.dice);
    return [make("h2", {}, T.analyse.movesWith(die)), unreachable, list(die, analysedMoves())];
  }
  const all = throwsOf(rules);
  const groups = DICE.map((die) =>
    make(
      "section",
      { class: "die-group" },
      make("h3", {}, drawDie(die, "plain"), make("span", { class: "unseen" }, T.analyse.movesWith(die)), make("span", { class: "small" }, T.analyse.chances(chancesOf(rules, die), all))),
      list(die, solution.ranked(position, die)),
    ),
  );
  const value = make("p", { class: "value-line" }, make("strong", { "data-position-value": solution.value(position) }, showValue(rules, solution.value(position))), " ", T.analyse.before(analysisNames()[analysis.turn]));
  const welcome =
    isStart &&
    make("p", { class: "small" }, `${T.tagline} ${T.analyse.newHere} `, make("a", { href: addressOf({ mode: "rules" }) }, T.analyse.readRules), ` ${T.analyse.or} `, make("a", { href: addressOf({ mode: "play" }) }, T.analyse.playGame), ".");
  return [make("h2", {}, T.analyse.allMoves), value, welcome, unreachable, ...groups];
}

function analyseTools() {
  const input = make("input", {
    id: "position",
    type: "text",
    value: writePosition(analysedSetup()) + (analysis.dice.length > 0 ? ` ${writeThrow(analysis.dice)}` : ""),
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "data-key": "position",
    "aria-describedby": "position-help",
  });
  const form = make(
    "form",
    { class: "position" },
    make("label", { for: "position" }, T.analyse.position),
    input,
    make("button", { type: "submit", "data-key": "position-show" }, T.analyse.show),
    make("p", { class: "small", id: "position-help" }, hasEntryDuty(app.rules) ? T.analyse.positionHelpDuty : T.analyse.positionHelp),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(() => typePosition(input.value));
  });
  const tools = [
    button(
      T.analyse.swap,
      () => {
        analysis.turn = 1 - analysis.turn;
        analysis.selected = null;
        changeAnalysis();
      },
      { "data-key": "swap" },
    ),
    button(
      T.analyse.start,
      () => {
        analysis.turn = 0;
        analysis.dice = [];
        analysis.picked = null;
        analyseSetup(startPosition());
        changeAnalysis(true);
      },
      { "data-key": "start" },
    ),
    button(T.analyse.copy, copyLink, { "data-key": "copy" }),
    button(
      T.analyse.playFrom,
      () => analysisFaults().length === 0 && playFrom(analysedSetup(), analysis.turn),
      { "data-key": "play-from" },
    ),
    button(T.analyse.print, () => window.print(), { "data-key": "print" }),
    otherDie(),
  ];
  const help = analysis.isSettingUp ? T.analyse.setUpHelp : analysis.dice.length === 0 ? T.analyse.heatHint : "";
  return [make("div", { class: "tools" }, ...tools), help !== "" && make("p", { class: "small" }, help), form];
}

/** @param {string} text a position, and a throw if one follows */
function typePosition(text) {
  const [place, dice = ""] = text.trim().split(/(?<=\/[^:\s]*)[:\s]+/);
  const position = readPosition(app.rules, place);
  const thrown = dice === "" ? [] : readThrow(app.rules, dice);
  notice("");
  analysis.turn = 0;
  analysis.isSettingUp = false;
  analysis.picked = null;
  analyseSetup(position);
  analysis.dice = thrown;
  changeAnalysis(true);
}

function copyLink() {
  const link = location.href.split("#")[0] + analyseAddress();
  const failed = () => notice(`${T.analyse.copyThis} ${link}`);
  if (!navigator.clipboard) {
    failed();
    return;
  }
  navigator.clipboard.writeText(link).then(() => notice(T.analyse.copied), failed);
}

/** Who can hit whom with which throws. */
function hitFacts() {
  const { rules } = app;
  const position = analysedSetup();
  const names = analysisNames();
  const all = throwsOf(rules);
  /** @type {(position: Position, text: (count: number) => string) => HTMLElement} */
  const part = (position, text) => {
    const hits = hitsOf(rules, position);
    const lines = hits.map((hit) => make("li", {}, T.analyse.hitLine(hit.die, T.place(hit.from === 0 ? OFF : hit.from), hit.point)));
    return make("div", {}, make("p", {}, text(throwsThatHit(rules, hits).count)), lines.length > 0 && make("ul", { class: "small" }, ...lines));
  };
  const [own, other] = [names[analysis.turn], names[1 - analysis.turn]];
  return make(
    "section",
    { class: "facts" },
    make("h2", {}, T.analyse.hitsTitle),
    part(position, (count) => T.analyse.hitsNow(own, count, all)),
    part({ own: position.other, other: position.own }, (count) => T.analyse.hitsThen(other, count, all)),
  );
}

/** How the game ends, as soon as it is worked out. */
function endFacts() {
  return make("section", { class: "facts", id: "ends" }, ...endTexts());
}

function endTexts() {
  const title = make("h2", {}, T.analyse.endsTitle);
  if (!analysis.ends || analysisFaults().length > 0) {
    return [title, make("p", {}, T.analyse.computing)];
  }
  const ends = analysis.ends.of(analysedSetup());
  /** @type {(name: string, share: number, kind: string) => HTMLElement} */
  const row = (name, share, kind) => make("tr", { class: kind }, make("th", { scope: "row" }, name), make("td", { "data-end": kind }, percent(share, 2)));
  return [
    title,
    make("p", {}, T.analyse.ends(analysisNames()[analysis.turn])),
    make(
      "table",
      { class: "ends" },
      make(
        "tbody",
        {},
        row(T.analyse.won, ends.won, "won"),
        row(T.analyse.wonDouble, ends.wonDouble, "won-double"),
        row(T.analyse.lost, ends.lost, "lost"),
        row(T.analyse.lostDouble, ends.lostDouble, "lost-double"),
      ),
    ),
    make("p", { class: "small" }, T.analyse.doubleNote),
  ];
}

function showEnds() {
  const host = document.getElementById("ends");
  if (!host || app.mode !== "analyse") {
    return;
  }
  host.replaceChildren(...endTexts());
  if (app.rules.doubleWin && analysis.dice.length > 0) {
    // The ends are among the reasons of moves where wins can count two.
    app.show();
  }
}
