import { useThrottledCallback } from '@mantine/hooks';
import { useEffect, useRef } from 'react';

/**
 * Runs `work` at most once in `ms`, and not while a dialog is open, so that what the dialog is about does not move.
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
