// What stands beside the board of a game with a friend: what to do with its link, and the games to go on with.

import type { Pact } from "../../records/friend-link.ts";
import { localDateOf } from "../../records/day.ts";
import { friendGameOf, friendGames, isGoingOn } from "../../records/friend-link.ts";
import { forgetFriend } from "./friend-steps.ts";
import { friendLink, keepFriend } from "./kept.ts";
import { choosesHere, playChoices, playing, settings } from "./playing.ts";
import { T } from "../../texts/language.ts";
import { app } from "../../view/app.ts";
import { button, folded, make } from "../../view/elements.ts";
import { copyLink, copyText, shareButton, wholeAddress } from "../../view/sharing.ts";

/** The step that a link leads to: an invitation, the answer, a move of the friend, or the end; empty if the move is due here. */
function stepOfFriend() {
  const { game, phase } = playing;
  const isDue = game && phase.at === "act" && !choosesHere(game.seat) && playChoices().length > 1;
  return !game ? (settings.own === 0 ? "invite" : "answer") : phase.at === "over" ? "end" : isDue ? "send" : "";
}

/** Whether the page is a file, whose address means nothing elsewhere. */
const isFile = location.protocol === "file:";

/** What to do with the link. */
export function friendPanel(pact: Pact) {
  const step = stepOfFriend();
  const known = friendGameOf(pact.seal);
  const { friend } = T;
  return step === ""
    ? []
    : [
        step !== "end" && make("h2", {}, friend.heads[step]),
        make("p", {}, friend.steps[step]),
        isFile && make("p", {}, friend.file),
        folded("fair", friend.fairTitle, make("p", {}, friend.fair)),
        known && step !== "end" && button(friend.forget, () => forgetFriend(known), { "data-key": "forget-friend" }),
      ];
}

/** What sends the link. */
export function friendTools(pact: Pact) {
  const step = stepOfFriend();
  const link = `#friend=${friendLink(pact)}`;
  const copy = () => {
    keepFriend(pact, true);
    if (isFile) {
      copyText(link, T.analyse.copied, T.analyse.copyThis);
    } else {
      copyLink(link);
    }
  };
  const share = () => {
    keepFriend(pact, true);
    return { url: wholeAddress(link) };
  };
  return step === ""
    ? []
    : [
        button(T.analyse.copy, copy, { class: "primary", "data-key": "copy-friend" }),
        !isFile && shareButton(share, "share-friend"),
      ];
}

/** The ways to a game with a friend: a new one, and those that go on by the present rules. */
export function friendWays() {
  const rules = app.rules.name === "standard" ? "" : `&rules=${app.rules.name}`;
  const isHere = (link: string) => (link.match(/&rules=([a-z+-]+)/)?.[1] ?? "standard") === app.rules.name;
  const goingOn = friendGames().filter((it) => isGoingOn(it) && isHere(it.link));
  return [
    make("a", { href: `#friend${rules}`, class: "way", "data-key": "friend" }, T.friend.begin),
    ...goingOn.map(({ link, turns, begun }, at) => {
      const text = T.friend.goOn(localDateOf(begun), link.includes(".") ? turns : -1);
      return make("a", { href: `#friend=${link}`, class: "way", "data-key": `friend-${at}` }, text);
    }),
  ];
}
