// The panels around the board of a game: what happens, the moves, the end, settings and counts of the dice.
"use strict";

function playSays() {
  const { game, phase } = playing;
  if (!game) {
    return [];
  }
  const names = playNames();
  if (phase === "opening") {
    return [dicePicker(T.play.typeOpening, names), said()];
  }
  if (phase === "roll" && playing.isReal) {
    return [dicePicker(T.play.typeThrow(names[game.seat]), []), said()];
  }
  if (phase === "over") {
    // The panel says how it ended.
    return [];
  }
  const dice = playing.dice.length > 0 ? playing.dice : game.turns[game.turns.length - 1]?.dice;
  const score = scoreInWords();
  return [
    make("div", { class: "say" }, dice && phase !== "begin" && drawThrow(dice), said()),
    playing.typed.length > 0 && make("p", { class: "typed waiting" }, T.play.waiting, typedDice()),
    score !== "" && make("p", { class: "small score-line" }, score),
  ];
}

/** The game in a few sentences, for those who do not know it. */
function howTo() {
  const { figures } = T.rulesPage;
  const lines = [figures.way, app.rules.oneDie ? figures.throwsOne : figures.throwsAny, figures.hit, T.play.codes];
  return [make("ul", { class: "how-to" }, ...lines.map((line) => make("li", {}, line)))];
}

/** The events since the last choice, the newest last. */
function said() {
  const lines = playing.said.slice(-3);
  return make(
    "div",
    { class: "said" },
    ...lines.map((line, at) => make("p", { class: at === lines.length - 1 ? "newest" : "small" }, ...explained(line))),
  );
}

function playPanel() {
  const { game, phase } = playing;
  if (!game) {
    return playing.day === "" ? beginForm() : dayForm();
  }
  if (playing.isWorkingOut) {
    return [make("h2", {}, T.match.title(playing.match?.length ?? 1)), make("p", {}, T.match.workingOut)];
  }
  const isGoingOn = playing.match !== null && matchWinner() < 0;
  if (phase === "judged") {
    return tutorPanel();
  }
  if (phase === "over") {
    return [
      make("h2", { class: "result" }, resultOfGame()),
      ...endInWords(game).map((line) => make("p", {}, ...judged(line))),
      playing.day !== "" && endOfDay(game),
      make(
        "div",
        { class: "tools" },
        isGoingOn && button(T.match.next, nextGame, { class: "primary", "data-key": "next-game" }),
        button(reviewInWords(), () => reviewGames(gamesPlayed()), {
          class: isGoingOn || playing.day !== "" ? null : "primary",
          "data-key": "review",
        }),
        button(T.play.newGame, newGame, { "data-key": "new" }),
        button(T.analyse.copy, () => shareGames(gamesPlayed(), linkOf(gamesPlayed(), game)), { "data-key": "copy" }),
        button(saveInWords(gamesPlayed()), () => saveGames(gamesPlayed()), { "data-key": "save" }),
        playing.day !== ""
          ? null
          : playing.resignedBy >= 0
          ? button(T.play.playOn, playOnAfterAll, { "data-key": "undo-resign" })
          : lastChoice(game) >= 0 && button(T.play.undo, takeBack, { "data-key": "undo" }),
        canCorrect() && button(T.play.correct, correctThrow, { "data-key": "correct" }),
      ),
    ];
  }
  if (!isChoosing()) {
    const name = playNames()[game.seat];
    const only = onlyMove();
    return [
      make(
        "h2",
        {},
        only
          ? only.play.man < 0
            ? T.play.mustPass
            : T.play.onlyMove(moveInWords(only.play))
          : phase === "begin" || phase === "opening"
            ? T.play.whoBegins
            : phase === "act"
              ? T.play.moveOf(name)
              : T.play.throwing(name),
      ),
      only &&
        button(only.play.man < 0 ? T.play.goOn : T.play.playOnly, () => makeMove(only), {
          class: "primary",
          "data-key": "go-on",
        }),
      only && whyNoOther(game, only),
      playLog(),
    ];
  }
  const showsChances = playing.showsChances && playing.day === "";
  const moves = showsChances ? playChoices() : inOrder(playChoices());
  return [
    make("h2", {}, playing.level === 0 ? T.play.moveOf(playNames()[game.seat]) : T.play.yourMove),
    !showsChances && make("p", { class: "small" }, T.play.pickMan),
    showsChances && valuesAreOf(playing.judge.rules, playNames()[game.seat]),
    moveList({
      digits: REVIEWED,
      rules: { ...game.rules, doubleWin: playing.judge.rules.doubleWin },
      position: game.position,
      die: dieOf(playing.dice),
      moves,
      values: showsChances,
      press: (ranked, isFinger) => pressMove(ranked, isFinger, makeMove, playing, touchedInWords),
      touch: playing,
      point: (ranked) => {
        playing.pointed = ranked;
        drawPlay();
      },
    }),
    playing.hinted !== null && make("p", { class: "hint" }, hintText()),
    playLog(),
  ];
}

/**
 * Why no other man than that of the only move can move, a line for each place.
 * @param {Game} game
 * @param {Ranked} only
 */
