import { useMemo, useState } from 'react';

type Key = string | number;
export type Selection = {
  /** The selected rows, on all pages. */
  ids: Key[];
  /** True when all rows that match the filters are selected, on all pages. */
  everything: boolean;
  has: (key: Key) => boolean;
  toggle: (key: Key) => void;
  /** Selects or deselects these rows; rows of other pages keep their state. */
  setAll: (keys: Key[], ticked: boolean) => void;
  chooseEverything: () => void;
  clear: () => void;
};

/** The selected rows. `scope` is the list's address without its page: another list starts with none. */
export function useSelection(scope: string): Selection {
  const [state, setState] = useState<{ scope: string; ids: ReadonlySet<Key>; everything: boolean }>({
    scope,
    ids: none,
    everything: false,
  });
  const { ids, everything } = state.scope === scope ? state : { ids: none, everything: false };
  return useMemo(() => {
    const set = (next: Iterable<Key>, all = false) => setState({ scope, ids: new Set(next), everything: all });
    return {
      ids: [...ids],
      everything,
      has: (key) => everything || ids.has(key),
      toggle: (key) => set(everything || ids.has(key) ? [...ids].filter((each) => each !== key) : [...ids, key]),
      setAll: (keys, ticked) => set([...[...ids].filter((id) => !keys.includes(id)), ...(ticked ? keys : [])]),
      chooseEverything: () => set(ids, true),
      clear: () => set([]),
    };
  }, [scope, ids, everything]);
}

const none: ReadonlySet<Key> = new Set();
