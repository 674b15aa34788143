import { z } from 'zod';
import { endpoint, messageReply, refusal, text } from '../../../../platform/endpoint.ts';

/** So many of the products that a count leaves out are named. */
export const mostNamed = 10;

const leftOut = z.object({
  /** Null of a raw material, or of what is no longer in the catalogue. */
  product_id: z.number().nullable(),
  sku: z.string(),
  name: z.string(),
  /** That the last count which was used has of it, where this one names none. */
  units: z.number(),
});

const waitingCount = z.object({
  /** Of which count and issue this is. */
  seen: z.string(),
  /** How many products it leaves out. */
  count: z.number(),
  products: z.array(leftOut),
});
export type WaitingCount = z.output<typeof waitingCount>;

export const readWaitingCountCall = endpoint('GET /api/stock-counts/:connectionId/waiting', {
  may: 'work',
  summary: 'Which products a warehouse’s count of stock leaves out that waits for a decision, those with the most units first',
  replies: { 200: waitingCount, 404: refusal, 409: refusal },
});

export const acceptShortCountCall = endpoint('POST /api/stock-counts/:connectionId/use', {
  may: 'work',
  summary: 'Use a warehouse’s count of stock that suddenly names few products: what it does not name is told as none',
  body: z.object({ seen: text(100).optional().meta({ title: 'Of which count that was shown, as the issue names it' }) }).nullish(),
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});
