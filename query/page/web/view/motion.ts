// Motion in a game: dice that roll, men that slide and fly back, and the moment of winning. Each is shown once.

import type { LastMove } from "./board.ts";
import type { Geometry } from "./geometry.ts";
import { hasEntryDuty, HOME } from "../rules/rules.ts";
import { app } from "./app.ts";
import { draw } from "./elements.ts";
import { spotOf } from "./geometry.ts";
import { drawDie } from "./show-dice.ts";

/**
 * Durations at the brisk pace, in milliseconds: the roll of dice, the slide of a man, the flight of a man that was hit, and the
 * celebration at the end.
 */
export const MOTIONS = { roll: 480, slide: 360, flight: 360, end: 1100 };
/** Number of faces that a die shows while it rolls. */
const ROLLED_FACES = 5;
/** Number of sparks around the home of the winner. */
const SPARKS = 14;

/** The pace of games: a key of `PACES`. */
export const motion = { pace: "brisk" };

/** The factor by which animations take longer than at the brisk pace; 0 if nothing is to move. */
export function slowness() {
  const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  return isStill || motion.pace === "instant" ? 0 : motion.pace === "calm" ? 1.6 : 1;
}

/** Duration of the slide of the last move, in milliseconds. */
export function motionTime() {
  return slowness() * MOTIONS.slide;
}

/**
 * The keyframes of a man's path from one place to another, for an element that is drawn at the end of the path. Across the
 * fold, the man leaves at the right and comes in at the left.
 */
function wayOf(
  geometry: Geometry,
  from: { x: number; y: number; top: number },
  to: { x: number; y: number; top: number },
): Keyframe[] {
  const at = (x: number, y: number, scale: number, offset: number) => ({
    transform: `translate(${x - to.x}px, ${y - to.y}px) scale(${scale})`,
    offset,
  });
  if (from.top === to.top) {
    return [at(from.x, from.y, 1, 0), at((from.x + to.x) / 2, (from.y + to.y) / 2, 1.14, 0.5), at(to.x, to.y, 1, 1)];
  }
  const out = geometry.width + geometry.radius - from.x;
  const into = to.x + geometry.radius;
  const share = out / (out + into);
  return [
    at(from.x, from.y, 1, 0),
    at(geometry.width + geometry.radius, from.y, 1.14, share),
    at(-geometry.radius, to.y, 1.14, share),
    at(to.x, to.y, 1, 1),
  ];
}

/**
 * Lets the man of the last move slide to where it is drawn, and the men that it hit fly back to the rail.
 * @param host of the board
 * @param isDropped whether the man was dragged there
 * @param slow factor of the duration, relative to the brisk pace
 */
export function slideLast(
  host: HTMLElement,
  geometry: Geometry,
  { side, from, to, struck }: LastMove,
  isDropped: boolean,
  slow: number = slowness(),
) {
  const man = host.querySelector("[data-last]");
  if (slow === 0 || !(man instanceof SVGElement)) {
    return;
  }
  const spot = (whose: number, place: number, nth: number) => ({
    ...spotOf(geometry, whose, place, nth),
    top: geometry.column(place).top,
  });
  const slide = isDropped ? 0 : slow * MOTIONS.slide;
  if (!isDropped) {
    lift(man, wayOf(geometry, spot(side, from, 0), spot(side, to, 0)), { duration: slide, easing: "ease-in-out" });
  }
  const onRail = [...host.querySelectorAll(`[data-place="${1 - side}-0"]`)].reverse();
  // Men that owe their entry lie nearest to the seam; of others the last are those that came last.
  const flying = hasEntryDuty(app.rules) ? onRail.slice(0, struck) : onRail.slice(onRail.length - struck);
  for (const [at, element] of flying.entries()) {
    const home = spot(1 - side, 0, onRail.indexOf(element));
    const hit = spot(1 - side, to, at);
    const way = [
      { transform: `translate(${hit.x - home.x}px, ${hit.y - home.y}px)` },
      { transform: `translate(${(hit.x - home.x) / 2}px, ${(hit.y - home.y) / 2}px) scale(1.3)` },
      { transform: "none" },
    ];
    element.parentNode?.append(element);
    lift(element as SVGElement, way, { duration: slow * MOTIONS.flight, delay: slide, easing: "ease-in-out" });
  }
}

/** Animates a man, drawn above all other men; it grows from its middle. */
export function lift(man: SVGElement, way: Keyframe[], how: KeyframeAnimationOptions) {
  man.classList.add("lifted");
  const motion = man.animate(way, { fill: "backwards", ...how });
  motion.onfinish = () => man.classList.remove("lifted");
}

/** Lets dice roll: they come in from the left, and show other faces before they lie still. */
export function rollDice(dice: Element) {
  const slow = slowness();
  const still = [...dice.children];
  if (slow === 0) {
    return;
  }
  const time = slow * MOTIONS.roll;
  const step = time / ROLLED_FACES;
  let shown = still;
  const turn = (nth: number) => {
    const isLast = nth === ROLLED_FACES;
    const next = still.map((die) => (isLast ? die : drawDie(1 + Math.floor(6 * Math.random()), "plain")));
    shown.forEach((die, at) => die.replaceWith(next[at]));
    shown = next;
    const away = (of: number) => `translateX(${-0.5 * (ROLLED_FACES - of)}rem) rotate(${-60 * (ROLLED_FACES - of)}deg)`;
    for (const die of next) {
      die.animate(isLast ? [{ transform: "scale(1.12)" }, { transform: "none" }] : [{ transform: away(nth) }, { transform: away(nth + 1) }], {
        duration: step,
      });
    }
    if (!isLast) {
      window.setTimeout(turn, step, nth + 1);
    }
  };
  turn(0);
}

/**
 * The moment of winning: the winner's men at home hop, and sparks fly.
 * @param host of the board
 * @param side that has won
 */
export function celebrate(host: HTMLElement, geometry: Geometry, side: number) {
  const slow = slowness();
  const svg = host.querySelector("svg");
  if (slow === 0 || !svg) {
    return;
  }
  const delay = motionTime();
  const men = [...host.querySelectorAll(`[data-place="${side}-${HOME}"]`)].reverse();
  for (const [at, man] of men.entries()) {
    man.animate([{ transform: "none" }, { transform: "translateY(-16px)" }, { transform: "none" }], {
      duration: 340,
      delay: delay + 110 * at,
      iterations: 2,
      easing: "ease-in-out",
    });
  }
  const { x, y } = spotOf(geometry, side, HOME, 1);
  const sparks = draw("g", { class: "sparks", "aria-hidden": "true" });
  svg.append(sparks);
  for (let at = 0; at < SPARKS; at++) {
    const spark = draw("path", { d: `M${x} ${y - 6}l4 6l-4 6l-4 -6Z` });
    const angle = (2 * Math.PI * at) / SPARKS;
    const reach = 60 + 24 * (at % 3);
    sparks.append(spark);
    const away = `translate(${Math.cos(angle) * reach}px, ${Math.sin(angle) * reach}px)`;
    spark.animate(
      [{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { transform: away, opacity: 0 }],
      { duration: MOTIONS.end, delay, fill: "both", easing: "ease-out" },
    );
  }
  window.setTimeout(() => sparks.remove(), delay + MOTIONS.end);
}
