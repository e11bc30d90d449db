// Review: what stands where.

/** @import { View } from "../../view/app.js" */
import { nameInLanguage } from "../../records/game-link.js";
import { reviewBelow, reviewPanel, reviewSays, reviewTools, tryPanel } from "./panels.js";
import { addUp, choosingInReview, openReview, reviewAddress, reviewing, reviewPicture, startReview, tryMove } from "./reviewing.js";
import { app } from "../../view/app.js";
import { choosingHandlers } from "../../view/choosing.js";

/** @type {View} */
export const reviewView = {
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
