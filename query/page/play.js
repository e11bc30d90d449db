// Play: a game against a level or another person, with dice of the page or real ones.
"use strict";

/** Milliseconds between what happens by itself, by the name of the pace. @type {Record<string, number>} */
const PACES = { calm: 1500, brisk: 750, instant: 40 };

/** Most sentences that are kept of what happened since the last choice. */
const MOST_SAID = 40;

const playing = {
  /** Level of the computer; 0 for another person. */
  level: PERFECT,
  isReal: false,
  seed: 0,
  pace: "brisk",
  showsChances: false,
  showsBar: true,
  /** @type {Game | null} */
  game: null,
  /** @type {Thrower | null} */
  thrower: null,
  /** What happens next: the higher die begins, a throw, a move; or nothing, when the game is over. @type {"opening" | "begin" | "roll" | "act" | "over"} */
  phase: "begin",
  /** @type {number[]} */
  dice: [],
  /** Real dice of a throw that is not typed in full. @type {number[]} */
  typed: [],
  /** What happened since the last choice, in sentences. @type {string[]} */
  said: [],
  /** @type {Ranked | null} The move that is pointed at. */
  pointed: null,
  /** The best move, after a hint. @type {string | null} */
  hinted: null,
  /** The winner, if the other gave up. */
  resignedBy: -1,
  timer: 0,
};

/** @type {Board} */
let playBoard;

function playNames() {
  return playing.level === 0 ? [T.light, T.dark] : [T.you, T.computer];
}

/** The names of the sides in the record: one word each. */
function recordNames() {
  return playing.level === 0 ? [T.light, T.dark] : [T.you, `Level-${playing.level}`];
}

/** @param {number} seat */
function isMachine(seat) {
  return seat === 1 && playing.level > 0;
}

/**
 * Begins a game; from a position, the seat is on roll.
 * @param {Position | null} position
 * @param {number} seat
 */
function beginGame(position, seat) {
  const { rules } = app;
  playing.thrower = new Thrower(playing.seed);
  playing.said = [];
  playing.dice = [];
  playing.typed = [];
  playing.resignedBy = -1;
  clearChoice();
  if (position) {
    playing.game = new Game(rules, seat, position);
    playing.phase = "roll";
  } else {
    const openings = playing.thrower.openings;
    const [own, other] = openings[openings.length - 1];
    playing.game = new Game(rules, own > other ? 0 : 1, startPosition());
    playing.phase = playing.isReal ? "opening" : "begin";
    if (!playing.isReal) {
      sayOpening(openings);
    }
  }
  nameSeats(playing.game);
  notice("");
  proceed();
}

/**
 * Notes in a game who plays it, and with which dice.
 * @param {Game} game
 */
function nameSeats(game) {
  game.names = recordNames();
  game.headers = playing.isReal ? [] : [["seed", String(playing.seed)]];
}

/** @param {[number, number][]} openings */
function sayOpening(openings) {
  const names = playNames();
  for (const dice of openings) {
    const isEqual = dice[0] === dice[1];
    const first = dice[0] > dice[1] ? 0 : 1;
    playing.said.push(
      isEqual ? T.play.openingEqual(dice[0]) : T.play.opening(names, dice, T.play.begins(names[first])),
    );
  }
}

/**
 * Plays on from a position of another part of the page.
 * @param {Position} position
 * @param {number} seat on roll
 */
function playFrom(position, seat) {
  leaveMode("play");
  setAddress(addressOf({ mode: "play" }), true);
  offerGame();
  playing.seed = freshSeed();
  beginGame(position, seat);
}

function clearChoice() {
  playing.pointed = null;
  playing.hinted = null;
}

/** The legal moves of the present throw. */
function playChoices() {
  const { game } = playing;
  return game && playing.phase === "act" ? app.solution.ranked(game.position, dieOf(playing.dice)) : [];
}

/** Whether a person is to choose between moves now. */
function isChoosing() {
  return playing.phase === "act" && playing.game !== null && !isMachine(playing.game.seat) && playChoices().length > 1;
}

/**
 * Does something after a while, unless something else comes first.
 * @param {number} pauses
 * @param {() => void} work
 */
