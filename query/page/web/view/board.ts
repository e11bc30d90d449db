// The drawn board: an SVG with both lanes, the men, and what is shown on them.

import type { Turn } from "../rules/game.ts";
import type { Man } from "../rules/rules.ts";
import type { Geometry } from "./geometry.ts";
import { menOn } from "../facts/facts.ts";
import { HOME, OWING, placeOf, startPosition } from "../rules/rules.ts";
import { T } from "../texts/language.ts";
import { draw, refill } from "./elements.ts";
import { geometryOf, placeAt, spotOf, WIDE } from "./geometry.ts";
import { slideLast } from "./motion.ts";

/** A man that can be chosen or taken. */
export type Piece = { side: number; man: Man; key: string; label: string; pressed?: boolean };
/** Contents of a board to draw. Sides are 0 for the light men, at the bottom, and 1 for the dark ones. */
export interface Scene {
  light: Man[];
  dark: Man[];
  /** The side on roll; -1 for none. */
  turn: number;
  /** The position in words. */
  label: string;
  /** The side that has won. */
  won?: number;
  /** Men that can be chosen. */
  pieces?: Piece[];
  arrow?: Arrow | null;
  /** A second arrow, which is dashed. */
  other?: Arrow | null;
  last?: LastMove | null;
  threats?: { side: number; man: Man; lines: string[] }[];
  heat?: { side: number; spots: { place: number; text: string; share: number; isHere: boolean }[] } | null;
  /** Whether men that can be chosen are not lit. */
  quiet?: boolean;
  /** Whether men of both sides may be dragged anywhere. */
  editable?: boolean;
}
/** A move that is shown by an arrow; a barred move is shown by a cross. */
type Arrow = { side: number; from: number; to: number; hit: boolean; isBarred?: boolean };
/** The last move, the number of its turn, and the number of men that it hit. */
export type LastMove = { side: number; from: number; to: number; struck: number; turn: number };
export interface BoardHandlers {
  /** A man was tapped, or chosen by the keyboard. */
  choose: (piece: Piece, isFinger: boolean) => void;
  /** A man was dragged to a place of its lane. */
  drop: (piece: Piece, place: number) => void;
  /** A place was tapped. */
  tap: (side: number, place: number, isFinger: boolean) => void;
  /** A man is pointed at; null when it is no longer. */
  point: (piece: Piece | null) => void;
  /** A key was pressed at a man; returns true if the key was handled. */
  press: (piece: Piece, key: string) => boolean;
}

/** The board before a game. */
export function emptyBoard(): Scene {
  const { own, other } = startPosition();
  return { light: own, dark: other, turn: -1, label: T.board };
}

/** The last of the first turns of a game, if a man moved in it. */
export function lastMove(turns: Turn[], count: number): LastMove | null {
  const turn = turns[count - 1];
  if (!turn || turn.play.man < 0) {
    return null;
  }
  const { seat, position, play } = turn;
  return { side: seat, from: play.from, to: play.to, struck: play.hit ? menOn(position.other, play.to) : 0, turn: count };
}

/** Distance in pixels below which a press is a tap, not a drag. */
const TAP = 6;

export class Board {
  host: HTMLElement;
  handlers: Partial<BoardHandlers>;
  scene: Scene | null;
  geometry: Geometry;
  /** Turn whose move was last animated. The last move on a new board is not animated. */
  slid: number | null;
  isDropped: boolean;
  /** While a man is pressed or dragged, pointing at other things does not redraw the board. */
  isPressed: boolean;

  constructor(host: HTMLElement, handlers: Partial<BoardHandlers> = {}) {
    this.host = host;
    this.handlers = handlers;
    this.scene = null;
    this.geometry = WIDE;
    this.slid = null;
    this.isDropped = false;
    this.isPressed = false;
  }

