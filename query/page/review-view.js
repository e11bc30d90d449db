// Review: a game that was played here or a record from elsewhere, its luck and skill, and mistakes to try again.
"use strict";

/** Maximum number of turns or mistakes that are listed at a time: a list of 100,000 would take the browser minutes. */
const MOST_LISTED = 300;
/** Maximum number of games to choose from at a time: browsers lay out long lists of choices slowly. */
const MOST_CHOICES = 40;
/** Maximum length of a record that is shown when it is pasted, in characters. */
const LONGEST_SHOWN = 20_000;
/** Maximum number of mistakes that are listed first, as the worst of the game. */
const MOST_WORST = 3;
/** Maximum size of a record that is read, in bytes: 100,000 lines of 1024. */
const LARGEST_RECORD = 100_000 * 1024;
/** Maximum length of an address that holds a review. If a record needs more, the address holds only the game that is shown. */
const LONGEST_LINK = 2000;

const reviewing = {
  /** @type {Game[]} */
  games: [],
  at: 0,
  /** @type {Review | null} */
  review: null,
  /** The address of the review; without games if they are too long for an address. */
  link: "",
  /** Number of games that the address holds. */
  held: 0,
  /** Whether the games are those of the record that is kept. */
  isKept: false,
  /** The sums over all games, as soon as they are known. @type {Player[] | null} */
  totals: null,
  /** Number of records opened so far. Reading a record stops once another record is opened. */
  opened: 0,
  /** The turn that the board shows, counted from 1; 0 is before the first throw. */
  turn: 0,
  /** The turn that is tried again, counted from 1. */
  trying: 0,
  /** Turns whose best move was found or shown. @type {Set<number>} */
  solved: new Set(),
  /** The same of every game that was shown. @type {Map<Game, Set<number>>} */
  solvedIn: new Map(),
  /** The reviews of the games so far. @type {Map<Game, Review>} */
  reviews: new Map(),
  /** What the last try was worth. */
  verdict: "",
  /** Seats whose mistakes are listed: 0, 1, or 2 for both. */
  whose: 2,
  /** Seat of the person at this page, in games that were played here; otherwise 2. */
  own: 2,
  /** @type {Ranked | null} */
  pointed: null,
  isTouched: false,
};

/** @type {Board} */
let reviewBoard;

/**
 * Reviews games that were played here. The first turn to try again is a puzzle: its answer is hidden until it is found or asked for.
 * @param {Game[]} games
 */
function reviewGames(games) {
  leaveMode("review");
  offerReview(games);
  const whose = ownSeats();
  openReview(games, whose);
  reviewing.own = whose;
  const first = placeAfter(0, turnsToTry);
  startReview(first?.at ?? 0);
  reviewing.turn = first?.turn ?? reviewing.turn;
  noteReview(true);
  if (first) {
    tryAgain(first.turn);
    return;
  }
  app.show();
  byId("says").scrollIntoView({ block: "nearest" });
  focusPanel();
}

/**
 * Reviews games, and shows the game with the index `at`, whose rule set must be the chosen one.
 * @param {Game[]} games
 * @param {number} whose
 * @param {number} at
 */
function openReview(games, whose, at = 0) {
  for (const game of games) {
    game.names = game.names.map(printable);
    game.headers = game.headers.map(([name, text]) => [printable(name), printable(text)]);
  }
  reviewing.opened += 1;
  reviewing.games = games;
  reviewing.whose = whose;
  reviewing.own = 2;
  reviewing.isKept = false;
  reviewing.totals = null;
  reviewing.solvedIn = new Map();
  reviewing.reviews = new Map();
  startReview(at);
  void addUp();
}

/** Works out the sums over all games, if there are several. */
async function addUp() {
  const { games, opened } = reviewing;
  if (games.length < 2) {
    return;
  }
  for (const name of new Set(games.map((game) => game.rules.name))) {
    await openSolution(name);
  }
  await pause();
  const totals = await inSlices(totalsOf(games), () => reviewing.opened === opened);
  if (totals && reviewing.opened === opened) {
    reviewing.totals = totals;
    const host = document.getElementById("totals");
    const table = totalsTable();
    if (host && table) {
      host.replaceWith(table);
    }
  }
}

