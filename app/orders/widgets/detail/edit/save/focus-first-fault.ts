/** Brings a person to the first place that keeps an edit from being saved, once it is drawn. */
export function focusFirstFault(): void {
  requestAnimationFrame(() => {
    const place = document.querySelector<HTMLElement>('#main :is([data-undecided] button, [aria-invalid="true"])');
    place?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: 'center' });
  });
}
