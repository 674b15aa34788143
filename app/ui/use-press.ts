import { useRef, useState, useSyncExternalStore } from 'react';
import { showError } from './alerts/alerts.ts';

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

/** Whether any click on this page is still being worked on, for what shows it to those whose button does not. */
export const useIsPressing = () => useSyncExternalStore(subscribe, isPressing, neverOnTheServer);

let pressed = 0;
const watchers = new Set<() => void>();
const isPressing = () => pressed > 0;
const neverOnTheServer = () => false;

/** One more or less that is being worked on. */
export function countPress(by: 1 | -1): void {
  pressed += by;
  for (const watcher of watchers) watcher();
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
