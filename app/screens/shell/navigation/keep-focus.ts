/**
 * When the control that has the focus disappears, as a button does whose work is done, focus goes to what follows it on the page: without
 * that it is nowhere, and who has no pointer begins again at the top. Whoever knows a better place takes it first (`useFocusWhenGone`).
 */
export function keepFocus(signal: AbortSignal): void {
  /** The control of the page that had the focus last; that of a dialog gives it back to this one. */
  let last: Element | null = null;
  /** Where the focus was in the page before it came to a message, which takes its Undo away with it. */
  let before: Element | null = null;
  let gone: MutationRecord | null = null;
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target.closest('[data-portal]')) return;
    if (target.closest('#main')) before = null;
    else if (target.closest('[data-messages]')) before ??= last ?? document.getElementById('main');
    else before = null;
    last = target.closest('#main, [data-messages]') ? target : null;
    gone = null;
  };
  /** A press on what takes no focus takes it away. What is being removed is there still when it loses it. */
  const forget = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || target !== last) return;
    queueMicrotask(() => {
      if (last === target && last?.isConnected && document.hasFocus()) last = null;
    });
  };
  const move = () => {
    if (gone === null || document.activeElement !== document.body) return;
    const former = before?.isConnected && before.matches(places) ? before : document.getElementById('main');
    const place = before === null ? neighbourOf(gone) : former;
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  };
  const observer = new MutationObserver((records) => {
    if (last?.isConnected === false)
      gone = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(last))) ?? gone;
    // What knows a better place has taken it by then.
    if (gone !== null) requestAnimationFrame(() => setTimeout(move));
  });
  observer.observe(document.body, { childList: true, subtree: true });
  signal.addEventListener('abort', () => observer.disconnect());
  document.addEventListener('focusin', remember, { signal });
  document.addEventListener('focusout', forget, { signal });
}

/** No button, which a second press of the key would press; no field, which would take the letters that are meant for the page. */
const places = 'a[href], input[type="checkbox"]:not(:disabled)';

/**
 * What follows a part that was removed: in the row of a list that is still there, else after it; the row before it where it was the last
 * of its list. Where nothing follows, the place around it that takes the focus as a whole, as the page does.
 */
function neighbourOf({ target, nextSibling }: MutationRecord): HTMLElement | null {
  let parent = target instanceof HTMLElement ? target : target.parentElement;
  let from = nextSibling?.isConnected ? nextSibling : null;
  while (parent?.isConnected && !parent.matches('[tabindex="-1"]')) {
    if (parent.matches('[data-row]')) return firstIn([parent]) ?? parent.closest<HTMLElement>('[tabindex="-1"]');
    const found = firstIn(elementsFrom(from)) ?? (parent.matches('tbody, ul, ol') ? firstIn([...parent.children].reverse()) : undefined);
    if (found) return found;
    [from, parent] = [parent.nextSibling, parent.parentElement];
  }
  return parent?.isConnected ? parent : document.getElementById('main');
}

function elementsFrom(node: Node | null): Element[] {
  const found: Element[] = [];
  for (let at = node; at; at = at.nextSibling) if (at instanceof Element) found.push(at);
  return found;
}

function firstIn(elements: Element[]): HTMLElement | undefined {
  return elements
    .flatMap((element) => [...(element.matches(places) ? [element] : []), ...element.querySelectorAll(places)])
    .find((each): each is HTMLElement => each instanceof HTMLElement && each.checkVisibility());
}
