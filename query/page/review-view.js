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
  chooseGame(0);
}

/** @param {number} at */
function chooseGame(at) {
  const game = reviewing.games[at];
  reviewing.at = at;
  reviewing.review = reviewOf(app.solution, game);
  reviewing.turn = game.turns.length;
  reviewing.trying = 0;
  reviewing.verdict = "";
  reviewing.solved = new Set();
  app.show();
}

/**
 * Reads a record and reviews it, by the rules that it names.
 * @param {string} text
 */
async function openRecord(text) {
  try {
    const games = readRecord(text);
    const name = games[0].rules.name;
    const foreign = games.find((game) => !app.inside.includes(game.rules.name));
    if (foreign) {
      throw new RecordError("otherRules", 0, [foreign.rules.name]);
    }
    // Games by other rules than the first would need another solution; they are reviewed on their own.
    await changeRules(name, false);
    leaveMode("review");
    setAddress(addressOf({ mode: "review" }), true);
    notice("");
    openReview(
      games.filter((game) => game.rules.name === name),
      2,
    );
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

/** @param {Piece} piece */
function triedPiece(piece) {
  const now = reviewedNow();
  return now && reviewing.trying > 0
    ? now.moves.find((it) => it.play.man >= 0 && now.turn.position.own[it.play.man] === piece.man)
    : undefined;
}

/** @type {Partial<BoardHandlers>} */
const reviewHandlers = {
  choose(piece) {
    const ranked = triedPiece(piece);
    if (ranked) {
      tryMove(ranked);
    }
  },
  drop(piece, place) {
    const ranked = triedPiece(piece);
    if (ranked?.play.to === place) {
      tryMove(ranked);
    }
  },
  tap(side, place) {
    const now = reviewedNow();
    if (now && reviewing.trying > 0 && side === now.turn.seat) {
      const ranked = now.moves.find((it) => it.play.to === place && it.play.man >= 0);
      if (ranked) {
        tryMove(ranked);
      }
    }
  },
  point(piece) {
    const ranked = piece ? (triedPiece(piece) ?? null) : null;
    if (ranked?.move !== reviewing.pointed?.move) {
      reviewing.pointed = ranked;
      drawReviewed();
    }
  },
};

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
  if (isTrying && now && !isSolved) {
    scene.pieces = now.moves
      .filter((it) => it.play.man >= 0)
      .map((it) => ({
        side: seat,
        man: position.own[it.play.man],
        key: `man-${position.own[it.play.man]}`,
        label: capital(moveInWords(it.play)),
      }));
  }
  reviewBoard.show(scene);
}

/** @type {View} */
const reviewView = {
  enter() {
    reviewBoard = new Board(byId("board"), reviewHandlers);
    if (!reviewing.review && playing.game && playing.game.turns.length > 0 && playing.game.rules === app.rules) {
      reviewing.games = [playing.game];
      reviewing.review = reviewOf(app.solution, playing.game);
      reviewing.turn = playing.game.turns.length;
      reviewing.whose = playing.level > 0 ? 0 : 2;
    } else if (reviewing.review && reviewing.review.game.rules !== app.rules) {
      reviewing.review = null;
    }
  },
  changeRules() {
    reviewing.review = null;
    reviewing.games = [];
  },
  show() {
    drawReviewed();
    refill(byId("says"), ...reviewSays());
    refill(byId("panel"), ...(reviewing.trying > 0 ? tryPanel() : reviewPanel()));
    refill(byId("below"), ...reviewBelow());
  },
};
