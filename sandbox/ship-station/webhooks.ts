import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deliver } from '../deliver.ts';
import type { SellerAccount } from './account.ts';
import { invalid, type SellerOf } from './replies.ts';

const events = [
  'ORDER_NOTIFY',
  'ITEM_ORDER_NOTIFY',
  'SHIP_NOTIFY',
  'ITEM_SHIP_NOTIFY',
  'FULFILLMENT_SHIPPED',
  'FULFILLMENT_REJECTED',
] as const;

const subscription = z.object({
  target_url: z.url(),
  event: z.enum(events),
  store_id: z.coerce.number().int().nullish(),
  friendly_name: z.string().nullish(),
});

export function subscriptionRoutes(app: FastifyInstance, sellerOf: SellerOf) {
  app.post('/webhooks/subscribe', { config: { operation: 'subscribe' } }, (request, reply) => {
    const parsed = subscription.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send(invalid('target_url', 'The subscription is not understood.'));
    const { target_url: targetUrl, event, store_id: storeId = null, friendly_name: friendlyName = null } = parsed.data;
    return reply.send({ id: sellerOf(request).subscribe({ targetUrl, event, storeId, friendlyName }) });
  });

  app.get('/webhooks', { config: { operation: 'list_webhooks' } }, (request) => ({
    webhooks: [...sellerOf(request).subscriptions.values()].map((one) => ({
      IsLabelAPIHook: false,
      WebHookID: one.id,
      HookType: one.event,
      MessageFormat: 'Json',
      Url: one.targetUrl,
      Name: one.friendlyName,
      BulkCopyBatchID: null,
      StoreID: one.storeId,
      Active: true,
    })),
  }));

  app.delete<{ Params: { id: string } }>('/webhooks/:id', { config: { operation: 'unsubscribe' } }, (request, reply) => {
    sellerOf(request).unsubscribe(Number(request.params.id));
    return reply.send({});
  });
}

const retryAfterMs = [5_000, 60_000, 300_000];

/** Sends each import to the subscriptions: only an address to read, unsigned, like the real API. */
export function notifySubscribers(seller: SellerAccount, origin: () => string, deliver: Deliver) {
  seller.onImport((batchId, orders) => {
    for (const { event, targetUrl, storeId } of seller.subscriptions.values()) {
      if (event !== 'ORDER_NOTIFY' && event !== 'ITEM_ORDER_NOTIFY') continue;
      if (storeId !== null && !orders.some((order) => order.storeId === storeId)) continue;
      const store = storeId === null ? '' : `storeID=${storeId}&`;
      const resource = `${origin()}/ship-station/orders?${store}importBatch=${batchId}`;
      deliver({
        url: targetUrl,
        message: () => ({ body: JSON.stringify({ resource_url: resource, resource_type: event }), headers: {} }),
        retryAfterMs,
      });
    }
  });
}
