// The score of the match that is played, and the judge of moves at this score.

import { judgeAt, pointsOfGames } from "../../facts/match.ts";
import { playing, playNames } from "./playing.ts";
import { T } from "../../texts/language.ts";
import { app } from "../../view/app.ts";

/** Points of both seats, the present game included if it is over. */
export function matchPoints() {
  const { game, match } = playing;
  return pointsOfGames([...(match?.games ?? []), ...(game ? [game] : [])]);
}

/** The seat that has won the match; -1 while it goes on. */
export function matchWinner() {
  const { match } = playing;
  return match ? matchPoints().findIndex((points) => points >= match.length) : -1;
}

/** Points that each seat needs before the present game. */
export function matchNeeds() {
  const { match } = playing;
  return pointsOfGames(match?.games ?? []).map((points) => (match?.length ?? 1) - points);
}

/** The score in words; empty if no match is in progress. */
export function scoreInWords() {
  const { match } = playing;
  return match && matchWinner() < 0 ? T.match.score(match.length, playNames(), matchPoints()) : "";
}

/** Creates the judge of the current game. If wins can count two points, computing the values takes a second or two. */
export async function chooseJudge() {
  const { match, game } = playing;
  if (!match || !game) {
    return;
  }
  const [{ solution }, needs] = [app, matchNeeds()];
  const judge = await judgeAt(solution, needs);
  if (playing.game === game) {
    playing.judge = judge;
  }
}
