import { useState } from 'react';
import type { IssueGroup } from '../../../../shared/issues/causes.ts';
import { type SteadyGroup, steady } from './steady.ts';

/**
 * What is listed stays in its order while the pointer or the focus is in the list, or in what was opened from it: a click that was
 * aimed at one row never meets another. It follows again once they have left, or when `showAll` is called.
 */
export function useSteady(fresh: readonly IssueGroup[]) {
  const [isOver, setOver] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [kept, setKept] = useState<readonly SteadyGroup[]>(fresh);
  const inUse = isOver || isFocused;
  if (!inUse && kept !== fresh) setKept(fresh);
  const { groups, more } = steady(inUse ? kept : fresh, fresh);
  // Events of a panel rise through React's tree, so that it counts to the list that opened it.
  const place = {
    onPointerEnter: ({ pointerType }: React.PointerEvent) => setOver(pointerType !== 'touch'),
    onPointerLeave: () => setOver(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
  return { groups, more, showAll: () => setKept(fresh), place };
}
