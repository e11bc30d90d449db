// Bytes inside the page: raw deflate in base64.

/**
 * The bytes of a packed text.
 * @param {string} text
 * @returns {Promise<ArrayBuffer>}
 */
export async function unpacked(text) {
  const packed = atob(text.trim());
  const bytes = new Uint8Array(packed.length);
  for (let at = 0; at < packed.length; at++) {
    bytes[at] = packed.charCodeAt(at);
  }
  // Use the body of a response, not a blob: a blob would be sent to another process and back.
  const stream = /** @type {ReadableStream} */ (new Response(bytes).body);
  return new Response(stream.pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
}