/**
 * Offers to bring back the review that is about to be replaced, unless its games are reviewed again.
 * @param {Game[]} next
 */
function offerReview(next) {
  if (!reviewing.review || reviewing.games.every((game) => next.includes(game))) {
    return;
  }
  const before = { ...reviewing };
  offerUndo(T.undo.record, async () => {
    await changeRules(before.games[before.at].rules.name, false);
    leaveMode("review");
    openReview(before.games, before.whose, before.at);
    Object.assign(reviewing, { turn: before.turn, solved: before.solved, solvedIn: before.solvedIn, own: before.own });
    noteReview(true);
    showTop();
    app.show();
  });
}

/** @param {Game} game */
function reviewedGame(game) {
  const { reviews } = reviewing;
  const review = reviews.get(game) ?? reviewOf(solutionOf(game.rules.name), game);
  reviews.set(game, review);
  return review;
}

/**
 * Switches to a game of the record, and to its rule set.
 * @param {number} at
 */
async function chooseGame(at) {
  await changeRules(reviewing.games[at].rules.name, false);
  startReview(at);
  noteReview(false);
  showTop();
  app.show();
}

/**
 * Reviews a game of the record. Its rule set must be the chosen one.
 * @param {number} at
 */
function startReview(at) {
  const game = reviewing.games[at];
  reviewing.at = at;
  reviewing.review = reviewedGame(game);
  reviewing.turn = Math.min(1, game.turns.length);
  reviewing.trying = 0;
  reviewing.verdict = "";
  reviewing.solved = reviewing.solvedIn.get(game) ?? new Set();
  reviewing.solvedIn.set(game, reviewing.solved);
  Object.assign(reviewing, linkOf(reviewing.games, game));
}

/**
 * The address of games, and the number of games that it holds: all; or, if they are too long for an address, one; or none.
 * @param {Game[]} games
 * @param {Game} game the one
 */
function linkOf(games, game) {
  for (const held of games.length <= MOST_CHOICES ? [games, [game]] : [[game]]) {
    const link = writeReviewLink(held, namesForOthers(held));
    if (link.length <= LONGEST_LINK) {
      return { link, held: held.length };
    }
  }
  return { link: "", held: 0 };
}

/**
 * Copies the address of games. If it does not hold them all, says so, and offers them as a record.
 * @param {Game[]} games
 * @param {{link: string, held: number}} address
 */
function shareGames(games, { link, held }) {
  if (held > 0) {
    copyLink(link);
  }
  if (held < games.length) {
    offer(T.link.holds(held, games.length), T.link.saveAll, () => saveGames(games), "save-all");
  }
}

function reviewAddress() {
  return reviewing.review && reviewing.link !== "" ? reviewing.link : addressOf({ mode: "review" });
}

/** @typedef {{at: number, turn: number, whose: number, own: number}} ReviewState State of a review in an entry of the browser's history. */
/**
 * Writes the reviewed games into the address. The browser's history receives the turn that the page shows.
 * @param {boolean} isStep for a step that Back should undo
 */
function noteReview(isStep) {
  const { at, turn, whose, own, isKept, link } = reviewing;
  setAddress(reviewAddress(), isStep, { review: { at, turn, whose, own } });
  if (isKept) {
    remember("record-link", link);
  }
}

/**
 * Opens the games of a link. If the link is a part of the record that is kept, opens the whole record. Returns the faults of
 * the link.
 * @param {string} address of the review; empty for games that were too long for one
 * @param {unknown} state of the history
 * @returns {Promise<string[]>} faults in words
 */
