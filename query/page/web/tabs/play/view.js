// Play: what stands where.

/** @import { View } from "../../view/app.js" */
import { MATCH_LENGTHS } from "../../facts/match.js";
import { nameInLanguage } from "../../records/game-link.js";
import { remembered } from "../../records/memory.js";
import { PERFECT } from "../../rules/levels.js";
import { choosingInGame, playPicture, touchedInWords } from "./board.js";
import { isDayGoingOn } from "./day.js";
import { takeUpGame } from "./kept.js";
import { playBeside, playPanel, playSays, playTools } from "./panels.js";
import { clearChoice, gameJudge, gamesPlayed, nameSeats, ownSeats, PACES, playing, playNames } from "./playing.js";
import { makeMove, resume, touchMan } from "./steps.js";
import { throwInWords } from "../../texts/words.js";
import { app, attempt } from "../../view/app.js";
import { choosingHandlers } from "../../view/choosing.js";
import { byId } from "../../view/elements.js";
import { celebrate, motion, rollDice } from "../../view/motion.js";

/** @type {View} */
export const playView = {
  picture: playPicture,
  handlers: choosingHandlers(choosingInGame, makeMove, playing, touchedInWords),
  places: () => ({ says: playSays(), tools: playTools(), list: playPanel(), account: playBeside() }),
  shown: showMotion,
  enter() {
    playing.touch = touchMan;
    const pace = remembered("pace", "brisk");
    motion.pace = Object.hasOwn(PACES, pace) ? pace : "brisk";
    playing.isTutored = remembered("tutor", "no") === "yes";
    if (!playing.game) {
      const level = Number(remembered("level", "4"));
      playing.level = Number.isInteger(level) && level >= 0 && level <= PERFECT ? level : 4;
      const length = Number(remembered("match", "1"));
      playing.length = MATCH_LENGTHS.includes(length) ? length : 1;
      playing.own = remembered("colour", "light") === "dark" ? 1 : 0;
      playing.showsBar = remembered("bar", "yes") === "yes";
      playing.isForcing = remembered("forcing", "no") === "yes";
      takeUpGame();
    }
    if (playing.game) {
      // The game has waited while another part of the page was open; it goes on now.
      window.setTimeout(() => app.mode === "play" && attempt(resume), 0);
    }
  },
  leave() {
    window.clearTimeout(playing.timer);
    clearChoice();
  },
  translate: translateGame,
  changeRules() {
    window.clearTimeout(playing.timer);
    playing.game = null;
    playing.match = null;
    playing.judge = gameJudge;
    if (app.mode === "play") {
      takeUpGame();
    }
  },
};

/** The games that may be reviewed now, and the seat of the person. */
export function gamesOnBoard() {
  const games = isDayGoingOn() ? [] : gamesPlayed().filter(({ rules, turns }) => rules === app.rules && turns.length > 0);
  return { games, own: ownSeats() };
}

/** Writes the throw and the names of the players again, in the language that is now chosen. */
function translateGame() {
  const { game, match, dice } = playing;
  for (const it of match?.games ?? []) {
    it.names = it.names.map(nameInLanguage);
  }
  if (game) {
    nameSeats(game);
    playing.saidBefore = 0;
    playing.said = dice.length > 0 ? [throwInWords(game.rules, dice, playNames()[game.seat])] : [];
  }
}

/** Shows what has just happened in the game: a throw, or its end. */
function showMotion() {
  const { game } = playing;
  const dice = byId("says").querySelector(".dice");
  if (playing.isRolling && dice) {
    rollDice(dice);
  }
  if (playing.isEnding && game?.isOver) {
    celebrate(byId("board"), app.board.geometry, game.winner);
  }
  playing.isRolling = false;
  playing.isEnding = false;
}
