/**
 * Brings a person to the first place that keeps an edit from being saved, once it is drawn; where there is none, back to where
 * they were: what is pressed cannot keep the focus while it saves.
 */
export function focusFirstFault(from: Element | null): void {
  requestAnimationFrame(() => {
    const place = document.querySelector<HTMLElement>('#main :is([data-undecided] button, [aria-invalid="true"], [data-fault])');
    place?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: 'center' });
    if (!place && document.activeElement === document.body && from instanceof HTMLElement) from.focus({ preventScroll: true });
  });
}