  show(scene: Scene) {
    this.scene = scene;
    this.geometry = geometryOf();
    refill(this.host, drawBoard(scene, this.geometry));
    const svg = this.host.firstElementChild;
    if (svg instanceof SVGSVGElement) {
      // A drawing with a listener for the focus is a stop of Tab in Chromium.
      svg.setAttribute("tabindex", "-1");
      svg.addEventListener("pointerdown", (event) => this.#press(svg, event));
      // A finger that drags a man must not scroll the page. Browsers heed touch-action on the whole drawing only.
      svg.addEventListener("touchstart", (event) => this.#pieceAt(event.target) && event.preventDefault(), {
        passive: false,
      });
      // A finger points and presses at the same time: if the board were redrawn in between, the press would be lost.
      svg.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.#point(event.target));
      // A tap on an empty place may focus the drawing itself.
      svg.addEventListener("focusin", (event) => this.#pieceAt(event.target) && this.#point(event.target));
      svg.addEventListener("keydown", (event) => this.#key(event));
    }
    this.#slide(scene);
  }

  #pieceAt(target: EventTarget | null) {
    const key = target instanceof Element ? target.closest("[data-key]")?.getAttribute("data-key") : null;
    return this.scene?.pieces?.find((piece) => piece.key === key) ?? null;
  }

  #point(target: EventTarget | null) {
    if (!this.isPressed) {
      this.handlers.point?.(this.#pieceAt(target));
    }
  }

  #key(event: KeyboardEvent) {
    const piece = this.#pieceAt(event.target);
    if (!piece) {
      return;
    }
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.handlers.choose?.(piece, false);
    } else if (this.handlers.press?.(piece, event.key)) {
      event.preventDefault();
    }
  }

  #press(svg: SVGSVGElement, event: PointerEvent) {
    if (!event.isPrimary || event.button !== 0) {
      return;
    }
    const piece = this.#pieceAt(event.target);
    const element = piece ? (event.target as Element).closest("[data-key]") : null;
    const scale = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
    const [startX, startY] = [event.clientX, event.clientY];
    let isDrag = false;
    this.isPressed = true;
    const follow = (move: PointerEvent) => {
      const [x, y] = [move.clientX - startX, move.clientY - startY];
      if (!isDrag && Math.hypot(x, y) > TAP) {
        isDrag = true;
        if (element instanceof SVGElement) {
          element.classList.add("dragged");
          element.parentNode?.append(element);
        }
      }
      if (isDrag && element instanceof SVGElement) {
        element.style.transform = `translate(${x * scale}px, ${y * scale}px)`;
      }
    };
    const end = (up: PointerEvent) => {
      stop();
      const isFinger = up.pointerType !== "mouse";
      const box = svg.getBoundingClientRect();
      const at = placeAt(this.geometry, (up.clientX - box.left) * scale, (up.clientY - box.top) * scale);
      if (isDrag && piece) {
        this.isDropped = true;
        this.handlers.drop?.(piece, at.place);
        this.isDropped = false;
        this.#settle();
      } else if (piece && !isDrag) {
        this.handlers.choose?.(piece, isFinger);
      } else if (!isDrag) {
        this.handlers.tap?.(at.side, at.place, isFinger);
      }
    };
    const cancel = () => {
      stop();
      this.#settle();
    };
    const stop = () => {
      this.isPressed = false;
      window.removeEventListener("pointermove", follow);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", cancel);
    };
    if (piece) {
      // Otherwise a drag would select text, and the focus would leave the man.
      event.preventDefault();
      if (element instanceof SVGElement) {
        element.focus({ preventScroll: true });
      }
    }
    window.addEventListener("pointermove", follow);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", cancel);
  }

  /** Draws everything in its place again, after a drag that changed nothing. */
  #settle() {
    if (this.host.querySelector(".dragged") && this.scene) {
      this.show(this.scene);
    }
  }

  /** Lets the man of the last move slide to where it is, once. */
  #slide({ last }: Scene) {
    const turn = last?.turn ?? 0;
    if (last && this.slid !== null && turn > this.slid) {
      slideLast(this.host, this.geometry, last, this.isDropped);
    }
    this.slid = turn;
  }
}

