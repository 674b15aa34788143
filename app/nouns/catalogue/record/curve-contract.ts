import { z } from 'zod';
import { endpoint, id, refusal } from '../../../../platform/endpoint.ts';
import type { Kind } from '../kinds.ts';

const stockDay = z.object({
  /** YYYY-MM-DD, in the account's time zone. */
  date: z.string(),
  /** At the end of the day; today, as last counted. */
  on_hand: z.number(),
  /** On hand less on hold. */
  in_stock: z.number(),
});
export type StockDay = z.output<typeof stockDay>;

const call = (path: `/${string}`, one: string) =>
  endpoint(`GET ${path}/:id/stock-history`, {
    may: 'work',
    summary: `The stock of a ${one} at the end of each of the last ninety days, from its first count on`,
    params: z.object({ id }),
    replies: { 200: z.object({ days: z.array(stockDay) }), 404: refusal },
  });

export const stockHistoryCalls = {
  products: call('/api/products', 'product'),
  raw_materials: call('/api/raw_materials', 'raw material'),
} satisfies Record<Kind, unknown>;
