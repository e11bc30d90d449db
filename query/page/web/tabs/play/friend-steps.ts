// A game with a friend, by link: the invitation, the answer, and each link that comes back.

import type { FriendGame, Pact } from "../../records/friend-link.ts";
import type { Game } from "../../rules/game.ts";
import {
  forgetFriendGame, freshNumber, friendGameOf, gameOfPact, keepFriendGame, laterGame, readFriendLink, sealOf, seedOfPact,
} from "../../records/friend-link.ts";
import { Thrower } from "../../rules/dice.ts";
import { playsOf } from "../../rules/rules.ts";
import { keepGame } from "./kept.ts";
import { clearChoice, gameJudge, lastChoice, nameSeats, playing, settings } from "./playing.ts";
import { proceed, sayOpening, turnInOneSentence } from "./steps.ts";
import { sayOnly, tell } from "./telling.ts";
import { T } from "../../texts/language.ts";
import { app, offerUndo } from "../../view/app.ts";
import { addressOf } from "../../view/shell.ts";

/**
 * Opens what a link of a game with a friend leads to: an invitation to answer, an answer with which the game begins, or the game.
 * Without a link, makes an invitation. Returns what is to be said of the link.
 * @param link what follows `#friend=`
 */
export function openFriend(link: string) {
  const { rules } = app;
  window.scrollTo(0, 0);
  if (link === "") {
    const secret = freshNumber();
    showFriend({ seal: sealOf(rules, secret), answer: "", secret }, 0, null);
    return "";
  }
  const { pact, game, fault } = readFriendLink(rules, link);
  const kept = friendGameOf(pact.seal);
  if (!kept) {
    if (fault !== "" || (pact.answer !== "" && !game)) {
      return fault || T.friend.elsewhere;
    }
    // Whoever receives a link is on roll, has lost, or sees that the other side gave up.
    const seat = !game ? 1 : game.resigned ? 1 - game.resigned.seat : game.seat;
    showFriend(game ? pact : { ...pact, answer: freshNumber() }, seat, game);
    return "";
  }
  const { seat } = kept;
  const known = readFriendLink(rules, kept.link);
  const secret = kept.secret || known.pact.secret;
  const isOther = pact.answer !== "" && known.pact.answer !== "" && pact.answer !== known.pact.answer;
  if (fault !== "" || isOther || (secret !== "" && sealOf(rules, secret) !== pact.seal)) {
    showFriend({ ...known.pact, secret }, seat, known.game);
    return fault || (isOther ? T.friend.otherAnswer : T.friend.damaged);
  }
  const merged = { seal: pact.seal, answer: known.pact.answer || pact.answer, secret: secret || pact.secret };
  const before = known.game ?? gameOfPact(rules, merged);
  const [later, said] = before && game ? laterGame(before, game, seat) : [before, known.game ? T.friend.older : ""];
  showFriend(merged, seat, later);
  if (said === "" || later !== game) {
    return said;
  }
  offerUndo(said, () => {
    window.clearTimeout(playing.timer);
    keepFriendGame(kept);
    location.hash = `#friend=${kept.link}`;
  });
  return "";
}

/**
 * Shows a game with a friend, or the invitation to it.
 * @param seat of the person here
 */
function showFriend(pact: Pact, seat: number, game: Game | null) {
  window.clearTimeout(playing.timer);
  const kept = friendGameOf(pact.seal);
  if (playing.friend?.seal !== pact.seal) {
    playing.begun = kept?.begun ?? Date.now();
  }
  app.typed = "";
  settings.own = seat;
  settings.isReal = false;
  Object.assign(playing, { friend: pact, match: null, day: "", game, judge: gameJudge, toShow: "", typed: [] });
  const isOver = kept?.isOver && (game?.isOver || game?.resigned);
  playing.phase = isOver ? { at: "over", dice: [] } : { at: game && game.turns.length > 0 ? "roll" : "begin" };
  clearChoice();
  if (!game) {
    keepGame();
    return;
  }
  playing.seed = seedOfPact(pact);
  playing.thrower = new Thrower(playing.seed);
  nameSeats(game);
  // After what the game that was on the board still does.
  window.setTimeout(() => {
    if (playing.game === game && app.mode === "play") {
      // In one paragraph, so that none vanishes behind moves without a choice.
      const turns = lastTurns(game).join(" ");
      sayOnly();
      if (turns !== "") {
        sayOnly(turns);
        tell(turns);
      }
      if (game.turns.length === 0) {
        sayOpening(playing.thrower.openings);
      }
      proceed();
    }
  }, 0);
}

/** The turns since the last choice of the person here. */
function lastTurns(game: Game) {
  return game.turns.slice(lastChoice(game) + 1).map(({ seat, position, dice, die, play }) => {
    return turnInOneSentence(seat, dice, play, playsOf(game.rules, position, die).length === 1);
  });
}

export function forgetFriend(known: FriendGame) {
  window.clearTimeout(playing.timer);
  forgetFriendGame(known);
  playing.friend = null;
  playing.game = null;
  offerUndo(T.friend.forgotten, () => {
    keepFriendGame(known);
    location.hash = `#friend=${known.link}`;
  });
  location.hash = addressOf({ mode: "play" });
}
