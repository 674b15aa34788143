import { useEffectEvent, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';

/** Runs `prepare` before the page is printed, and draws what it changed. */
export function useBeforePrint(prepare: () => void): void {
  const draw = useEffectEvent(() => flushSync(prepare));
  // A layout effect: the page is heard from its first drawing on, not from some time after it.
  useLayoutEffect(() => {
    window.addEventListener('beforeprint', draw);
    return () => window.removeEventListener('beforeprint', draw);
  }, []);
}
