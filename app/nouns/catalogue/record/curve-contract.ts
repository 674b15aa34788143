import { z } from 'zod';
import { endpoint, id, refusal } from '../../../../platform/endpoint.ts';
import { ofKinds } from '../kinds.ts';

const stockDay = z.object({
  /** YYYY-MM-DD, in the account's time zone. */
  date: z.string(),
  /** At the end of the day; today, as last counted. */
  on_hand: z.number(),
  /** On hand less on hold. */
  in_stock: z.number(),
});
export type StockDay = z.output<typeof stockDay>;

export const stockHistoryCalls = ofKinds(({ api, one }) =>
  endpoint(`GET ${api}/:id/stock-history`, {
    ...{ may: 'work', params: z.object({ id }) },
    summary: `The stock of a ${one} at the end of each of the last ninety days, from its first count on`,
    replies: { 200: z.object({ days: z.array(stockDay) }), 404: refusal },
  }),
);
