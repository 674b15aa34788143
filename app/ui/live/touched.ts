/** Whether anything was typed or chosen on this page since it was opened: what a person has begun is not taken from them. */
let touched = false;

if (typeof document !== 'undefined') document.addEventListener('input', () => (touched = true), { capture: true });

export const isTouched = (): boolean => touched;

/** Call when another page is shown. */
export function forgetTouch(): void {
  touched = false;
}
