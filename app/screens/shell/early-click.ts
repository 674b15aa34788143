/** The button that was pressed before its page could act, what it said, and when, by the page's own clock. */
type EarlyClick = { button: HTMLButtonElement; label: string; at: number };
declare global {
  var earlyClick: EarlyClick | undefined;
  /** Set once every press reaches the page. */
  var hearsClicks: boolean | undefined;
}

/**
 * Runs in the head of a page: notes the last button that is pressed until the page hears every press. Written without the characters that
 * HTML writes otherwise, since it is the text of a script.
 */
export const noteEarlyClick = `addEventListener(\`click\`, function (event) {
  if (globalThis.hearsClicks) return;
  var button = event.target.closest(\`button\`);
  if (button) globalThis.earlyClick = { button: button, label: button.textContent, at: performance.now() };
}, true);`;

/** So long a press is still meant, in ms: whoever waited longer has given up on it. */
const meantForMs = 10_000;

/**
 * Call with each press that the page hears. While React attaches itself it hears those whose part it can attach at once, and loses the
 * others: it waits for the data that came with the page.
 */
export function forgetEarlyClick(): void {
  globalThis.earlyClick = undefined;
}

/** Presses that button now that it can act, so that it needs not look as if it could not be pressed. */
export function pressEarlyClick(): void {
  // A press that made React attach itself is heard right after this.
  setTimeout(() => {
    globalThis.hearsClicks = true;
    const early = globalThis.earlyClick;
    forgetEarlyClick();
    if (early && isStillMeant(early)) early.button.click();
  });
}

/** A button that says something else by now does something else, and a form that has an address was sent by the browser. */
function isStillMeant({ button, label, at }: EarlyClick): boolean {
  const isSent = button.type === 'submit' && button.form?.hasAttribute('action');
  return button.isConnected && button.textContent === label && !isSent && performance.now() - at < meantForMs;
}
