import { useSyncExternalStore } from 'react';

/** The last bulk action of this window: its run, and the action's name. */
export type LastRun = { runId: number; label: string };

const key = 'crossdock:last-bulk-run';
const listeners = new Set<() => void>();

/** Keeps it for as long as the window lives, also when the page is loaded again; null forgets it. */
export function keepLastRun(run: LastRun | null): void {
  if (run) sessionStorage.setItem(key, JSON.stringify(run));
  else sessionStorage.removeItem(key);
  for (const listener of listeners) listener();
}

export function useLastRun(): LastRun | null {
  const text = useSyncExternalStore(subscribe, current, nothingOnTheServer);
  return text === null ? null : (JSON.parse(text) as LastRun);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => sessionStorage.getItem(key);
const nothingOnTheServer = () => null;
