// Long work in slices, between which the page handles other events.

/** Maximum duration of a slice of work, in milliseconds, so that the page stays responsive. */
export const SLICE = 12;

/** Waits until the page has handled other events. */
export function pause() {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Does work in slices, between which the page handles other events. Returns `undefined` if the work is no longer wanted. */
export async function inSlices<V>(work: Generator<void, V>, isWanted: () => boolean): Promise<V | undefined> {
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