function whyNoOther({ rules, position }, { play }) {
  const moved = position.own[play.man];
  const others = [...new Set(position.own)].filter((man) => man !== moved && man !== HOME);
  const lines = others.map((man) => {
    const obstacle = obstacleOf(rules, position.own, man, dieOf(playing.dice));
    return obstacle && make("li", {}, T.says(capital(T.placeShort(man)), T.obstacles[obstacle.kind](obstacle.point)));
  });
  return lines.length > 0 && make("ul", { class: "small how-to" }, ...lines);
}

/** The games of the match, or the only one. */
function gamesPlayed() {
  const { game, match } = playing;
  return [...(match?.games ?? []), ...(game ? [game] : [])];
}

/**
 * The sums of the sides that people played.
 * @param {Game} game
 */
function sumsOfPeople(game) {
  const { seats } = reviewOf(app.solution, game);
  return seats.filter((_, seat) => !isMachine(seat));
}

/** The button that leads to the review. */
function reviewInWords() {
  const sums = gamesPlayed().flatMap(sumsOfPeople);
  return T.play.reviewMistakes(sumOf(sums.map(({ mistakes }) => mistakes)), playing.level > 0);
}

/**
 * The play of a person against the computer: the luck of both sides' throws, as the person sees it, losses, and the level with
 * the nearest rating.
 * @param {Game} game
 */
function endInWords(game) {
  const score = scoreInWords();
  const lines = score === "" ? [] : [score];
  if (playing.level === 0) {
    return lines;
  }
  const { rules } = game;
  const { seats } = reviewOf(app.solution, game);
  const sums = seats[playing.own];
  const { errors, decisions } = sums;
  const luck = sums.luck - seats[1 - playing.own].luck;
  const worth = `${showDifference(rules, luck, SHORT)}${rules.doubleWin ? ` ${T.points}` : ""}`;
  return [...lines, T.play.summary(worth, showLoss(rules, errors, SHORT), decisions, strengthOf(rules, sums))];
}

/**
 * Moves in the order of the men, which gives nothing away.
 * @param {Ranked[]} moves
 */
function inOrder(moves) {
  return [...moves].sort((one, other) => one.play.man - other.play.man);
}

function hintText() {
  const { game } = playing;
  const moves = playChoices();
  if (!game || moves.length === 0) {
    return "";
  }
  const second = moves.find((it) => it.loss > 0);
  const best = T.play.hintIs(moveInWords(moves[0].play));
  if (!second || !playing.match) {
    return second ? `${best} ${comparedInWords(game.rules, game.position, second, moves[0], SHORT)}` : best;
  }
  const why = whyInGame(game.position, dieOf(playing.dice), second.move, moves[0].move);
  return `${best} ${T.givesAway(second.move, showLoss(playing.judge.rules, second.loss, SHORT), why)}`;
}

function newGame() {
  window.clearTimeout(playing.timer);
  offerGame();
  playing.game = null;
  playing.match = null;
  playing.day = "";
  playing.own = remembered("colour", "light") === "dark" ? 1 : 0;
  keepGame();
  app.show();
  focusKey(byId("panel"), "begin");
}

function paceChoice() {
  /** @type {[string, string][]} */
  const paces = [
    ["calm", T.play.paces.calm],
    ["brisk", T.play.paces.brisk],
    ["instant", T.play.paces.instant],
  ];
  return choice(
    T.play.pace,
    paces,
    playing.pace,
    (value) => {
      playing.pace = value;
      remember("pace", value);
      if (playing.game) {
        proceed();
      }
    },
    "pace",
  );
}

/**
 * A setting that is on or off: its text, its state, and the name under which it is stored, if it is stored.
 * @typedef {{label: () => string, isOn: () => boolean, turn: (isOn: boolean) => void, name?: string}} Toggle
 */
/** @type {Record<"show-chances" | "show-bar" | "tutor" | "touch-move" | "forcing" | "sound", Toggle>} */
const TOGGLES = {
  "show-chances": {
    label: () => T.play.showChances,
    isOn: () => playing.showsChances,
    turn: (isOn) => (playing.showsChances = isOn),
  },
  "show-bar": {
    label: () => T.play.showBar,
    isOn: () => playing.showsBar,
    turn: (isOn) => (playing.showsBar = isOn),
    name: "bar",
  },
  tutor: {
    label: () => T.tutor.title,
    isOn: () => playing.isTutored,
    turn: (isOn) => (playing.isTutored = isOn),
    name: "tutor",
  },
  "touch-move": {
    label: () => T.play.touchMove,
    isOn: () => playing.isTouchMove,
    turn: (isOn) => (playing.isTouchMove = isOn),
  },
  forcing: {
    label: () => T.play.forcing,
    isOn: () => playing.isForcing,
    turn: (isOn) => {
      playing.isForcing = isOn;
      if (playing.game) {
        proceed();
      }
    },
    name: "forcing",
  },
  sound: { label: () => T.play.sound, isOn: isSounding, turn: () => sound("man"), name: "sound" },
};

