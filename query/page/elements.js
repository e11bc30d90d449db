// Making and refilling elements of the page, without losing the place of the keyboard.
"use strict";

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
function make(tag, attributes, ...children) {
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
function draw(tag, attributes, ...children) {
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
      element.append(typeof child === "string" ? T.typeset(child) : child);
    }
  }
}

/**
 * Replaces what is in an element. If the keyboard was at an element with a `data-key`, it is at the new one with that key; if
 * there is none, at the part of the page, and not nowhere.
 * @param {Element} host
 * @param {...Child} children
 */
function refill(host, ...children) {
  const active = document.activeElement;
  const isHere = active !== null && host.contains(active);
  const key = isHere ? active.getAttribute("data-key") : null;
  host.replaceChildren(...children.filter((child) => Boolean(child)).map((child) => /** @type {Node} */ (child)));
  if (isHere && (key === null || !focusKey(host, key))) {
    host.closest("main")?.focus({ preventScroll: true });
  }
}

/**
 * Moves the keyboard to the element with a key. Returns `false` if there is none.
 * @param {Element} host
 * @param {string} key
 */
function focusKey(host, key) {
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
function byId(id) {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`no element ${id}`);
  }
  return element;
}

/**
 * Whether a key is for something else than the page as a whole: a field, or the browser.
 * @param {KeyboardEvent} event
 */
function isForElsewhere(event) {
  const isField = event.target instanceof Element && event.target.matches("input, select, textarea, [contenteditable]");
  return isField || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
}

/**
 * A button.
 * @param {Child} label
 * @param {(event: Event) => void} press
 * @param {Attributes} attributes
 */
function button(label, press, attributes = {}) {
  return make("button", { type: "button", click: press, ...attributes }, label);
}

/**
 * A labelled list of choices.
 * @param {string} label
 * @param {[string, string][]} options values and names
 * @param {string} chosen
 * @param {(value: string) => void} choose
 * @param {string} key
 */
function choice(label, options, chosen, choose, key) {
  const select = make("select", { "data-key": key, id: `choice-${key}` });
  for (const [value, name] of options) {
    select.append(make("option", { value, selected: value === chosen }, name));
  }
  select.addEventListener("change", () => choose(select.value));
  return make("label", { class: "field" }, make("span", {}, label), select);
}

/** Milliseconds of work at a time, so that the page stays responsive. */
const SLICE = 12;

/** Lets the page do what else is to be done. */
function pause() {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/**
 * Does work in slices, between which the page can do what else is to be done. Returns `undefined` if it is no longer wanted.
 * @template V
 * @param {Generator<void, V>} work
 * @param {() => boolean} isWanted
 * @returns {Promise<V | undefined>}
 */
async function inSlices(work, isWanted) {
  let until = performance.now() + SLICE;
  for (;;) {
    const { done, value } = work.next();
    if (done) {
      return value;
    }
    if (performance.now() > until) {
      await pause();
      if (!isWanted()) {
        return undefined;
      }
      until = performance.now() + SLICE;
    }
  }
}
