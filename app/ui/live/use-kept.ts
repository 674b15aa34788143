import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

type Options<T> = {
  /** What is listed is another list, which is shown at once, when this is another text. */
  scope?: string;
  /** The part of the place that is in use, as a selector; all of it where it is left out. */
  part?: string;
  /** Whether what is shown must stay for another reason. */
  hold?: boolean | ((shown: T) => boolean);
};

/**
 * What is listed stays in its order while the pointer or the focus is in the list, or a dialog is open: a click that was aimed at one
 * row never meets another. It follows again once that has ended, or when `follow` is called.
 */
export function useKept<T>(fresh: T, { scope = '', part, hold = false }: Options<T> = {}) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState({ scope, shown: fresh });
  const kept = state.scope === scope ? state.shown : fresh;
  const isHeld = typeof hold === 'function' ? hold(kept) : hold;
  const inUse = () => {
    const list = part === undefined ? place.current : place.current?.querySelector(part);
    return (
      (hovers() && list?.matches(':hover')) || list?.contains(document.activeElement) || document.querySelector('[role="dialog"]') !== null
    );
  };
  const show = () => setState({ scope, shown: fresh });
  const follow = useEffectEvent(() => {
    if ((state.scope !== scope || kept !== fresh) && (state.scope !== scope || !(isHeld || inUse()))) show();
  });
  useLayoutEffect(() => {
    if (state.scope !== scope || (kept !== fresh && !isHeld)) follow();
  }, [kept, fresh, isHeld, scope, state]);
  useEffect(() => {
    // Focus has arrived only after the event that says where it left.
    const later = () => void setTimeout(follow);
    const events = ['focusin', 'focusout', 'pointerover', 'pointerout'] as const;
    for (const event of events) document.addEventListener(event, later);
    return () => {
      for (const event of events) document.removeEventListener(event, later);
    };
  }, []);
  return { kept, show, place, inUse };
}

/** What a finger has touched seems to be pointed at until it touches something else. */
const hovers = () => window.matchMedia('(hover: hover)').matches;