export function drawBoard(scene: Scene, geometry: Geometry) {
  const { width, height } = geometry;
  const svg = draw("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: `board${scene.editable || scene.quiet ? " quiet" : ""}${scene.won === undefined ? "" : ` ${["light", "dark"][scene.won]}-won`}`,
    role: "group",
    "aria-label": scene.label,
  });
  for (const first of geometry.folded ? [0, 7] : [0]) {
    svg.append(...drawTable(geometry, geometry.column(first).top));
  }
  for (let place = 0; place <= HOME; place++) {
    svg.append(drawPlace(scene, geometry, place));
  }
  svg.append(drawLast(scene, geometry));
  svg.append(drawArrow(scene, geometry, scene.other, "arrow other"), drawArrow(scene, geometry, scene.arrow, "arrow"));
  for (const side of [1, 0]) {
    drawMen(svg, scene, geometry, side);
  }
  svg.append(drawHeat(scene, geometry), drawThreats(scene, geometry));
  return svg;
}

/**
 * A table of the board without its points: the frame, the field, the seam. A folded board is two of them.
 * @param top of the field
 */
function drawTable(geometry: Geometry, top: number) {
  const { width, frame, lane, seam, folded } = geometry;
  const strip = lane * 2 + seam;
  const field = { x: frame, y: top, width: width - 2 * frame, height: strip };
  const fold = geometry.column(7).left;
  return [
    draw("rect", { class: "frame", x: 0, y: top - frame, width, height: strip + 2 * frame, rx: frame / 2 + 3 }),
    draw("rect", { class: "fillet", x: frame - 1.5, y: top - 1.5, width: field.width + 3, height: strip + 3, rx: 2 }),
    draw("rect", { class: "field", ...field }),
    draw("rect", { class: "grain", ...field }),
    draw("rect", { class: "recess", ...field, height: 16 }),
    draw("rect", { class: "seam", ...field, y: top + lane, height: seam }),
    draw("path", { class: "string", d: `M${frame} ${top + lane}h${field.width}m0 ${seam}h${-field.width}` }),
    !folded && draw("path", { class: "fold", d: `M${fold} ${top}v${lane}m0 ${seam}v${lane}` }),
    !folded && draw("text", { class: "title", x: width / 2, y: top - 5.5, "aria-hidden": "true" }, T.title),
  ].filter((part) => part !== false);
}

/** The column of a place: a point of both lanes with its number, the rail with its slots, or home with its berths. */
function drawPlace(scene: Scene, geometry: Geometry, place: number) {
  const { lane, seam } = geometry;
  const { left, right, top } = geometry.column(place);
  const [middle, bottom] = [(left + right) / 2, top + lane * 2 + seam];
  const group = draw("g", { class: "place", "aria-hidden": "true" });
  const column = { x: left, y: top, width: right - left, height: bottom - top };
  if (place === 0 || place === HOME) {
    group.append(
      draw("rect", { class: place === 0 ? "rail" : "rail home", ...column }),
      draw("rect", { class: "grain", ...column }),
      draw("path", { class: "string", d: `M${place === 0 ? right : left} ${top}V${bottom}` }),
      ...[0, 1].flatMap((side) => drawBerths(geometry, side, place)),
    );
  } else {
    const tip = lane - 12;
    for (const [base, way] of [
      [bottom, -1],
      [top, 1],
    ]) {
      // Points of both lanes in one column have different colours, as on a tables board.
      const colour = (place % 2 === 0) === way < 0 ? "sand" : "green";
      const [half, shoulder] = [(right - left) / 2 - 3, base + way * tip * 0.45];
      const end = base + way * tip;
      const edge = `Q${middle - half * 0.42} ${shoulder} ${middle} ${end}Q${middle + half * 0.42} ${shoulder}`;
      group.append(
        draw("path", { class: `point ${colour}`, d: `M${middle - half} ${base}${edge} ${middle + half} ${base}Z` }),
        draw("circle", { class: `point ${colour}`, cx: middle, cy: end, r: 3 }),
      );
    }
  }
  if (scene.arrow?.to === place && scene.arrow.hit) {
    group.append(draw("rect", { class: "struck", ...column }));
  }
  const line = top + lane + seam / 2;
  if (place === HOME) {
    const roof = `M${middle - 11} ${line + 1}L${middle} ${line - 10}L${middle + 11} ${line + 1}M${middle - 7} ${line - 1}V${line + 10}H${middle + 7}V${line - 1}`;
    group.append(draw("path", { class: "house", d: roof }));
  } else if (place === 0) {
    // Both sides go the same way, so one sign is enough: that of the side on roll.
    for (const side of [0, 1].filter((it) => scene.turn === it || scene.turn < 0)) {
      const y = line + (side === 0 ? 1 : -1) * (seam / 4 + 0.5);
      const chevron = `M${middle - 5} ${y - 6}L${middle + 5} ${y}L${middle - 5} ${y + 6}`;
      group.append(draw("path", { class: scene.turn === side ? "chevron on" : "chevron", d: chevron }));
    }
  } else {
    group.append(draw("text", { class: "number", x: middle, y: line + 6 }, String(place)));
  }
  return group;
}

