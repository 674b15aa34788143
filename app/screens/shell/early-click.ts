/** The button that was pressed before the page's scripts were there, and when, by the page's own clock. */
type EarlyClick = { button: HTMLButtonElement; at: number };
declare global {
  var earlyClick: EarlyClick | undefined;
}

/**
 * Runs in the head of a page: notes the last button that is pressed while nothing listens yet. Written without the characters that HTML
 * writes otherwise, since it is the text of a script.
 */
export const noteEarlyClick = `addEventListener(\`click\`, function (event) {
  if (document.documentElement.hasAttribute(\`data-hydrated\`)) return;
  var button = event.target.closest(\`button\`);
  if (button) globalThis.earlyClick = { button: button, at: performance.now() };
}, true);`;

/** So long a press is still meant, in ms: whoever waited longer has given up on it. */
const meantForMs = 10_000;

/** Presses that button now that it can act, so that it needs not look as if it could not be pressed. */
export function pressEarlyClick(): void {
  const early = globalThis.earlyClick;
  globalThis.earlyClick = undefined;
  if (early?.button.isConnected && performance.now() - early.at < meantForMs) early.button.click();
}
