import { useRef, useState } from 'react';
import { showError } from './alerts/alerts.ts';
import { openStore, useStore } from './live/store.ts';

/** Handles a click with asynchronous work: ignores further clicks until it ends, and shows a failure in the alert bar. */
export function usePress(work: () => unknown): { busy: boolean; press: () => Promise<void> } {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const press = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    await workOn(work);
    running.current = false;
    setBusy(false);
  };
  return { busy, press };
}

/** Does the asynchronous work of a click, and shows a failure in the alert bar. */
export async function workOn(work: () => unknown): Promise<void> {
  countPress(1);
  try {
    await work();
  } catch (error) {
    showError(error);
  } finally {
    countPress(-1);
  }
}

const pressed = openStore(0);

/** Whether any click on this page is still being worked on, for what shows it to those whose button does not. */
export const useIsPressing = () => useStore(pressed) > 0;

/** One more or less that is being worked on. */
export const countPress = (by: 1 | -1) => pressed.set(pressed.get() + by);
