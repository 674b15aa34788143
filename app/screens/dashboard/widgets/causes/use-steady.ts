import { useEffect, useEffectEvent, useRef } from 'react';
import { useKept } from '../../../../ui/live/use-kept.ts';
import { type ListedGroup, type SteadyGroup, steady } from './steady.ts';

/**
 * The groups and causes in their order while the list is in use, and how many are new. What a person mended keeps its row until they
 * press something outside the list: its reply moves nothing under their eyes.
 */
export function useSteady(fresh: readonly ListedGroup[]) {
  /** Whether the last press was in the list, or in a dialog that it opened. */
  const isWorkedOn = useRef(false);
  const waits = (shown: readonly SteadyGroup[]) => isWorkedOn.current && steady(shown, fresh).lost > 0;
  const { kept, show: showAll, place, inUse } = useKept<readonly SteadyGroup[]>(fresh, { hold: waits });
  const note = useEffectEvent(({ target }: Event) => {
    isWorkedOn.current = target instanceof Element && (place.current?.contains(target) || target.closest('[role="dialog"]') !== null);
  });
  const follow = useEffectEvent(() => {
    if (kept !== fresh && !inUse() && (!isWorkedOn.current || document.hidden)) showAll();
  });
  useEffect(() => {
    // The press meets what it was aimed at before that moves.
    const later = () => void setTimeout(follow);
    const [before, after] = [
      ['pointerdown', 'keydown'],
      ['click', 'keyup', 'visibilitychange'],
    ];
    for (const event of before) document.addEventListener(event, note, true);
    for (const event of after) document.addEventListener(event, later);
    return () => {
      for (const event of before) document.removeEventListener(event, note, true);
      for (const event of after) document.removeEventListener(event, later);
    };
  }, []);
  return { ...steady(kept, fresh), showAll, place };
}
