// The line of play as a list, and the ways to take it elsewhere.

import { reviewOf } from "../../facts/review.ts";
import { atTurn } from "../../records/game-link.ts";
import { writeRecord } from "../../rules/record.ts";
import { analysis, analysisNames, goInLine } from "./analysis.ts";
import { T } from "../../texts/language.ts";
import { app } from "../../view/app.ts";
import { make } from "../../view/elements.ts";
import { tool } from "../../view/icons.ts";
import { copyText, linkOf, shareGames } from "../../view/sharing.ts";
import { turnTable } from "../../view/show-turns.ts";

/** The turns of the line, with what each gave away. */
export function linePanel() {
  const { game, at } = analysis.line;
  if (game.turns.length === 0) {
    return null;
  }
  game.names = analysisNames();
  const { link, held } = linkOf([game], game);
  return make(
    "section",
    { class: "facts" },
    make("h2", {}, T.line.title),
    ...turnTable(reviewOf(app.solution, game), at, goInLine),
    make(
      "div",
      { class: "tools" },
      tool("again", T.line.review, () => app.doors.review([game], at), { "data-key": "line-review" }),
      tool("link", T.line.link, () => shareGames([game], { link: atTurn(link, at), held }), { "data-key": "line-link" }),
      tool("save", T.line.record, () => copyText(writeRecord(game), T.line.copied, T.line.copyThis), { "data-key": "line-record" }),
    ),
  );
}
