// Review: what stands where.

import type { View } from "../../view/app.ts";
import { nameInLanguage } from "../../records/game-link.ts";
import { reviewBelow, reviewPanel, reviewSays, reviewTools, tryPanel } from "./panels.ts";
import { addUp, choosingInReview, openReview, reviewAddress, reviewing, reviewPicture, startReview, tryMove } from "./reviewing.ts";
import { app } from "../../view/app.ts";
import { choosingHandlers } from "../../view/choosing.ts";

export const reviewView: View = {
  picture: reviewPicture,
  handlers: choosingHandlers(choosingInReview, tryMove, reviewing),
  places: () => ({
    says: reviewSays(),
    tools: reviewTools(),
    list: reviewing.trying > 0 ? tryPanel() : reviewPanel(),
    // The lists below would give the answer away.
    account: reviewing.trying > 0 && !reviewing.solved.has(reviewing.trying) ? [] : reviewBelow(),
  }),
  enter() {
    const { games, own } = app.doors.gamesOnBoard();
    if (!reviewing.review && games.length > 0) {
      openReview(games, own, games.length - 1);
      reviewing.own = own;
    } else if (reviewing.review && reviewing.review.game.rules !== app.rules) {
      reviewing.review = null;
    }
  },
  translate() {
    for (const game of reviewing.games) {
      game.names = game.names.map(nameInLanguage);
    }
    reviewing.totals = null;
    void addUp();
    reviewing.verdict = "";
  },
  address: reviewAddress,
  changeRules() {
    // A record may have games by several rules.
    const { games, at } = reviewing;
    const next = games[at]?.rules === app.rules ? at : games.findIndex((game) => game.rules === app.rules);
    reviewing.review = null;
    if (next >= 0) {
      startReview(next);
    }
  },
};
