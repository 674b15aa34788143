import { useEffect } from 'react';
import type { Paginated } from '../../../../platform/list/query.ts';
import { useHydrated } from '../../hooks/use-hydrated.ts';

/** A page of a list as a person last saw it in this tab: its address, those of its rows, and the calls for the pages beside it. */
export type LastList = {
  path: string;
  search: string;
  rows: string[];
  /** The place of its first row in the whole list, and how long that is: `139`, `10,000+`. */
  first: number;
  total: string;
  before: string | null;
  after: string | null;
};

const key = 'last list seen';

/** What is remembered of a page: `rows` are the addresses of its rows. */
export const lastList = (place: Pick<LastList, 'path' | 'search'>, rows: string[], page: Paginated<unknown>): LastList => ({
  ...place,
  rows,
  first: (page.current_page - 1) * page.per_page + 1,
  total: `${page.total.toLocaleString('en-US')}${page.total_is_exact ? '' : '+'}`,
  before: page.prev_page_url,
  after: page.next_page_url,
});

/** Remembers the list that is shown, so that the page of one of its rows leads back to it and on to the next. */
export function useRememberedList(list: LastList | null): void {
  const written = list && JSON.stringify(list);
  useEffect(() => {
    if (written) store(written);
  }, [written]);
}

export const rememberList = (list: LastList) => store(JSON.stringify(list));

/** The list that was last seen at this path; null where there is none, and until hydration. */
export function useLastList(path: string): LastList | null {
  const list = useHydrated() ? stored() : null;
  return list?.path === path ? list : null;
}

/** A browser may refuse to store: then a page leads back to the list as it opens. */
function store(written: string): void {
  try {
    sessionStorage.setItem(key, written);
  } catch {
    // Nothing else to do about it.
  }
}

function stored(): LastList | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as LastList | null;
  } catch {
    return null;
  }
}
