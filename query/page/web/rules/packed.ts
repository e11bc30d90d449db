// Bytes inside the page: raw deflate in base 85, five digits for each four bytes.

/** The digit of a character: those from ( to ~ without < and the backslash. */
function digitOf(code: number) {
  return code - 40 - (code > 60 ? 1 : 0) - (code > 92 ? 1 : 0);
}

/** The bytes of a packed text. */
export async function unpacked(text: string): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((text.length * 4) / 5));
  for (let from = 0, at = 0; from < text.length; from += 5) {
    let word = 0;
    for (let next = from; next < from + 5; next++) {
      word = 85 * word + (next < text.length ? digitOf(text.charCodeAt(next)) : 84);
    }
    for (let shift = 24; shift >= 0 && at < bytes.length; shift -= 8) {
      bytes[at++] = word >>> shift;
    }
  }
  // Use the body of a response, not a blob: a blob would be sent to another process and back.
  const stream = new Response(bytes).body as ReadableStream;
  return new Response(stream.pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
}