/** The hollows of the three men of a side, off the board or home; the wide home of a folded board is one tray. */
function drawBerths(geometry: Geometry, side: number, place: number): SVGElement[] {
  const { radius } = geometry;
  if (geometry.folded && place === HOME) {
    const [first, last] = [0, 2].map((nth) => spotOf(geometry, side, place, nth));
    const tray = { x: last.x - radius, y: last.y - radius, width: first.x - last.x + 2 * radius, height: 2 * radius, rx: radius };
    return [draw("rect", { class: "berth", ...tray })];
  }
  return [2, 1, 0].map((nth) => {
    const { x, y } = spotOf(geometry, side, place, nth);
    return draw("circle", { class: "berth", cx: x, cy: y, r: radius });
  });
}

function drawMen(svg: SVGSVGElement, scene: Scene, geometry: Geometry, side: number) {
  const men = side === 0 ? scene.light : scene.dark;
  const counts: Map<number, number> = new Map();
  const drawn: SVGElement[] = [];
  const rearmost = new Set();
  // Men that owe their entry lie nearest to the seam.
  const order = [...men].sort((one, other) => (placeOf(one) === placeOf(other) ? other - one : one - other));
  for (const man of order) {
    const place = placeOf(man);
    const nth = counts.get(place) ?? 0;
    counts.set(place, nth + 1);
    const piece =
      rearmost.has(man) && !scene.editable ? undefined : pieceOf(scene, side, man, rearmost.has(man) ? nth : 0);
    rearmost.add(man);
    drawn.push(drawMan(scene, geometry, side, man, nth, piece));
  }
  // Of overlapping men, the one nearer to the seam lies on top.
  svg.append(...drawn.reverse());
}

function pieceOf(scene: Scene, side: number, man: Man, nth: number) {
  const same = scene.pieces?.filter((piece) => piece.side === side && piece.man === man) ?? [];
  return same[Math.min(nth, same.length - 1)];
}

