// What the board of a game shows.

import type { Judge } from "../../facts/match.ts";
import type { Game } from "../../rules/game.ts";
import type { Ranked } from "../../rules/solution.ts";
import type { Picture } from "../../view/app.ts";
import type { Scene } from "../../view/board.ts";
import type { Choosing } from "../../view/choosing.ts";
import { hitsOf, throwsThatHit } from "../../facts/facts.ts";
import { matchChance } from "../../facts/match.ts";
import { dieOf } from "../../rules/notation.ts";
import { throwsOf } from "../../rules/rules.ts";
import { capital } from "../../rules/writing.ts";
import { diceNow, isChoosing, isUnaided, onlyMove, playChoices, playing, playNames, pointing, settings } from "./playing.ts";
import { matchNeeds } from "./score.ts";
import { T } from "../../texts/language.ts";
import { boardInWords, moveInWords } from "../../texts/words.ts";
import { app } from "../../view/app.ts";
import { emptyBoard, lastMove } from "../../view/board.ts";
import { piecesToChoose, threatsAfter } from "../../view/choosing.ts";

/** A move that a finger points at, and how many throws could hit after it. */
export function touchedInWords(ranked: Ranked) {
  return `${capital(moveInWords(ranked.play))}, ${riskInWords(ranked)}.`;
}

/** How many throws could hit after a move. */
function riskInWords({ play }: Ranked) {
  const { rules } = app;
  return T.reasons.dangerShort(throwsThatHit(rules, hitsOf(rules, play.next)).count, throwsOf(rules));
}

export function choosingInGame(): Choosing | null {
  const { game } = playing;
  return game && (isChoosing() || onlyMove())
    ? { rules: game.rules, position: game.position, seat: game.seat, die: dieOf(diceNow()), moves: playChoices() }
    : null;
}

/** The value to the light side: once thrown that of the best move, so that a move changes it by what it gives away. */
function chanceOfLightNow(game: Game, judge: Judge) {
  const { position, seat, resigned } = game;
  if (resigned) {
    const points = game.pointsOfResigning(resigned.seat);
    if (playing.match) {
      const needs = matchNeeds();
      needs[1 - resigned.seat] -= points;
      return matchChance(game.rules, needs[0], needs[1]);
    }
    const won = game.rules.doubleWin ? points : 1;
    return resigned.seat === 1 ? won : game.rules.doubleWin ? -won : 0;
  }
  if (playing.phase.at === "opening") {
    return (judge.value(position, 0) + judge.flip(judge.value(position, 1))) / 2;
  }
  const [best] = playChoices();
  const value = best ? best.value : judge.value(position, seat);
  return seat === 0 ? value : judge.flip(value);
}

export function playPicture(): Picture {
  const { game } = playing;
  const names = playNames();
  if (!game) {
    return { scene: emptyBoard(), value: null, names };
  }
  const { judge, phase } = playing;
  const board = game.board;
  const isDone = game.isOver;
  const hinted = phase.at === "act" ? playChoices().find((it) => it.move === phase.hinted) : undefined;
  const shown = pointing.pointed ?? hinted ?? onlyMove();
  const scene: Scene = {
    ...board,
    turn: isDone || phase.at === "opening" ? -1 : game.seat,
    won: isDone ? game.winner : undefined,
    label: `${T.board}. ${boardInWords(board, names)}`,
    last: lastMove(game.turns, game.turns.length),
  };
  const choice = choosingInGame();
  if (choice) {
    scene.pieces = piecesToChoose(choice);
  }
  if (shown && shown.play.man >= 0) {
    scene.arrow = { side: game.seat, from: shown.play.from, to: shown.play.to, hit: shown.play.hit };
    scene.threats = threatsAfter(game.rules, shown.play, game.seat);
  }
  const what = playing.match ? T.match.title(playing.match.length) : "";
  const value = judge && settings.showsBar && !isUnaided() ? chanceOfLightNow(game, judge) : null;
  return { scene, value, names, rules: judge?.rules, what };
}