async function openLink(address, state) {
  const [link, turn] = splitTurn(address);
  const noted = /** @type {{review?: ReviewState} | null} */ (state)?.review;
  /** @type {string[]} */
  let faults = [];
  if (!reviewing.review || reviewing.link !== link) {
    const kept = noted && remembered("record-link", "none") === link ? await keptRecord() : null;
    const linked = kept || link === "" ? null : readReviewLink(link.slice("#review:".length));
    const games = kept ?? linked?.games ?? [];
    const first = kept ? games[noted?.at ?? 0] : games[0];
    faults = linked?.faults ?? [];
    if (!first) {
      return faults;
    }
    await changeRules(first.rules.name, false);
    const own = noted?.own;
    if (own === 0 || own === 1) {
      for (const game of games) {
        game.names[own] = T.you;
      }
    }
    openReview(games, noted?.whose ?? 2, games.indexOf(first));
    reviewing.own = own ?? 2;
    reviewing.isKept = kept !== null;
  } else {
    const wanted = noted?.at ?? (!Number.isNaN(turn) && hasSeveralGames(link) ? 0 : reviewing.at);
    const at = reviewing.games[wanted] ? wanted : reviewing.at;
    await changeRules(reviewing.games[at].rules.name, false);
    if (at !== reviewing.at) {
      startReview(at);
    }
  }
  const shown = noted?.turn ?? turn;
  if (shown >= 0 && shown <= reviewing.games[reviewing.at].turns.length) {
    reviewing.turn = shown;
    reviewing.trying = 0;
  } else if (!Number.isNaN(turn)) {
    faults.push(T.link.unknown(`turn=${turn}`));
  }
  return faults;
}

/** The games of the record that was opened last, if it is still known. */
async function keptRecord() {
  try {
    return (await inSlices(recordReader(rememberedInPieces("record")), () => true)) ?? null;
  } catch {
    // The stored record was changed by hand.
    return null;
  }
}

/**
 * Reads a record and reviews it, by the rules that it names.
 * @param {string} text
 * @param {(fault: string) => void} tell shows why it cannot be read
 */
async function openRecord(text, tell = notice) {
  try {
    reviewing.opened += 1;
    const { opened } = reviewing;
    const games = await inSlices(recordReader(text), () => reviewing.opened === opened);
    if (!games) {
      return;
    }
    const foreign = games.find((game) => !app.inside.includes(game.rules.name));
    if (foreign) {
      throw new RecordError("otherRules", 0, [foreign.rules.name]);
    }
    leaveMode("review");
    offerReview(games);
    await changeRules(games[0].rules.name, false);
    notice("");
    openReview(games, 2);
    const openedNow = reviewing.opened;
    await pause();
    if (!(await inSlices(rememberInPieces("record", text), () => reviewing.opened === openedNow))) {
      return;
    }
    reviewing.isKept = true;
    noteReview(true);
    await pause();
    showTop();
    app.show();
  } catch (error) {
    tell(errorInWords(error));
  }
}

/** @param {File} file */
async function openFile(file) {
  if (file.size > LARGEST_RECORD) {
    notice(errorInWords(new RecordError("turns", 0, [String(MOST_TURNS)])));
    return;
  }
  await openRecord(textOfFile(await file.arrayBuffer()));
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

/** The turn that is shown, with its number; undefined before the first throw. */
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
    const isAlmost = app.solution.inPoints(ranked.loss) < constants().doubtful;
    const verdict = isAlmost ? T.review.almost : T.review.notYet;
    reviewing.verdict = verdict(moveInWords(ranked.play), showLoss(app.rules, ranked.loss, REVIEWED));
  }
  announce(reviewing.verdict);
  app.show();
  focusPanel();
}

/** @param {number} turn counted from 1 */
function tryAgain(turn) {
  reviewing.trying = turn;
  reviewing.turn = turn;
  reviewing.verdict = "";
  reviewing.pointed = null;
  app.show();
  // People who come from the lists below should see the moves to choose from. The board is in sight anyway.
  byId("says").scrollIntoView({ block: "nearest" });
  focusPanel();
  announce(`${turnInWords()} ${T.practise.question}`);
}

/** @param {number} turn */
function showTurn(turn) {
  reviewing.pointed = null;
  reviewing.turn = turn;
  reviewing.trying = 0;
  reviewing.verdict = "";
  noteReview(false);
  app.show();
  focusPanel();
  announce(`${turnInWords()} ${turnJudged()}`);
}

/** The keys ← and → step through the turns, Home and End go to the first and the last. */
window.addEventListener("keydown", (event) => {
  const { review, turn } = reviewing;
  if (app.mode !== "review" || !review || isForElsewhere(event) || event.shiftKey) {
    return;
  }
  const to = { ArrowLeft: turn - 1, ArrowRight: turn + 1, Home: 0, End: review.turns.length }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    if (to !== turn && to >= 0 && to <= review.turns.length) {
      showTurn(to);
    }
  }
});