function drawMan(scene: Scene, geometry: Geometry, side: number, man: Man, nth: number, piece: Piece | undefined) {
  const { x, y } = spotOf(geometry, side, placeOf(man), nth);
  const { radius } = geometry;
  const isLast = scene.last?.side === side && scene.last.to === placeOf(man) && nth === 0;
  const isStruck = scene.arrow?.hit && scene.arrow.side !== side && scene.arrow.to === man;
  const names = [
    "man",
    side === 0 ? "light" : "dark",
    piece ? "movable" : "",
    piece?.pressed ? "picked" : "",
    isStruck ? "target" : "",
  ];
  const group = draw("g", {
    class: names.filter((name) => name !== "").join(" "),
    "data-last": isLast,
    "data-place": `${side}-${placeOf(man)}`,
    "aria-hidden": piece ? null : "true",
    ...(piece
      ? {
          "data-key": piece.key,
          tabindex: 0,
          role: "button",
          "aria-label": piece.label,
          "aria-pressed": piece.pressed === undefined ? null : String(piece.pressed),
        }
      : {}),
  });
  const rim = radius - 1.5;
  group.append(
    draw("ellipse", { class: "shadow", cx: x + 1, cy: y + 4, rx: radius + 4, ry: radius + 3 }),
    draw("circle", { class: "halo", cx: x, cy: y, r: radius + 2.5 }),
    side === 0 ? draw("circle", { class: "disc", cx: x, cy: y, r: rim }) : lobed(x, y, rim),
    draw("circle", { class: "ring", cx: x, cy: y, r: radius - 7 }),
  );
  if (side === 0) {
    group.append(draw("circle", { class: "ring inner", cx: x, cy: y, r: 5 }));
  } else {
    const arm = 6;
    group.append(
      draw("path", {
        class: "cross",
        d: `M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`,
      }),
    );
  }
  if (man === OWING) {
    group.append(draw("circle", { class: "badge", cx: x + radius - 9, cy: y - radius + 9, r: 9 }));
    group.append(draw("text", { class: "badge-text", x: x + radius - 9, y: y - radius + 14 }, "!"));
  }
  return group;
}

/** Number of lobes at the rim of a dark man. */
const LOBES = 12;

/** The outline of a dark man, with a rim of lobes: the sides differ by shape too. */
function lobed(x: number, y: number, radius: number) {
  const dents = Array.from({ length: LOBES + 1 }, (_, at) => {
    const turn = (2 * Math.PI * at) / LOBES;
    return `${(x + 0.96 * radius * Math.cos(turn)).toFixed(2)} ${(y + 0.96 * radius * Math.sin(turn)).toFixed(2)}`;
  });
  const lobe = (0.32 * radius).toFixed(2);
  return draw("path", { class: "disc", d: `M${dents.join(`A${lobe} ${lobe} 0 0 1 `)}Z` });
}

/** The mark that the last move leaves: a ring where the man was, another where it hit, and a line to where it is. */
function drawLast(scene: Scene, geometry: Geometry) {
  const group = draw("g", { class: "last", "aria-hidden": "true" });
  if (scene.last) {
    const { side, from, to } = scene.last;
    const { x, y } = spotOf(geometry, side, from, 0);
    group.append(draw("circle", { cx: x, cy: y, r: geometry.radius - 3 }));
    if (scene.last.struck > 0) {
      const hit = spotOf(geometry, 1 - side, to, 0);
      group.append(draw("circle", { cx: hit.x, cy: hit.y, r: geometry.radius - 3 }));
    }
    for (const path of routeOf(geometry, side, from, to, 0)) {
      group.append(draw("path", { d: path }));
    }
  }
  return group;
}

/**
 * The path of a man along its lane. Across the fold it has two parts.
 * @param nth number of men that are there already
 */
function routeOf(geometry: Geometry, side: number, from: number, to: number, nth: number) {
  const [start, end] = [spotOf(geometry, side, from, 0), spotOf(geometry, side, to, nth)];
  const edge = geometry.radius - 1;
  if (geometry.column(from).top === geometry.column(to).top) {
    const way = Math.sign(end.x - start.x) || 1;
    return [`M${start.x + way * edge} ${start.y}L${end.x - way * 8} ${end.y}`];
  }
  const way = to > from ? 1 : -1;
  const rims = [geometry.frame, geometry.width - geometry.frame];
  const [otherRim, rim] = way > 0 ? rims : rims.reverse();
  return [
    `M${start.x + way * edge} ${start.y}L${rim} ${start.y}`,
    `M${otherRim} ${end.y}L${end.x - way * 8} ${end.y}`,
  ];
}

