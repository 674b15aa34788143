import { useSyncExternalStore } from 'react';

/** A value of this window, for components that are drawn anew when it changes. */
export type Store<T> = {
  get: () => T;
  set: (next: T) => void;
  /** Calls `watcher` whenever it is set. Returns a function that stops. */
  watch: (watcher: () => void) => () => void;
  /** What the server draws, and the browser as it takes over. */
  first: T;
};

export function openStore<T>(first: T): Store<T> {
  let value = first;
  const watchers = new Set<() => void>();
  return {
    ...{ first, get: () => value },
    set(next) {
      value = next;
      for (const watcher of watchers) watcher();
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

export const useStore = <T>({ watch, get, first }: Store<T>): T => useSyncExternalStore(watch, get, () => first);
