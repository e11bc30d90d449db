// The tools of a game, each always in its place: what is to be done next, help, the way back, a new game, and the end.

import type { Game } from "../../rules/game.ts";
import type { ICONS } from "../../view/icons.ts";
import { remembered } from "../../records/memory.ts";
import { freshSeed } from "../../rules/dice.ts";
import { beginButton } from "./begin-panel.ts";
import { friendTools } from "./friend-panel.ts";
import { keepGame } from "./kept.ts";
import { hintText, reviewInWords } from "./panels.ts";
import {
  diceNow, gamesPlayed, isChoosing, isStrict, isUnaided, lastChoice, ownSeats, playChoices, playing, settings,
} from "./playing.ts";
import { matchWinner } from "./score.ts";
import { beginMatch, canCorrect, correctThrow, nextGame, offerGame, playOnAfterAll, proceed, takeBack } from "./steps.ts";
import { T } from "../../texts/language.ts";
import { announce, app } from "../../view/app.ts";
import { button, byId, focusKey, make } from "../../view/elements.ts";
import { menu, tool } from "../../view/icons.ts";
import { linkOf, saveGames, saveInWords, shareGames } from "../../view/sharing.ts";

/** The tools of the present step. */
export function playTools() {
  const { game, friend, phase } = playing;
  const first = friend ? friendTools(friend) : [!game && beginButton()];
  return [make("div", { class: "tools" }, ...first, ...(!game ? [] : phase.at === "over" ? toolsAtEnd(game) : toolsOf(game)))];
}

/** @param game that is going on */
function toolsOf(game: Game) {
  const place = (icon: keyof typeof ICONS, label: string, press: () => void, key: string, isReady: boolean): HTMLElement =>
    // Do not disable the button: it would lose the keyboard focus.
    tool(icon, label, () => isReady && press(), { "data-key": key, "aria-disabled": isReady ? null : "true" });
  const isHelped = !isUnaided();
  const fresh = place("fresh", T.play.newGame, newGame, "new", game.turns.length > 0);
  return [
    isHelped && place("hint", T.play.hint, hint, "hint", isChoosing()),
    isHelped && place("undo", T.play.undo, takeBack, "undo", playing.phase.at !== "judged" && lastChoice(game) >= 0),
    settings.isReal ? place("again", T.play.correct, correctThrow, "correct", canCorrect()) : fresh,
    place("resign", T.play.resign, resign, "resign", playing.phase.at !== "opening"),
    menu(
      settings.isReal && fresh,
      isHelped && tool("analyse", T.practise.analyse, analyseOwnGame, { "data-key": "analyse" }),
      place("save", saveInWords(gamesPlayed()), () => saveGames(gamesPlayed()), "save", gamesPlayed().some(({ isBegun }) => isBegun)),
      tool("print", T.analyse.print, () => window.print(), { "data-key": "print" }),
    ),
  ];
}

/** Analyses the game on the board, with its turns so far. Returns whether there is one that may be analysed. */
export function analyseOwnGame() {
  const { game } = playing;
  if (!game || isUnaided()) {
    return false;
  }
  app.doors.analyse(game, game.turns.length, diceNow());
  return true;
}

/** @param game that is over */
function toolsAtEnd(game: Game) {
  const isGoingOn = playing.match !== null && matchWinner() < 0;
  const isFinal = isStrict();
  return [
    isGoingOn && button(T.match.next, nextGame, { class: "primary", "data-key": "next-game" }),
    button(reviewInWords(), () => app.doors.review(gamesPlayed()), {
      class: isGoingOn || isFinal ? null : "primary",
      "data-key": "review",
    }),
    !isGoingOn && !isFinal && button(T.play.rematch, rematch, { "data-key": "rematch" }),
    button(T.play.newGame, newGame, { "data-key": "new" }),
    isFinal
      ? null
      : game.resigned
        ? button(T.play.playOn, playOnAfterAll, { "data-key": "undo-resign" })
        : lastChoice(game) >= 0 && button(T.play.undo, takeBack, { "data-key": "undo" }),
    menu(
      canCorrect() && tool("again", T.play.correct, correctThrow, { "data-key": "correct" }),
      tool("link", T.analyse.copy, () => shareGames(gamesPlayed(), linkOf(gamesPlayed(), game)), { "data-key": "copy" }),
      tool("save", saveInWords(gamesPlayed()), () => saveGames(gamesPlayed()), { "data-key": "save" }),
      tool("print", T.analyse.print, () => window.print(), { "data-key": "print" }),
    ),
  ];
}

function hint() {
  if (playing.phase.at === "act") {
    playing.phase.hinted = playChoices()[0].move;
    announce(hintText());
    app.show();
    byId("list").querySelector(".hint")?.scrollIntoView({ block: "nearest" });
  }
}

function resign() {
  const { game } = playing;
  if (game) {
    game.resign(ownSeats() < 2 ? ownSeats() : game.seat, diceNow());
    proceed();
    focusKey(byId("tools"), "review");
  }
}

/** Begins another game with the same settings. */
function rematch() {
  window.clearTimeout(playing.timer);
  offerGame();
  playing.seed = freshSeed();
  settings.length = playing.match?.length ?? 1;
  beginMatch();
}

/** Shows the settings of another game. */
function newGame() {
  window.clearTimeout(playing.timer);
  offerGame();
  playing.game = null;
  playing.match = null;
  playing.day = "";
  playing.friend = null;
  settings.own = remembered("colour", "light") === "dark" ? 1 : 0;
  keepGame();
  app.show();
  window.scrollTo(0, 0);
  focusKey(byId("tools"), "begin");
}
