import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';

/** Runs `prepare` before the page is printed, and draws what it changed. */
export function useBeforePrint(prepare: () => void): void {
  const draw = useEffectEvent(() => flushSync(prepare));
  useEffect(() => {
    window.addEventListener('beforeprint', draw);
    return () => window.removeEventListener('beforeprint', draw);
  }, []);
}
