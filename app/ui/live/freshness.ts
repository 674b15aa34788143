import { useSyncExternalStore } from 'react';

/** Whether the last reload of the page succeeded: `failing` without a reply, `signed_out` without a session. */
export type Freshness = 'fresh' | 'failing' | 'signed_out';

export function reportFreshness(next: Freshness): void {
  if (next === freshness) return;
  freshness = next;
  for (const watcher of watchers) watcher();
}

export const isSignedOut = (): boolean => freshness === 'signed_out';

export const useFreshness = () => useSyncExternalStore(watchFreshness, () => freshness, onTheServer);

let freshness: Freshness = 'fresh';
const watchers = new Set<() => void>();

/** Calls `watcher` whenever it changes. Returns a function that stops. */
export function watchFreshness(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

const onTheServer = (): Freshness => 'fresh';
