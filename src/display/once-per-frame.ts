// Work that many events ask for, done once before the next frame is drawn.

/** Returns a function that calls `work` in the next animation frame, once for all calls until then. */
export function oncePerFrame(work: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      work();
    });
  };
}
