import { useThrottledCallback } from '@mantine/hooks';
import { useEffect, useRef } from 'react';

/**
 * `work` at most once in `ms`; while someone answers a dialog it waits, so that what they answer for stays where it is.
 */
export function useWhenNoDialog(work: () => unknown, ms: number): () => void {
  const postponed = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(postponed.current), []);
  const throttled = useThrottledCallback(() => {
    clearTimeout(postponed.current);
    if (document.querySelector('[role="dialog"]')) postponed.current = setTimeout(throttled, ms);
    else work();
  }, ms);
  return throttled;
}
