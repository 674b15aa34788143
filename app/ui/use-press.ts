import { useRef, useState } from 'react';
import { showError } from './alerts/alerts.ts';

/** What a press does: until it ends a second press is the same press, and a failure goes to the alert bar. */
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