/**
 * Keeps the scroll position of the list of turns, or scrolls just far enough to show the turn.
 * @param {number} scrolled
 */
function keepTurnInSight(scrolled) {
  const list = document.getElementById("all-turns");
  const row = /** @type {HTMLElement | null | undefined} */ (list?.querySelector(".here"));
  if (!list) {
    return;
  }
  list.scrollTop = scrolled;
  const head = list.querySelector("thead")?.offsetHeight ?? 0;
  if (row) {
    const [from, to] = [row.offsetTop - head, row.offsetTop + row.offsetHeight - list.clientHeight];
    list.scrollTop = Math.max(Math.min(scrolled, from), to);
  }
}

// Rows grow with the window.
window.addEventListener("resize", () => keepTurnInSight(document.getElementById("all-turns")?.scrollTop ?? 0));

/**
 * The position of the turn, with the move that was played; while the turn is tried again, with the move pointed at.
 * @param {Review} review
 * @returns {Scene}
 */
function reviewScene({ game }) {
  const now = reviewedNow();
  const seat = now ? now.turn.seat : game.first;
  const board = boardOf(now ? now.turn.position : game.start, seat);
  const isTrying = reviewing.trying > 0;
  const isSolved = reviewing.solved.has(reviewing.trying);
  const shown = isTrying ? (reviewing.pointed ?? (isSolved ? now?.moves[0] : undefined)) : now?.played;
  /** @type {Scene} */
  const scene = { ...board, turn: seat, label: `${T.board}. ${boardInWords(board, game.namesToShow)}` };
  if (shown && shown.play.man >= 0) {
    scene.arrow = { side: seat, from: shown.play.from, to: shown.play.to, hit: shown.play.hit };
    scene.threats = isTrying && !isSolved ? [] : threatsAfter(game.rules, shown.play, seat);
    scene.other = now && isSolved && now.loss > 0 && !reviewing.pointed ? { side: seat, ...now.played.play } : null;
  }
  return scene;
}

/** Shows the turn on the board. */
function drawReviewed() {
  const { review } = reviewing;
  if (!review) {
    showChances(null, [T.light, T.dark]);
    reviewBoard.show({ light: startPosition().own, dark: startPosition().own, turn: -1, label: T.board });
    return;
  }
  const now = reviewedNow();
  const value = now ? (reviewing.trying > 0 ? now.moves[0].value : now.played.value) : review.start;
  const scene = reviewScene(review);
  showChances(scene.turn === 0 ? value : app.solution.flip(value), review.game.namesToShow);
  const choosing = choosingInReview();
  if (choosing) {
    scene.pieces = piecesToChoose(choosing);
  }
  reviewBoard.show(scene);
}

/** @type {View} */
const reviewView = {
  enter() {
    reviewBoard = new Board(byId("board"), choosingHandlers(choosingInReview, tryMove, reviewing, drawReviewed), LOW);
    const games = isDayGoingOn() ? [] : gamesPlayed().filter(({ rules, turns }) => rules === app.rules && turns.length > 0);
    if (!reviewing.review && games.length > 0) {
      openReview(games, ownSeats(), games.length - 1);
      reviewing.own = ownSeats();
    } else if (reviewing.review && reviewing.review.game.rules !== app.rules) {
      reviewing.review = null;
    }
  },
  changeRules() {
    // A record may have games by several rules.
    const { games, at } = reviewing;
    const next = games[at]?.rules === app.rules ? at : games.findIndex((game) => game.rules === app.rules);
    reviewing.review = null;
    if (next >= 0) {
      startReview(next);
    }
  },
  show() {
    drawReviewed();
    refill(byId("says"), ...reviewSays());
    refill(byId("tools"), ...reviewTools());
    const scrolled = document.getElementById("all-turns")?.scrollTop ?? 0;
    refill(byId("panel"), ...(reviewing.trying > 0 ? tryPanel() : reviewPanel()));
    refill(byId("below"), ...reviewBelow());
    keepTurnInSight(scrolled);
  },
};
