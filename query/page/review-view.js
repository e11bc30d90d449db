// Review: a game that was played here or a record from elsewhere, its luck and skill, and mistakes to try again.
"use strict";

/** Most turns and mistakes that are listed at a time: a list of 100,000 would take the browser minutes. */
const MOST_LISTED = 300;
/** Largest record that is read, in bytes: 100,000 lines of 1024. */
const LARGEST_RECORD = 100_000 * 1024;

const reviewing = {
  /** @type {Game[]} */
  games: [],
  at: 0,
  /** @type {Review | null} */
  review: null,
  /** The turn that the board shows, counted from 1; 0 is before the first throw. */
  turn: 0,
  /** The turn that is tried again, counted from 1. */
  trying: 0,
  /** Turns whose best move was found or shown. @type {Set<number>} */
  solved: new Set(),
  /** What the last try was worth. */
  verdict: "",
  /** Seats whose mistakes are listed: 0, 1, or 2 for both. */
  whose: 2,
  /** @type {Ranked | null} */
  pointed: null,
};

/** @type {Board} */
let reviewBoard;

/**
 * Reviews a game that was played here.
 * @param {Game} game
 */
function reviewGame(game) {
  leaveMode("review");
  setAddress(addressOf({ mode: "review" }), true);
  openReview([game], playing.level > 0 ? 0 : 2);
  byId("panel").querySelector("h2")?.scrollIntoView({ block: "nearest" });
}

/**
 * @param {Game[]} games
 * @param {number} whose
 */
function openReview(games, whose) {
  for (const game of games) {
    game.names = game.names.map(printable);
    game.headers = game.headers.map(([name, text]) => [printable(name), printable(text)]);
  }
  reviewing.games = games;
  reviewing.whose = whose;
  startReview(0);
  app.show();
}

/**
 * Goes over to a game of the record, and to its rules.
 * @param {number} at
 */
async function chooseGame(at) {
  await changeRules(reviewing.games[at].rules.name, false);
  startReview(at);
  setAddress(addressOf({ mode: "review" }), false);
  showTop();
  app.show();
}

/**
 * Reviews a game of the record, whose rules are chosen.
 * @param {number} at
 */
function startReview(at) {
  const game = reviewing.games[at];
  reviewing.at = at;
  reviewing.review = reviewOf(app.solution, game);
  reviewing.turn = game.turns.length;
  reviewing.trying = 0;
  reviewing.verdict = "";
  reviewing.solved = new Set();
}

/**
 * Reads a record and reviews it, by the rules that it names.
 * @param {string} text
 */
async function openRecord(text) {
  try {
    const games = readRecord(text);
    const foreign = games.find((game) => !app.inside.includes(game.rules.name));
    if (foreign) {
      throw new RecordError("otherRules", 0, [foreign.rules.name]);
    }
    await changeRules(games[0].rules.name, false);
    leaveMode("review");
    setAddress(addressOf({ mode: "review" }), true);
    notice("");
    openReview(games, 2);
  } catch (error) {
    notice(errorInWords(error));
  }
}

/** @param {File} file */
async function openFile(file) {
  if (file.size > LARGEST_RECORD) {
    notice(errorInWords(new RecordError("turns", 0, [String(MOST_TURNS)])));
    return;
  }
  await openRecord(await file.text());
}

/** A record may be dropped anywhere on the page. */
function acceptDrops() {
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text") ?? "";
    if (file) {
      void openFile(file);
    } else if (text !== "") {
      void openRecord(text);
    }
  });
}

/** The turn that is shown, and its number in the list; undefined before the first throw. */
function reviewedNow() {
  return reviewing.review?.turns[(reviewing.trying || reviewing.turn) - 1];
}

/** @returns {Choosing | null} */
function choosingInReview() {
  const now = reviewedNow();
  return now && reviewing.trying > 0 && !reviewing.solved.has(reviewing.trying)
    ? { rules: app.rules, ...now.turn, moves: now.moves }
    : null;
}

/** @param {Ranked} ranked */
function tryMove(ranked) {
  const now = reviewedNow();
  if (!now || reviewing.trying === 0) {
    return;
  }
  reviewing.pointed = null;
  if (ranked.loss === 0) {
    reviewing.solved.add(reviewing.trying);
    reviewing.verdict = T.review.found(moveInWords(ranked.play));
  } else {
    reviewing.verdict = T.review.notYet(moveInWords(ranked.play), showLoss(app.rules, ranked.loss));
  }
  announce(reviewing.verdict);
  app.show();
}

/** @param {number} turn counted from 1 */
function tryAgain(turn) {
  reviewing.trying = turn;
  reviewing.turn = turn;
  reviewing.verdict = "";
  reviewing.pointed = null;
  app.show();
  byId("board").scrollIntoView({ block: "nearest" });
  const now = reviewedNow();
  if (now) {
    announce(T.review.findBest(reviewing.games[reviewing.at].names[now.turn.seat], moveInWords(now.played.play)));
  }
}

/** @param {number} turn */
function showTurn(turn) {
  reviewing.pointed = null;
  reviewing.turn = turn;
  reviewing.trying = 0;
  reviewing.verdict = "";
  app.show();
}

/** Shows the position of the turn, with the move that was played; while it is tried again, with the move pointed at. */
function drawReviewed() {
  const { review } = reviewing;
  if (!review) {
    showChances(null, [T.light, T.dark]);
    reviewBoard.show({ light: startPosition().own, dark: startPosition().own, turn: -1, label: T.board });
    return;
  }
  const { game } = review;
  const now = reviewedNow();
  const seat = now ? now.turn.seat : game.first;
  const position = now ? now.turn.position : game.start;
  const board = boardOf(position, seat);
  const isTrying = reviewing.trying > 0;
  const isSolved = reviewing.solved.has(reviewing.trying);
  const shown = isTrying ? (reviewing.pointed ?? (isSolved ? now?.moves[0] : undefined)) : now?.played;
  const value = now ? (isTrying ? now.moves[0].value : now.played.value) : review.start;
  showChances(seat === 0 ? value : app.solution.flip(value), game.names);
  /** @type {Scene} */
  const scene = { ...board, turn: seat, label: `${T.board}. ${boardInWords(board, game.names)}` };
  if (shown && shown.play.man >= 0) {
    scene.arrow = { side: seat, from: shown.play.from, to: shown.play.to, hit: shown.play.hit };
    scene.threats = isTrying && !isSolved ? [] : threatsAfter(game.rules, shown.play, seat);
  }
  const choosing = choosingInReview();
  if (choosing) {
    scene.pieces = piecesToChoose(choosing);
  }
  reviewBoard.show(scene);
}

/** @type {View} */
const reviewView = {
  enter() {
    reviewBoard = new Board(byId("board"), choosingHandlers(choosingInReview, tryMove, reviewing, drawReviewed));
    if (!reviewing.review && playing.game && playing.game.turns.length > 0 && playing.game.rules === app.rules) {
      reviewing.games = [playing.game];
      reviewing.whose = playing.level > 0 ? 0 : 2;
      startReview(0);
    } else if (reviewing.review && reviewing.review.game.rules !== app.rules) {
      reviewing.review = null;
    }
  },
  changeRules() {
    // A record may have games by several rules.
    const at = reviewing.games.findIndex((game) => game.rules === app.rules);
    reviewing.review = null;
    if (at >= 0) {
      startReview(at);
    }
  },
  show() {
    drawReviewed();
    refill(byId("says"), ...reviewSays());
    refill(byId("panel"), ...(reviewing.trying > 0 ? tryPanel() : reviewPanel()));
    refill(byId("below"), ...reviewBelow());
  },
};
