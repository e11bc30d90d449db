// The panels around the board of a game: what happens, the moves, the end, settings and counts of the dice.

/** @import { Game } from "../../rules/game.js" */
/** @import { Ranked } from "../../rules/solution.js" */
/** @import { ICONS } from "../../view/icons.js" */
import { sumOf } from "../../facts/facts.js";
import { reviewOf } from "../../facts/review.js";
import { nameForOthers, writeReviewLink } from "../../records/game-link.js";
import { remembered } from "../../records/memory.js";
import { countsOf } from "../../rules/dice.js";
import { dieOf, writeThrow } from "../../rules/notation.js";
import { HOME, obstacleOf } from "../../rules/rules.js";
import { capital } from "../../rules/writing.js";
import { beginForm } from "./begin-panel.js";
import { touchedInWords } from "./board.js";
import { dayForm, endOfDay } from "./day-panels.js";
import { isDayGoingOn } from "./day.js";
import { keepGame } from "./kept.js";
import { gamesPlayed, isChoosing, isMachine, lastChoice, onlyMove, playChoices, playing, playNames } from "./playing.js";
import { matchWinner, scoreInWords } from "./score.js";
import { paceChoice, toggle } from "./settings.js";
import {
  canCorrect, correctThrow, makeMove, nextGame, offerGame, playOnAfterAll, proceed, resultOfGame, sayOpening, takeBack, thrown,
} from "./steps.js";
import { tutorPanel } from "./tutor-panel.js";
import { whyInGame } from "./tutor.js";
import { T } from "../../texts/language.js";
import { decimal, REVIEWED, SHORT, showDifference, showLoss } from "../../texts/numbers.js";
import { comparedInWords, moveInWords, strengthOf } from "../../texts/words.js";
import { announce, app } from "../../view/app.js";
import { pressMove } from "../../view/choosing.js";
import { button, byId, focusKey, make } from "../../view/elements.js";
import { explained, judged } from "../../view/glossary.js";
import { menu, tool } from "../../view/icons.js";
import { copyLink, saveGame } from "../../view/sharing.js";
import { dicePicker, drawThrow } from "../../view/show-dice.js";
import { inOrder, moveList, valuesAreOf } from "../../view/show-moves.js";

export function playSays() {
  const { game, phase } = playing;
  if (!game) {
    return [];
  }
  const names = playNames();
  if (phase === "opening") {
    const question = `${T.play.typeOpening} ${names.join(", ")}`;
    const picker = dicePicker(question, 2, playing.typed, (dice) => {
      const first = dice[0] > dice[1] ? 0 : 1;
      playing.said = [];
      sayOpening([[dice[0], dice[1]]]);
      if (dice[0] !== dice[1]) {
        game.first = first;
        playing.phase = "begin";
      }
      proceed();
    });
    return [picker, said()];
  }
  if (phase === "roll" && playing.isReal) {
    return [dicePicker(T.play.typeThrow(names[game.seat]), game.rules.oneDie ? 1 : 2, playing.typed, thrown), said()];
  }
  if (phase === "over") {
    // The panel says how it ended.
    return [];
  }
  const dice = playing.dice.length > 0 ? playing.dice : game.turns[game.turns.length - 1]?.dice;
  const score = scoreInWords();
  return [
    make("div", { class: "say" }, dice && phase !== "begin" && drawThrow(dice), said()),
    score !== "" && make("p", { class: "small score-line" }, score),
  ];
}

/** The game in a few sentences, for those who do not know it. */
export function howTo() {
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

export function playPanel() {
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
        button(reviewInWords(), () => app.doors.review(gamesPlayed()), {
          class: isGoingOn || playing.day !== "" ? null : "primary",
          "data-key": "review",
        }),
        button(T.play.newGame, newGame, { "data-key": "new" }),
        button(T.analyse.copy, () => copyLink(writeReviewLink(gamesPlayed(), nameForOthers)), { "data-key": "copy" }),
        button(T.play.save, () => saveGame(game), { "data-key": "save" }),
        playing.day !== ""
          ? null
          : playing.resignedBy >= 0
          ? button(T.play.playOn, playOnAfterAll, { "data-key": "undo-resign" })
          : lastChoice(game) >= 0 && button(T.play.undo, takeBack, { "data-key": "undo" }),
        canCorrect() && button(T.play.correct, correctThrow, { "data-key": "correct" }),
      ),
      playLog(),
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
        app.draw();
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
  focusKey(byId("list"), "begin");
}

/** The tools of a game that is going on, each always in its place. */
export function playTools() {
  const { game } = playing;
  if (!game || playing.phase === "over") {
    return [];
  }
  const hint = () => {
    playing.hinted = playChoices()[0].move;
    announce(hintText());
    app.show();
    byId("list").querySelector(".hint")?.scrollIntoView({ block: "nearest" });
  };
  const resign = () => {
    playing.resignedBy = playing.level > 0 ? playing.own : game.seat;
    game.resign(playing.resignedBy, playing.dice);
    proceed();
    focusKey(byId("list"), "review");
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
        !isOfDay && tool("analyse", T.practise.analyse, () => app.doors.analyse(game, game.turns.length, playing.dice), { "data-key": "analyse" }),
        place("save", T.play.save, () => saveGame(game), "save", game.turns.length > 0),
        tool("print", T.analyse.print, () => window.print(), { "data-key": "print" }),
        tool("settings", T.play.settings, () => byId("account").scrollIntoView({ block: "start" }), { "data-key": "settings" }),
      ),
    ),
  ];
}

/** The settings, and the dice so far. */
export function playBeside() {
  const { game } = playing;
  if (!game) {
    return playing.day === "" ? howTo() : [];
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
