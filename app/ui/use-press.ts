import { useRef, useState } from 'react';
import { showError } from './alerts/alerts.ts';

/** Handles a click with asynchronous work: ignores further clicks until it ends, and shows a failure in the alert bar. */
export function usePress(work: () => unknown): { busy: boolean; press: () => Promise<void> } {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const press = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showError(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, press };
}
