// SHA-256, by which a page commits to a number before it is told. Browsers have their own only for pages that come by https or
// from a file, and never at once.

/** The primes up to 311: the constants of SHA-256 are their roots. */
const PRIMES = Array.from({ length: 310 }, (_, at) => at + 2).filter((it, _, all) => !all.some((by) => by < it && it % by === 0));

/** The first 32 bits after the point. */
function bitsAfterPoint(root: number) {
  return ((root % 1) * 2 ** 32) | 0;
}

/** @param counts of bits by which it is turned to the right */
function rotated(word: number, ...counts: number[]) {
  return counts.reduce((sum, count) => sum ^ ((word >>> count) | (word << (32 - count))), 0);
}

/** The SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export function sha256(text: string) {
  const bytes = [...new TextEncoder().encode(text), 0x80];
  const words = new Int32Array(((bytes.length + 71) >> 6) << 4);
  for (const [at, byte] of bytes.entries()) {
    words[at >> 2] |= byte << (24 - 8 * (at % 4));
  }
  words[words.length - 1] = 8 * (bytes.length - 1);
  const steps = PRIMES.map((prime) => bitsAfterPoint(Math.cbrt(prime)));
  let state = PRIMES.slice(0, 8).map((prime) => bitsAfterPoint(Math.sqrt(prime)));
  for (let block = 0; block < words.length; block += 16) {
    const w = [...words.subarray(block, block + 16)];
    let [a, b, c, d, e, f, g, h] = state;
    for (const [at, step] of steps.entries()) {
      if (at >= 16) {
        const [x, y] = [w[at - 15], w[at - 2]];
        w[at] = (w[at - 16] + (rotated(x, 7, 18) ^ (x >>> 3)) + w[at - 7] + (rotated(y, 17, 19) ^ (y >>> 10))) | 0;
      }
      const one = (h + rotated(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + step + w[at]) | 0;
      const two = rotated(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    state = [a, b, c, d, e, f, g, h].map((word, at) => (word + state[at]) | 0);
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