function after(pauses, work) {
  window.clearTimeout(playing.timer);
  playing.timer = window.setTimeout(() => attempt(work), pauses * PACES[playing.pace]);
}

/** Lets the game go on by itself until somebody has to choose. */
function proceed() {
  window.clearTimeout(playing.timer);
  const { game, thrower } = playing;
  if (!game || !thrower) {
    app.show();
    return;
  }
  if (game.isOver || playing.resignedBy >= 0) {
    playing.phase = "over";
    announce([...playing.said, resultOfGame()].join(" "));
  } else if (playing.phase === "begin") {
    after(1.5, () => {
      playing.phase = "roll";
      proceed();
    });
  } else if (playing.phase === "roll" && !playing.isReal) {
    thrown(thrower.throwOf(game.rules, game.turns.length));
    return;
  } else if (playing.phase === "act") {
    const moves = playChoices();
    if (isMachine(game.seat)) {
      const share = new Randomness(playing.seed * 31 + game.turns.length).share();
      const choice = moveOfLevel(app.solution, moves, playing.level, share);
      after(1, () => makeMove(choice));
    } else if (moves.length === 1) {
      playing.said.push(moves[0].play.man < 0 ? T.play.mustPass : T.play.onlyMove(moveInWords(moves[0].play)));
      if (playing.isReal) {
        // What was typed may be wrong: it waits until the person goes on.
        announce(playing.said.join(" "));
      } else {
        after(1.6, () => makeMove(moves[0]));
      }
    } else {
      announce(playing.said.join(" "));
    }
  } else if (playing.phase === "roll") {
    announce(playing.said.join(" "));
  }
  keepGame();
  app.show();
  if (playing.phase === "over" || isChoosing()) {
    focusPanel();
  }
}

/** @param {number[]} dice */
function thrown(dice) {
  const { game } = playing;
  if (!game) {
    return;
  }
  playing.dice = dice;
  playing.phase = "act";
  playing.said.push(T.says(playNames()[game.seat], throwInWords(game.rules, dice)));
  proceed();
}

/** @param {Ranked} ranked */
function makeMove(ranked) {
  const { game } = playing;
  if (!game || playing.phase !== "act") {
    return;
  }
  const isChoice = isChoosing();
  const seat = game.seat;
  game.add(playing.dice, ranked.play);
  if (isChoice) {
    playing.said = [];
  }
  // An only move was said before it was made.
  if (isChoice || isMachine(seat)) {
    playing.said.push(T.play.played(playNames()[seat], moveInWords(ranked.play)));
  }
  playing.said = playing.said.slice(-MOST_SAID);
  playing.dice = [];
  playing.phase = "roll";
  clearChoice();
  notice("");
  proceed();
}

/** Whether a throw of real dice can be typed again: the present one, or the last, or that which decided who begins. */
function canCorrect() {
  const { game, phase } = playing;
  const isOpened = game !== null && writePosition(game.start) === "000/000" && phase !== "opening";
  return playing.isReal && game !== null && playing.resignedBy < 0 && (phase === "act" || game.turns.length > 0 || isOpened);
}

/** Has the last throw of real dice typed again; a move that was made with it is taken back. */
function correctThrow() {
  const { game } = playing;
  if (!game || !canCorrect()) {
    return;
  }
  const isOpening = playing.phase !== "act" && game.turns.length === 0;
  if (playing.phase !== "act") {
    game.turns = game.turns.slice(0, -1);
  }
  playing.dice = [];
  playing.typed = [];
  playing.phase = isOpening ? "opening" : "roll";
  playing.said = [T.play.again];
  clearChoice();
  proceed();
}

/** Takes back the last choice of a person, and what followed; the throws stay the same. */
function takeBack() {
  const { game } = playing;
  const at = game ? lastChoice(game) : -1;
  if (!game || at < 0) {
    return;
  }
  const turn = game.turns[at];
  game.turns = game.turns.slice(0, at);
  playing.dice = turn.dice;
  playing.phase = "act";
  playing.resignedBy = -1;
  game.resigned = null;
  playing.said = [throwInWords(game.rules, turn.dice)];
  clearChoice();
  proceed();
}

