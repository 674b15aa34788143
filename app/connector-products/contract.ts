import { z } from 'zod';
import { endpoint, id, messageReply, refusal, text } from '../../platform/endpoint.ts';
import { undoable } from '../mapping-saves/contract.ts';
import { orderLine } from '../orders/line.ts';

export const skuMapped = 'Portal SKU was mapped successfully';

export const linkProductCall = endpoint({
  method: 'POST',
  path: '/api/connector-products',
  may: 'work',
  summary: 'Link a channel’s SKU to a warehouse product, or unlink it',
  body: z.object({
    account_id: id.optional(),
    user_id: id.optional(),
    connector_product: z.object({
      id: id.optional(),
      connection_id: id.optional(),
      connector_product_sku: text(500).optional(),
      product_id: id.nullable(),
    }),
  }),
  replies: { 200: messageReply.extend({ alert_type: z.string(), waiting: z.number(), undo: undoable }), 404: refusal },
});

export const mapLineItemCall = endpoint({
  method: 'POST',
  path: '/api/connector-products/line-item-map',
  may: 'work',
  summary: 'Say which warehouse product a line’s SKU is, for its connection and every order that waits for it; returns the line',
  body: z.object({ lineItemId: id, productId: id, connectorId: id, accountId: id.optional() }),
  replies: {
    200: orderLine.extend({ message: z.string(), alert_type: z.string(), waiting: z.number(), undo: undoable }),
    404: refusal,
    409: refusal,
  },
});
