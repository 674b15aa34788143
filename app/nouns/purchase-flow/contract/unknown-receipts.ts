import { z } from 'zod';
import { endpoint, id, instant, messageReply, refusal } from '../../../../platform/endpoint.ts';
import { foundPurchaseOrder, reasonBody } from './purchase-orders.ts';

const one = z.object({ receiptId: id });

const unknownReceipt = z.object({
  id: z.number(),
  sku: z.string(),
  quantity: z.number(),
  lot_number: z.string().nullable(),
  expires_on: z.string().nullable(),
  /** Null where nobody announced it. */
  asn_id: z.string().nullable(),
  received_at: instant,
  /** Purchase orders that have not ended and ask for this SKU, the soonest expected first. */
  candidates: z.array(foundPurchaseOrder),
});
export type UnknownReceipt = z.output<typeof unknownReceipt>;

export const getUnknownReceiptCall = endpoint('GET /api/unknown-receipts/:receiptId', {
  may: 'work',
  summary: 'A receipt that belongs to no purchase order, with those that it may be of',
  replies: { 200: unknownReceipt, 404: refusal },
});

const replies = { 200: messageReply, 404: refusal, 409: refusal } as const;
const path = (verb: string) => `/api/unknown-receipts/:receiptId/${verb}` as const;

export const assignReceiptCall = endpoint(`POST ${path('assign')}`, {
  ...{ may: 'work', params: one, replies },
  summary: 'Assign a receipt that belongs to no purchase order to one',
  body: z.object({ purchaseOrderId: id }),
});

export const setReceiptAsideCall = endpoint(`POST ${path('set-aside')}`, {
  ...{ may: 'work', params: one, replies },
  summary: 'Set a receipt aside that belongs to no purchase order, and say why',
  body: reasonBody,
});

export const takeReceiptBackCall = endpoint(`POST ${path('take-back')}`, {
  ...{ may: 'work', params: one, replies },
  summary: 'Undo that a receipt was assigned or set aside: it waits for a person again',
});
