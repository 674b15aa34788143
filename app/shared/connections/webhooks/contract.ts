import { z } from 'zod';
import { endpoint, id, messageReply, refusal } from '../../../../platform/endpoint.ts';

/** How the question of a vendor is replied to: never as a page. */
const repliesToVendors = ['application/json', 'text/plain'];

/** Where the webhooks of a connection arrive. */
export const webhookPlace = z.object({ account: id, connection: id });

export const webhookCall = endpoint('POST /api/webhooks/:account/:connection', {
  may: 'anyone',
  webhook: true,
  summary: 'Where outside systems send their hints; each proves itself with the connection’s own secret',
  unaudited: 'no person calls it; what arrives is in the log of the connection',
  params: webhookPlace,
  query: z.record(z.string(), z.string()).optional(),
  body: z.unknown(),
  example: {
    query: { secret: '…' },
    body: { resource_type: 'ORDER_NOTIFY', resource_url: 'https://ssapi.shipstation.com/orders?importBatch=1042' },
  },
  replies: { 202: messageReply, 401: refusal, 404: refusal, 429: refusal },
  sends: repliesToVendors,
});

export const webhookChallengeCall = endpoint('GET /api/webhooks/:account/:connection', {
  may: 'anyone',
  webhook: true,
  summary: 'Where an outside system asks whether the address is ours, before it sends anything there',
  params: webhookPlace,
  query: z.record(z.string(), z.string()).optional(),
  example: { query: { challenge: '8f14e45f' }, reply: '8f14e45f' },
  replies: { 200: z.unknown(), 401: refusal, 404: refusal },
  sends: repliesToVendors,
});

export const applicationWebhookCall = endpoint('POST /api/application-webhooks/:connector', {
  may: 'anyone',
  webhook: true,
  summary: 'Where a vendor sends what concerns any shop that consented to our application; it proves itself with the application’s secret',
  unaudited: 'no person calls it; what is done about it is in the audit of each account',
  query: z.record(z.string(), z.string()).optional(),
  body: z.unknown(),
  example: { body: { shop_id: 1042, shop_domain: 'northwind.myshopify.com' } },
  replies: { 202: messageReply, 401: refusal, 404: refusal, 429: refusal },
});
