/**
 * Focuses the first faulty field once it is drawn, or, where there is none, the element that had focus before the save (the Save
 * button loses it while it is disabled).
 */
export function focusFirstFault(from: Element | null): void {
  requestAnimationFrame(() => {
    const place = document.querySelector<HTMLElement>('#main :is([data-undecided] button, [aria-invalid="true"], [data-fault])');
    place?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: 'center' });
    if (!place && document.activeElement === document.body && from instanceof HTMLElement) from.focus({ preventScroll: true });
  });
}
