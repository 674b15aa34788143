/** Resolves when the browser has nothing else to do. Safari has no idle callbacks. */
export const idle = () =>
  new Promise<unknown>((then) => ('requestIdleCallback' in window ? requestIdleCallback(then) : setTimeout(then, 200)));

/** Who has pressed nothing for so long is reading. */
const quietMs = 400;

/** Resolves when nothing else is to be done and nobody has pressed anything for a moment: for work that keeps the next press waiting. */
export async function quiet(leaving: AbortSignal): Promise<void> {
  let pressedAt = Number.NEGATIVE_INFINITY;
  const press = () => {
    pressedAt = performance.now();
  };
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, press, { capture: true, passive: true, signal: leaving });
  await idle();
  for (let left = leftOf(pressedAt); left > 0 && !leaving.aborted; left = leftOf(pressedAt)) {
    await new Promise((then) => setTimeout(then, left));
    await idle();
  }
}

const leftOf = (pressedAt: number) => pressedAt + quietMs - performance.now();
