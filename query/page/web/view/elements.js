// Making and refilling elements of the page, without losing the keyboard focus.

import { T } from "../texts/language.js";

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

/**
 * Makes an element. Attributes that are `false`, `null` or `undefined` are left out; functions are listeners.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} attributes
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * Makes an element of a drawing.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} attributes
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function draw(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name, value);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  for (const child of children) {
    if (child) {
      element.append(...(typeof child !== "string" ? [child] : canHoldElements(element) ? inElements(child) : [T.typeset(child)]));
    }
  }
}

/**
 * Whether an element may hold `bdi`: not drawings, nor the choices of a list.
 * @param {Element} element
 */
function canHoldElements(element) {
  return element instanceof HTMLElement && !(element instanceof HTMLOptionElement);
}

/**
 * A text for an element that may hold others: what is isolated is in elements of its own.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function inElements(text) {
  const parts = T.typeset(text).split(/\u2068([^\u2068\u2069]*)\u2069/);
  return parts.map((part, at) => (at % 2 === 0 ? part : make("bdi", {}, part)));
}

/**
 * Replaces the contents of an element. If an element in it with a `data-key` had the keyboard focus, the new element with this
 * key gets the focus. If there is none, the part of the page gets it, so that the focus is never lost.
 * @param {Element} host
 * @param {...Child} children
 */
export function refill(host, ...children) {
  const active = document.activeElement;
  const isHere = active !== null && host.contains(active);
  const key = isHere ? active.getAttribute("data-key") : null;
  host.replaceChildren(...children.filter((child) => Boolean(child)).map((child) => /** @type {Node} */ (child)));
  if (isHere && (key === null || !focusKey(host, key))) {
    host.closest("main")?.focus({ preventScroll: true });
  }
}

/**
 * Moves the keyboard focus to the element with this `data-key`. Returns `false` if there is none.
 * @param {Element} host
 * @param {string} key
 */
export function focusKey(host, key) {
  const next = host.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (next instanceof HTMLElement || next instanceof SVGElement) {
    // A menu that was open stays open.
    next.closest("details .menu-content")?.parentElement?.setAttribute("open", "");
    next.focus({ preventScroll: true });
    return true;
  }
  return false;
}

/**
 * The element of this page with an id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`no element ${id}`);
  }
  return element;
}

/**
 * Whether a key press is meant for a field or for the browser, not for the page as a whole.
 * @param {KeyboardEvent} event
 */
export function isForElsewhere(event) {
  const isField = event.target instanceof Element && event.target.matches("input:not([type=checkbox]), select, textarea, [contenteditable]");
  return isField || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
}

/**
 * A button.
 * @param {Child} label
 * @param {(event: Event) => void} press
 * @param {Attributes} attributes
 */
export function button(label, press, attributes = {}) {
  return make("button", { type: "button", click: press, ...attributes }, label);
}

/**
 * The button of a form; Enter in a field of the form presses it too. No form is submitted, which a frame with a sandbox forbids.
 * @param {Child} label
 * @param {() => void} press
 * @param {Attributes} attributes
 */
export function formButton(label, press, attributes = {}) {
  const pressHere = (/** @type {Event} */ event) => {
    event.preventDefault();
    press();
  };
  return button(label, pressHere, { type: "submit", ...attributes });
}

/**
 * A labelled list of choices.
 * @param {string} label
 * @param {[string, string][]} options values and names
 * @param {string} chosen
 * @param {(value: string) => void} choose
 * @param {string} key
 */
export function choice(label, options, chosen, choose, key) {
  const select = make("select", { "data-key": key, id: `choice-${key}` });
  for (const [value, name] of options) {
    select.append(make("option", { value, selected: value === chosen }, name));
  }
  select.addEventListener("change", () => choose(select.value));
  return make("label", { class: "field" }, make("span", {}, label), select);
}

/** Keys of the sections that are unfolded. @type {Set<string>} */
const unfolded = new Set();

/**
 * A section that is read once: it is folded until it is opened, and stays as it was left.
 * @param {string} key
 * @param {string} title
 * @param {...Child} children
 */
export function folded(key, title, ...children) {
  const section = make("details", { class: "facts", open: unfolded.has(key) }, make("summary", { "data-key": key }, make("h2", {}, title)), ...children);
  section.addEventListener("toggle", () => unfolded[section.open ? "add" : "delete"](key));
  return section;
}
