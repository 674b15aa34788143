import { useMemo, useRef, useState } from 'react';

type Key = string | number;
export type Selection = {
  /** The selected rows, on all pages. */
  ids: Key[];
  /** True when all rows that match the filters are selected, on all pages. */
  everything: boolean;
  has: (key: Key) => boolean;
  /** Selects or deselects a row; `through`: the rows of the page, to do the same to all between it and the row before. */
  toggle: (key: Key, through?: readonly Key[]) => void;
  /** Selects or deselects these rows; rows of other pages keep their state. */
  setAll: (keys: Key[], ticked: boolean) => void;
  chooseEverything: () => void;
  clear: () => void;
};

type Selected = { scope: string; ids: ReadonlySet<Key>; everything: boolean };

/** The selection last made in this tab: whoever opens a row and comes back finds it again. In the browser only. */
let last: Selected | null = null;

/** The selected rows. `scope` is the list's address without its page: another list starts with none. */
export function useSelection(scope: string): Selection {
  const [state, setState] = useState<Selected>(() => last ?? { scope, ids: none, everything: false });
  const { ids, everything } = state.scope === scope ? state : { ids: none, everything: false };
  const anchor = useRef<Key>(undefined);
  return useMemo(() => {
    const set = (next: Iterable<Key>, all = false) => {
      last = { scope, ids: new Set(next), everything: all };
      setState(last);
    };
    const setAll = (keys: readonly Key[], ticked: boolean) =>
      set([...[...ids].filter((id) => !keys.includes(id)), ...(ticked ? keys : [])]);
    return {
      ids: [...ids],
      everything,
      has: (key) => everything || ids.has(key),
      toggle: (key, through) => {
        const keys = (through && between(through, anchor.current, key)) ?? [key];
        anchor.current = key;
        setAll(keys, !(everything || ids.has(key)));
      },
      setAll,
      chooseEverything: () => set(ids, true),
      clear: () => set([]),
    };
  }, [scope, ids, everything]);
}

const none: ReadonlySet<Key> = new Set();

/** The rows from one to another, in either direction; undefined where one of them is not among them. */
export function between(rows: readonly Key[], from: Key | undefined, to: Key): Key[] | undefined {
  const ends = [from === undefined ? -1 : rows.indexOf(from), rows.indexOf(to)];
  if (ends.includes(-1)) return undefined;
  return rows.slice(Math.min(...ends), Math.max(...ends) + 1);
}
