export type Listeners<Key, Event> = {
  /** Returns how to stop. */
  subscribe: (key: Key, listener: (event: Event) => void) => () => void;
  notify: (key: Key, event: Event) => void;
  keys: () => Iterable<Key>;
};

/** Listeners of this process by what they listen to: an account's events, the end of a session. */
export function listenersBy<Key, Event>(): Listeners<Key, Event> {
  const all = new Map<Key, Set<(event: Event) => void>>();
  return {
    subscribe(key, listener) {
      const those = all.get(key) ?? new Set();
      all.set(key, those.add(listener));
      return () => {
        those.delete(listener);
        if (those.size === 0 && all.get(key) === those) all.delete(key);
      };
    },
    notify(key, event) {
      for (const listener of all.get(key) ?? []) listener(event);
    },
    keys: () => all.keys(),
  };
}