/**
 * Number of the last turn in which a person had a choice; -1 if there is none.
 * @param {Game} game
 */
function lastChoice(game) {
  for (let at = game.turns.length - 1; at >= 0; at--) {
    const turn = game.turns[at];
    if (!isMachine(turn.seat) && playsOf(game.rules, turn.position, turn.die).length > 1) {
      return at;
    }
  }
  return -1;
}

function resultOfGame() {
  const { game } = playing;
  if (!game) {
    return "";
  }
  const names = playNames();
  return playing.resignedBy >= 0
    ? `${T.play.resigned} ${T.play.won(names[1 - playing.resignedBy], game.pointsOfResigning(playing.resignedBy))}`
    : T.play.won(names[game.winner], game.points);
}

/** @returns {Choosing | null} */
function choosingInGame() {
  const { game } = playing;
  return game && isChoosing()
    ? { rules: game.rules, position: game.position, seat: game.seat, die: dieOf(playing.dice), moves: playChoices() }
    : null;
}

function drawPlay() {
  const { game } = playing;
  const names = playNames();
  if (!game) {
    showChances(null, names);
    playBoard.show({ light: startPosition().own, dark: startPosition().own, turn: -1, label: T.board });
    return;
  }
  const { solution } = app;
  const board = game.board;
  const isDone = game.isOver;
  const value = isDone
    ? game.winner === 0
      ? solution.flip(solution.lost(game.position.own))
      : solution.lost(game.position.own)
    : solution.value(game.position);
  const light = isDone || game.seat === 0 ? value : solution.flip(value);
  showChances(playing.showsBar ? light : null, names);
  const last = game.turns[game.turns.length - 1];
  const shown =
    playing.pointed ?? (playing.hinted ? playChoices().find((it) => it.move === playing.hinted) : undefined);
  /** @type {Scene} */
  const scene = {
    ...board,
    turn: isDone ? -1 : game.seat,
    label: `${T.board}. ${boardInWords(board, names)}`,
    last: last && last.play.man >= 0 ? { side: last.seat, from: last.play.from, to: last.play.to } : null,
  };
  const choice = choosingInGame();
  if (choice) {
    scene.pieces = piecesToChoose(choice);
    if (shown) {
      scene.arrow = { side: game.seat, from: shown.play.from, to: shown.play.to, hit: shown.play.hit };
      scene.threats = playing.showsChances || playing.hinted ? threatsAfter(game.rules, shown.play, game.seat) : [];
    }
  }
  playBoard.show(scene);
}

/** @type {View} */
const playView = {
  enter() {
    playBoard = new Board(byId("board"), choosingHandlers(choosingInGame, makeMove, playing, drawPlay));
    const pace = remembered("pace", "brisk");
    playing.pace = Object.hasOwn(PACES, pace) ? pace : "brisk";
    if (!playing.game) {
      const level = Number(remembered("level", "4"));
      playing.level = Number.isInteger(level) && level >= 0 && level <= PERFECT ? level : 4;
      playing.showsBar = remembered("bar", "yes") === "yes";
      takeUpGame();
    }
    if (playing.game) {
      // A game that was left waits; it goes on now.
      window.setTimeout(() => app.mode === "play" && attempt(resume), 0);
    }
  },
  leave() {
    window.clearTimeout(playing.timer);
    clearChoice();
  },
  changeRules() {
    window.clearTimeout(playing.timer);
    playing.game = null;
    if (app.mode === "play") {
      takeUpGame();
    }
  },
  show() {
    drawPlay();
    refill(byId("says"), ...playSays());
    refill(byId("panel"), ...playPanel());
    refill(byId("below"), ...playBelow());
  },
};

/** Says the throw anew, and names the players, in the language of now. */
function translateGame() {
  const { game, dice } = playing;
  if (game) {
    nameSeats(game);
    playing.said = dice.length > 0 ? [T.says(playNames()[game.seat], throwInWords(game.rules, dice))] : [];
  }
}

/** Goes on with a game where it was left. */
function resume() {
  if (playing.phase === "act" && playing.dice.length > 0) {
    playing.said = [throwInWords(app.rules, playing.dice)];
  }
  proceed();
}
