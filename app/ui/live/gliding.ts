const duration = 160;

/** In px, from the upper left corner of what it lies in. */
type Place = { x: Span; y: Span };
type Span = { from: number; to: number };
/** How far something moved, in px. */
type Way = { x: number; y: number };

/** Has the children of a place glide from now on, until what is returned is called. */
export function letGlide(place: HTMLElement): () => void {
  const places = new WeakMap<Element, Place>();
  const follow = (draw?: (child: HTMLElement, back: Way) => void) => {
    for (const child of place.children) {
      if (!(child instanceof HTMLElement)) continue;
      // Hidden, or fixed in the window: it has no place among the others.
      if (!child.offsetParent) {
        places.delete(child);
        continue;
      }
      // Where it lies, without how far it has glided.
      const now = placeOf(child);
      const before = places.get(child) ?? now;
      places.set(child, now);
      const back = { x: wayBack(before.x, now.x), y: wayBack(before.y, now.y) };
      if (back.x !== 0 || back.y !== 0) draw?.(child, back);
    }
  };
  // Heard before what changed is laid out: an animation that starts later has its first picture where the child went.
  const changes = new MutationObserver(() => follow(move));
  changes.observe(place, { childList: true, subtree: true, characterData: true });
  const size = new ResizeObserver(() => follow());
  size.observe(place);
  return () => {
    changes.disconnect();
    size.disconnect();
  };
}

const placeOf = ({ offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement): Place => ({
  x: { from: offsetLeft, to: offsetLeft + offsetWidth },
  y: { from: offsetTop, to: offsetTop + offsetHeight },
});

/** What grew or shrank at one end has not moved. */
const wayBack = (before: Span, now: Span): number => (before.from === now.from || before.to === now.to ? 0 : before.from - now.from);

function move(child: HTMLElement, from: Way): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches || !isNearView(child, Math.abs(from.y))) return;
  // One that still glides goes on from where it is.
  const { m41, m42 } = new DOMMatrix(getComputedStyle(child).transform);
  child.animate([{ transform: `translate(${from.x + m41}px, ${from.y + m42}px)` }, { transform: 'none' }], {
    duration,
    easing: 'ease-out',
    id: 'glide',
  });
}

/** A list may be much longer than the window. */
function isNearView(child: HTMLElement, by: number): boolean {
  const { top, bottom } = child.getBoundingClientRect();
  return bottom + by > 0 && top - by < window.innerHeight;
}