function drawArrow(scene: Scene, geometry: Geometry, arrow: Arrow | null | undefined, name: string) {
  const isBarred = arrow?.isBarred ?? false;
  const group = draw("g", { class: isBarred ? `${name} barred` : name, "aria-hidden": "true" });
  if (arrow) {
    const { side, from, to } = arrow;
    // Do not cover men that are there already.
    const nth = (side === 0 ? scene.light : scene.dark).filter((man) => placeOf(man) === to).length;
    const paths = routeOf(geometry, side, from, to, nth);
    const { x, y } = spotOf(geometry, side, to, nth);
    group.append(draw("circle", { class: "ghost", cx: x, cy: y, r: geometry.radius - 2 }));
    for (const path of paths) {
      group.append(draw("path", { class: "under", d: path }), draw("path", { class: "shaft", d: path }));
    }
    group.append(
      isBarred
        ? draw("path", { class: "stop", d: `M${x - 13} ${y - 13}l26 26m0 -26l-26 26` })
        : arrowHead(paths[paths.length - 1]),
    );
  }
  return group;
}

/** The head of an arrow, in the direction of the end of its path. */
function arrowHead(path: string) {
  const numbers = path.match(/-?[0-9.]+/g)?.map(Number) ?? [];
  const [x, y] = numbers.slice(-2);
  const [fromX, fromY] = numbers.slice(-4, -2);
  const turn = (Math.atan2(y - fromY, x - fromX) * 180) / Math.PI;
  return draw("path", { class: "head", d: "M9 0L-8 -9L-4 0L-8 9Z", transform: `translate(${x} ${y}) rotate(${turn})` });
}

/** An arrow beside the words that say what it stands for. */
export function arrowInLegend(name: string) {
  const path = "M2 10L40 10";
  return draw(
    "svg",
    { class: "board in-legend", viewBox: "0 0 50 20", "aria-hidden": "true" },
    draw(
      "g",
      { class: name },
      draw("path", { class: "under", d: path }),
      draw("path", { class: "shaft", d: path }),
      arrowHead(path),
    ),
  );
}

/** Men that can be hit after the move that is shown, with the number of throws. */
function drawThreats(scene: Scene, geometry: Geometry) {
  const group = draw("g", { class: "threats", "aria-hidden": "true" });
  for (const { side, man, lines } of scene.threats ?? []) {
    const { x, y } = spotOf(geometry, side, placeOf(man), 0);
    // On low lanes the pill covers the outer half of the man.
    const away = (side === 0 ? 1 : -1) * Math.min(geometry.radius + 21, geometry.lane - geometry.radius - 22);
    group.append(
      draw("circle", { class: "danger", cx: x, cy: y, r: geometry.radius + 2 }),
      draw("rect", { class: "pill", x: x - 29.5, y: y + away - 17, width: 59, height: 34, rx: 11 }),
      ...lines.map((line, at) => draw("text", { class: "pill-text", x, y: y + away - 2 + 14 * at }, line)),
    );
  }
  return group;
}

/** The value of every place for the man that is picked up. */
function drawHeat(scene: Scene, geometry: Geometry) {
  const group = draw("g", { class: "heat", "aria-hidden": "true" });
  for (const { place, text, share, isHere } of scene.heat?.spots ?? []) {
    const side = scene.heat?.side ?? 0;
    const { left, right, top } = geometry.column(place);
    const bottom = top + geometry.lane * 2 + geometry.seam;
    // Partly on the frame, so that it covers no man.
    const y = side === 0 ? bottom + geometry.frame - 24 : top - geometry.frame;
    const box = { x: left + 1.5, y, width: right - left - 3, height: 24, rx: 5 };
    group.append(
      draw("rect", { class: "cell", ...box }),
      draw("rect", {
        class: isHere ? "warmth here" : "warmth",
        ...box,
        // Leave out the colours on which neither white nor dark letters are easy to read.
        "fill-opacity": text === "–" ? 0 : share > 0.5 ? 0.3 + 0.7 * share : 0.1 + 0.6 * share,
      }),
      draw("text", { class: share > 0.5 ? "cell-text strong" : "cell-text", x: (left + right) / 2, y: y + 17 }, text),
    );
  }
  return group;
}