/** @param {keyof typeof TOGGLES} key */
function toggle(key) {
  const { label, isOn, turn, name } = TOGGLES[key];
  const input = make("input", { type: "checkbox", checked: isOn(), "data-key": key });
  input.addEventListener("change", () => {
    if (name) {
      remember(name, input.checked ? "yes" : "no");
    }
    turn(input.checked);
    app.show();
  });
  return make("label", { class: "check" }, input, label());
}

/** The tools of a game that is going on, each always in its place. */
function playTools() {
  const { game } = playing;
  if (!game || playing.phase === "over") {
    return [];
  }
  const hint = () => {
    playing.hinted = playChoices()[0].move;
    announce(hintText());
    app.show();
    byId("panel").querySelector(".hint")?.scrollIntoView({ block: "nearest" });
  };
  const resign = () => {
    playing.resignedBy = playing.level > 0 ? playing.own : game.seat;
    game.resign(playing.resignedBy, playing.dice);
    proceed();
    focusKey(byId("panel"), "review");
  };
  /** @type {(icon: keyof typeof ICONS, label: string, press: () => void, key: string, isReady: boolean) => HTMLElement} */
  const place = (icon, label, press, key, isReady) =>
    // Do not disable the button: it would lose the keyboard focus.
    tool(icon, label, () => isReady && press(), { "data-key": key, "aria-disabled": isReady ? null : "true" });
  const isOfDay = isDayGoingOn();
  const fresh = place("fresh", T.play.newGame, newGame, "new", game.turns.length > 0);
  return [
    make(
      "div",
      { class: "tools" },
      !isOfDay && place("hint", T.play.hint, hint, "hint", isChoosing()),
      !isOfDay && place("undo", T.play.undo, takeBack, "undo", playing.phase !== "judged" && lastChoice(game) >= 0),
      playing.isReal ? place("again", T.play.correct, correctThrow, "correct", canCorrect()) : fresh,
      place("resign", T.play.resign, resign, "resign", true),
      menu(
        playing.isReal && fresh,
        !isOfDay && tool("analyse", T.practise.analyse, () => analysePosition(game.position, game.seat, playing.dice), { "data-key": "analyse" }),
        place("save", saveInWords(gamesPlayed()), () => saveGames(gamesPlayed()), "save", game.turns.length > 0),
        tool("print", T.analyse.print, () => window.print(), { "data-key": "print" }),
        tool("settings", T.play.settings, () => byId("beside").scrollIntoView({ block: "start" }), { "data-key": "settings" }),
      ),
    ),
  ];
}

/** The settings, and the dice so far. */
function playBeside() {
  const { game } = playing;
  if (!game) {
    return [];
  }
  const settings = make(
    "section",
    { class: "facts" },
    make("h2", {}, T.play.settings),
    ...(isDayGoingOn() ? [] : [toggle("show-chances"), toggle("show-bar"), toggle("tutor")]),
    toggle("forcing"),
    toggle("sound"),
    paceChoice(),
  );
  return [settings, diceCounts(game)];
}

/** The counts of the numbers thrown so far, beside the expected counts. @param {Game} game */
function diceCounts(game) {
  const throws = game.turns.map((turn) => turn.dice);
  const rows = countsOf(game.rules, throws).map(({ die, played, expected }) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, String(die)),
      make("td", {}, String(played)),
      make("td", {}, decimal(expected, 1)),
    ),
  );
  const head = [T.play.number, T.play.came, T.play.expected].map((text) => make("th", { scope: "col" }, text));
  return make(
    "section",
    { class: "facts" },
    make("h2", {}, T.play.counts),
    make(
      "p",
      { class: "small" },
      `${T.play.throwsMade(throws.length)}.${playing.isReal ? "" : ` ${T.play.seedIs(playing.seed)}.`}`,
    ),
    make(
      "table",
      { class: "counts" },
      make("caption", { class: "unseen" }, T.play.countsHelp),
      make("thead", {}, make("tr", {}, ...head)),
      make("tbody", {}, ...rows),
    ),
  );
}

function playLog() {
  const { game } = playing;
  if (!game || game.turns.length === 0) {
    return null;
  }
  const names = playNames();
  const items = game.turns.map((turn) =>
    make("li", {}, T.says(`${names[turn.seat]} ${writeThrow(turn.dice)}`, moveInWords(turn.play))),
  );
  const list = make("ol", { class: "log", tabindex: 0, "aria-label": T.play.log }, ...items.reverse());
  list.setAttribute("reversed", "");
  return make("div", { class: "so-far" }, make("h3", {}, T.play.log), list);
}

/** @param {Game[]} games */
function saveInWords({ length }) {
  return length > 1 ? T.link.saveAll : T.play.save;
}

/**
 * Saves games as a record. A game without a turn has no place in one.
 * @param {Game[]} games
 */
function saveGames(games) {
  const record = games.filter(({ turns }) => turns.length > 0).map(writeRecord).join("\n");
  const link = make("a", {
    href: URL.createObjectURL(new Blob([record], { type: "text/plain" })),
    download: "tourne-case.txt",
  });
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  announce(T.play.saved);
}
