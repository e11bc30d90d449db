// What the browser remembers for next time: settings, ratings and games. Where storage is forbidden, the page works without
// it.

/** Beginning of the names of what belongs to one window: it outlives a reload, and no other window replaces it. */
const OF_WINDOW = "record";
/** Maximum number of characters of a long text that are stored at a time: storing a megabyte freezes the page. */
const PIECE = 1 << 16;

function storageOf(key: string) {
  return key.startsWith(OF_WINDOW) ? sessionStorage : localStorage;
}

/** Values that the browser did not store. They last until the page is closed. */
const memory: Map<string, string> = new Map();

export function remembered(key: string, otherwise: string) {
  try {
    return memory.get(key) ?? storageOf(key).getItem(`tourne-${key}`) ?? otherwise;
  } catch {
    // The browser forbids storage.
    return otherwise;
  }
}

export function remember(key: string, value: string) {
  try {
    storageOf(key).setItem(`tourne-${key}`, value);
    memory.delete(key);
  } catch {
    // Storage is forbidden or full: the value is kept until the page is closed.
    memory.set(key, value);
  }
}

/** Remembers a long text, a piece at a time. Until all pieces are stored, there is no text. */
export function* rememberInPieces(key: string, text: string): Generator<void, true> {
  remember(key, "");
  const count = Math.ceil(text.length / PIECE);
  for (let at = 0; at < count; at++) {
    remember(`${key}-${at}`, text.slice(at * PIECE, (at + 1) * PIECE));
    yield;
  }
  // Pieces of a longer text before.
  for (let at = count; remembered(`${key}-${at}`, "") !== ""; at++) {
    remember(`${key}-${at}`, "");
  }
  remember(key, String(text.length));
  return true;
}

/** A text that was remembered in pieces; empty if a piece is missing. */
export function rememberedInPieces(key: string) {
  const pieces = [];
  for (let at = 0, piece; (piece = remembered(`${key}-${at}`, "")) !== ""; at++) {
    pieces.push(piece);
  }
  const text = pieces.join("");
  return remembered(key, "") === String(text.length) ? text : "";
}
