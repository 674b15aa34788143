/** The button that was pressed before the page's scripts were there, what it said, and when, by the page's own clock. */
type EarlyClick = { button: HTMLButtonElement; label: string; at: number };
declare global {
  var earlyClick: EarlyClick | undefined;
  /** From when React attaches itself: what is pressed while it does, it replays itself. */
  var hearsClicks: boolean | undefined;
}

/**
 * Runs in the head of a page: notes the last button that is pressed while nothing listens yet. Written without the characters that HTML
 * writes otherwise, since it is the text of a script.
 */
export const noteEarlyClick = `addEventListener(\`click\`, function (event) {
  if (globalThis.hearsClicks) return;
  var button = event.target.closest(\`button\`);
  if (button) globalThis.earlyClick = { button: button, label: button.textContent, at: performance.now() };
}, true);`;

/** So long a press is still meant, in ms: whoever waited longer has given up on it. */
const meantForMs = 10_000;

/** Presses that button now that it can act, so that it needs not look as if it could not be pressed. */
export function pressEarlyClick(): void {
  const early = globalThis.earlyClick;
  globalThis.earlyClick = undefined;
  if (early && isStillMeant(early)) early.button.click();
}

/** A button that says something else by now does something else, and a form that has an address was sent by the browser. */
function isStillMeant({ button, label, at }: EarlyClick): boolean {
  const isSent = button.type === 'submit' && button.form?.hasAttribute('action');
  return button.isConnected && button.textContent === label && !isSent && performance.now() - at < meantForMs;
}
