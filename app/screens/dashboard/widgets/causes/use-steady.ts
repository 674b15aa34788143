import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { IssueGroup } from '../../../../shared/issues/causes.ts';
import { type SteadyGroup, steady } from './steady.ts';

/**
 * What is listed stays in its order while the pointer or the focus is in the list, or a dialog is open: a click that was aimed at one
 * row never meets another. It follows again once that has ended, or when `showAll` is called.
 */
export function useSteady(fresh: readonly IssueGroup[]) {
  const place = useRef<HTMLDivElement>(null);
  const [kept, setKept] = useState<readonly SteadyGroup[]>(fresh);
  const inUse = () =>
    (hovers() && place.current?.matches(':hover')) ||
    place.current?.contains(document.activeElement) ||
    document.querySelector('[role="dialog"]') !== null;
  const follow = useEffectEvent(() => {
    if (kept !== fresh && !inUse()) setKept(fresh);
  });
  useLayoutEffect(() => {
    if (kept !== fresh) follow();
  }, [kept, fresh]);
  useEffect(() => {
    // Focus has arrived only after the event that says where it left.
    const later = () => void setTimeout(follow);
    const events = ['focusin', 'focusout', 'pointerover', 'pointerout'] as const;
    for (const event of events) document.addEventListener(event, later);
    return () => {
      for (const event of events) document.removeEventListener(event, later);
    };
  }, []);
  return { ...steady(kept, fresh), showAll: () => setKept(fresh), place };
}

/** What a finger has touched seems to be pointed at until it touches something else. */
const hovers = () => window.matchMedia('(hover: hover)').matches;
