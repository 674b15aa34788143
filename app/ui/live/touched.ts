/** Whether anything was typed or chosen on this page since it was opened: what a person has begun is not taken from them. */
let touched = false;

if (typeof document !== 'undefined') document.addEventListener('input', () => (touched = true), { capture: true });

/** A dialog that is open counts: what is chosen there by the pointer is no input. */
export const isTouched = (): boolean => touched || document.querySelector('[role="dialog"]') !== null;

/** Call when another page is shown. */
export function forgetTouch(): void {
  touched = false;
}
