// Play: what stands where.

import type { View } from "../../view/app.ts";
import { MATCH_LENGTHS } from "../../facts/match.ts";
import { nameInLanguage } from "../../records/game-link.ts";
import { remembered } from "../../records/memory.ts";
import { PERFECT } from "../../rules/levels.ts";
import { choosingInGame, playPicture, touchedInWords } from "./board.ts";
import { takeUpGame } from "./kept.ts";
import { playAccount, playList, playSays } from "./panels.ts";
import {
  clearChoice, gameJudge, gamesPlayed, isChoosing, isForced, isUnaided, nameSeats, onlyMove, ownSeats, PACES, playing, pointing,
  settings,
} from "./playing.ts";
import { hold, makeMove, resume, sayThrow, touchMan } from "./steps.ts";
import { playTools } from "./tools.ts";
import { app, attempt, revealSays } from "../../view/app.ts";
import { choosingHandlers } from "../../view/choosing.ts";
import { byId } from "../../view/elements.ts";
import { celebrate, motion, rollDice } from "../../view/motion.ts";

const choosingOnBoard = choosingHandlers(choosingInGame, makeMove, pointing, touchedInWords);

export const playView: View = {
  picture: playPicture,
  handlers: {
    ...choosingOnBoard,
    // A tap beside the man stops a move that would be made by itself.
    tap: (...at) => (onlyMove() && isForced() ? hold() : choosingOnBoard.tap?.(...at)),
  },
  places: () => ({ says: playSays(), tools: playTools(), list: playList(), account: playAccount() }),
  shown: showMotion,
  enter() {
    pointing.touch = touchMan;
    const pace = remembered("pace", "calm");
    motion.pace = Object.hasOwn(PACES, pace) ? pace : "calm";
    settings.isTutored = remembered("tutor", "no") === "yes";
    // An entry of the history with a game of its own leads back to it from a game with a friend.
    if (!playing.game || (playing.friend && history.state?.game)) {
      const level = Number(remembered("level", "4"));
      settings.level = Number.isInteger(level) && level >= 0 && level <= PERFECT ? level : 4;
      const length = Number(remembered("match", "1"));
      settings.length = MATCH_LENGTHS.includes(length) ? length : 1;
      settings.own = remembered("colour", "light") === "dark" ? 1 : 0;
      settings.showsBar = remembered("bar", "yes") === "yes";
      settings.isForcing = remembered("forcing", "yes") === "yes";
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
    playing.friend = null;
    playing.judge = gameJudge;
    if (app.mode === "play") {
      takeUpGame();
    }
  },
};

/** The games that may be reviewed now, and the seat of the person. */
export function gamesOnBoard() {
  const games = isUnaided() ? [] : gamesPlayed().filter(({ rules, isBegun }) => rules === app.rules && isBegun);
  return { games, own: ownSeats() };
}

/** Writes the throw and the names of the players again, in the language that is now chosen. */
function translateGame() {
  const { game, match } = playing;
  for (const it of match?.games ?? []) {
    it.names = it.names.map(nameInLanguage);
  }
  if (game) {
    nameSeats(game);
    sayThrow();
  }
}

/** Shows what has just happened in the game: a throw, or its end. */
function showMotion() {
  const { game, toShow } = playing;
  const dice = byId("says").querySelector(".dice");
  playing.toShow = "";
  if (toShow === "throw" && dice) {
    rollDice(dice);
    if (isChoosing()) {
      // Whoever has scrolled down to a hint sees the next throw.
      revealSays();
    }
  } else if (toShow === "end" && game?.isOver) {
    celebrate(byId("board"), app.board.geometry, game.winner);
  }
}
