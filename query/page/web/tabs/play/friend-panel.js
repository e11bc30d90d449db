// What stands beside the board of a game with a friend: what to do with its link, and the games to go on with.

/** @import { Pact } from "../../records/friend-link.js" */
import { friendGames } from "../../records/friend-link.js";
import { forgetFriend } from "./friend-steps.js";
import { friendLink } from "./kept.js";
import { choosesHere, playChoices, playing, settings } from "./playing.js";
import { T } from "../../texts/language.js";
import { app } from "../../view/app.js";
import { button, make } from "../../view/elements.js";
import { copyLink } from "../../view/sharing.js";

/** The step that a link leads to: an invitation, the answer, a move of the friend, or the end; empty if the move is due here. */
function stepOfFriend() {
  const { game, phase } = playing;
  const isDue = game && phase.at === "act" && !choosesHere(game.seat) && playChoices().length > 1;
  return !game ? (settings.own === 0 ? "invite" : "answer") : phase.at === "over" ? "end" : isDue ? "send" : "";
}

/** What to do with the link. */
export function friendPanel() {
  const step = stepOfFriend();
  const { friend } = T;
  return step === ""
    ? []
    : [
        step !== "end" && make("h2", {}, friend.heads[step]),
        make("p", {}, friend.steps[step]),
        make("details", { class: "small" }, make("summary", { "data-key": "fair" }, friend.fairTitle), make("p", {}, friend.fair)),
      ];
}

/**
 * What sends the link.
 * @param {Pact} pact
 */
export function friendTools(pact) {
  const step = stepOfFriend();
  const link = `#friend=${friendLink(pact)}`;
  const share = () => void navigator.share({ url: location.href.split("#")[0] + link }).catch(() => {});
  const known = friendGames().find((it) => it.link.startsWith(pact.seal));
  return step === ""
    ? []
    : [
        button(T.analyse.copy, () => copyLink(link), { class: "primary", "data-key": "copy-friend" }),
        typeof navigator.share === "function" && button(T.daily.share, share, { "data-key": "share-friend" }),
        !playing.game && known && button(T.friend.forget, () => forgetFriend(known), { "data-key": "forget-friend" }),
      ];
}

/** The ways to a game with a friend: a new one, and those that go on by the present rules. */
export function friendWays() {
  const rules = app.rules.name === "standard" ? "" : `&rules=${app.rules.name}`;
  const isHere = (/** @type {string} */ link) => (link.match(/&rules=([a-z+-]+)/)?.[1] ?? "standard") === app.rules.name;
  const goingOn = friendGames().filter(({ link, isOver }) => !isOver && isHere(link));
  return [
    make("a", { href: `#friend${rules}`, class: "way", "data-key": "friend" }, T.friend.begin),
    ...goingOn.map(({ link, turns }, at) => {
      return make("a", { href: `#friend=${link}`, class: "way", "data-key": `friend-${at}` }, T.friend.goOn(turns));
    }),
  ];
}
