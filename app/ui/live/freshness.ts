import { useSyncExternalStore } from 'react';

/** Whether what a page shows could last be read again: `failing` when nobody answered, `signed_out` when we may not any more. */
export type Freshness = 'fresh' | 'failing' | 'signed_out';

export function reportFreshness(next: Freshness): void {
  if (next === freshness) return;
  freshness = next;
  for (const watcher of watchers) watcher();
}

export const useFreshness = () => useSyncExternalStore(subscribe, () => freshness, onTheServer);

let freshness: Freshness = 'fresh';
const watchers = new Set<() => void>();

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

const onTheServer = (): Freshness => 'fresh';
