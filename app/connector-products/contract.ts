import { z } from 'zod';
import { endpoint, id, refusal } from '../../platform/endpoint.ts';
import { orderLine } from '../orders/line.ts';

export const skuMapped = 'Portal SKU was mapped successfully';

export const mapLineItemCall = endpoint({
  method: 'POST',
  path: '/api/connector-products/line-item-map',
  may: 'work',
  summary: 'Say which warehouse product a line’s SKU is, for its connection and every order that waits for it; answers the line',
  body: z.object({ lineItemId: id, productId: id, connectorId: id, accountId: id.optional() }),
  replies: {
    200: orderLine.extend({ message: z.string(), alert_type: z.string(), waiting: z.number() }),
    404: refusal,
    409: refusal,
  },
});
