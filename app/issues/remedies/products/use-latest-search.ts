import { useEffect, useRef } from 'react';
import { call } from '../../../../platform/call.ts';
import type { Reply } from '../../../../platform/endpoint.ts';
import { searchProductsCall } from '../../../products/contract.ts';

export type Found = NonNullable<Reply<typeof searchProductsCall>>['data'][number];
type Wanted = { q: string; page?: number; account_id?: number | undefined };
/** `dropped`: asked for something else meanwhile, or no longer there. */
type Answer = { data: readonly Found[]; last_page: number } | 'failed' | 'dropped';

export const searchFailed = 'There was an error performing search.  Please try again later';

/** Asks for warehouse products, and drops the question before: a late answer never replaces a later one. */
export function useLatestSearch(): { ask: (wanted: Wanted) => Promise<Answer>; drop: () => void } {
  const running = useRef(new AbortController());
  const drop = () => running.current.abort();
  useEffect(() => () => running.current.abort(), []);
  const ask = async (wanted: Wanted): Promise<Answer> => {
    drop();
    running.current = new AbortController();
    const { signal } = running.current;
    try {
      const answer = await call(searchProductsCall, { query: { ...wanted, is_search: '1' } }, signal);
      return signal.aborted ? 'dropped' : (answer ?? { data: [], last_page: 1 });
    } catch {
      return signal.aborted ? 'dropped' : 'failed';
    }
  };
  return { ask, drop };
}
