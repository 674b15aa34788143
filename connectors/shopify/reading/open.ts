import { z } from 'zod';
import type { Cursor, Page, Result } from '../../contract.ts';
import { mapResult } from '../../http/result.ts';
import type { ShopifyClient } from '../client.ts';

/** By id. A list ends at 25,000, so ids go on in its filter. */
const walkIn = z.object({ after: z.string().nullable(), beyond: z.string().regex(/^\d{1,20}$/), read: z.int().min(0) });
const start = { after: null, beyond: '0', read: 0 };
const mostOfList = 20_000;

/** One page of the orders that are open there. */
export async function readOpen(client: ShopifyClient, cursor: Cursor | null): Promise<Result<Page<string>>> {
  const { after, beyond, read } = walkIn.safeParse(cursor).data ?? start;
  const query = beyond === '0' ? 'status:open' : `status:open AND id:>=${beyond}`;
  return mapResult(await client.listOpen({ after, query }), ({ nodes, pageInfo: { hasNextPage, endCursor } }) => {
    const page = { records: nodes.map(({ id }) => id), unreadable: [], gone: [] };
    const last = nodes.at(-1)?.id;
    if (!hasNextPage || !endCursor) return { ...page, next: start, more: false };
    if (read + nodes.length >= mostOfList && last !== undefined)
      return { ...page, next: { after: null, beyond: last, read: 0 }, more: true };
    return { ...page, next: { after: endCursor, beyond, read: read + nodes.length }, more: true };
  });
}
