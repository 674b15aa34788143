const duration = 160;

/** In px, from the upper left corner of what it lies in. */
type Place = { x: number; y: number };

/** Has the children of a place glide from now on, until what is returned is called. */
export function letGlide(place: HTMLElement): () => void {
  const places = new WeakMap<Element, Place>();
  const follow = (draw?: (child: HTMLElement, by: Place) => void) => {
    for (const child of place.children) {
      if (!(child instanceof HTMLElement)) continue;
      // Where it lies, without how far it has glided.
      const now = { x: child.offsetLeft, y: child.offsetTop };
      const before = places.get(child) ?? now;
      places.set(child, now);
      if (before.x !== now.x || before.y !== now.y) draw?.(child, { x: before.x - now.x, y: before.y - now.y });
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

function move(child: HTMLElement, from: Place): void {
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
