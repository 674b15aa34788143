import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Kept } from '../kit/collection.ts';
import { numbered, type Query } from '../kit/paging.ts';
import { listRoute, recordRoutes } from '../kit/resource.ts';
import type { Hook } from '../kit/webhooks.ts';
import { keysInQuery, refusalsOf, refuse, type ShopOf } from './replies.ts';
import { dates } from './times.ts';

const refusals = refusalsOf('shop_webhook');
const topic = z.string().regex(/^(order|product|customer|coupon)\.(created|updated|deleted|restored)$/);

/** A subscription, or what changes of one; its name is not kept. */
const hookBody = z
  .object({ topic, delivery_url: z.url(), secret: z.string(), name: z.string(), status: z.enum(['active', 'paused', 'disabled']) })
  .partial()
  .transform(({ delivery_url: url, status, name: _, ...rest }) => ({
    ...{ ...rest, ...(url && { url }), ...(status && { isActive: status === 'active' }) },
  }));

export function webhookRoutes(app: FastifyInstance, shopOf: ShopOf) {
  listRoute(app, shopOf, refusals, {
    ...{ path: '/webhooks', operation: 'list_webhooks', also: keysInQuery, of: ({ hooks }) => hooks.all().toReversed() },
    ...{ paging: numbered<Kept<Hook>>({ page: 'page', size: 'per_page' }, { usual: 10, most: 100 }), render: renderHook },
  });
  app.post('/webhooks', { config: { operation: 'subscribe' } }, (request, reply) => {
    const { hooks, ping } = shopOf(request);
    const { topic, url, ...rest } = hookBody.safeParse(request.body).data ?? {};
    if (!topic) return invalid(reply, 'topic', 'Webhook topic is required and must be valid.');
    if (!url) return invalid(reply, 'delivery_url', 'Webhook delivery URL must be a valid URL.');
    const hook = hooks.add({ secret: '', isActive: true, ...rest, topic, url, failures: 0 });
    ping(hook);
    return reply.code(201).send(renderHook(hook));
  });
  const route = recordRoutes(app, shopOf, refusals, ({ hooks }, id) => hooks.get(id));
  route('PUT', '/webhooks/:id', 'subscribe', (hook, { hooks }, request, reply) => {
    const changes = hookBody.safeParse(request.body).data;
    if (!changes) return invalid(reply, 'status', 'Webhook status must be valid.');
    hooks.change(hook, changes);
    return renderHook(hook);
  });
  route('DELETE', '/webhooks/:id', 'unsubscribe', (hook, { hooks }, { query }, reply) => {
    if ((query as Query).force !== 'true')
      return refuse(reply, 501, 'woocommerce_rest_trash_not_supported', 'Webhooks do not support trashing.');
    hooks.remove(hook);
    return renderHook(hook);
  });
}

const invalid = (reply: FastifyReply, field: string, message: string) =>
  refuse(reply, 400, `woocommerce_rest_shop_webhook_invalid_${field}`, message);

/** The secret is never shown. */
function renderHook({ id, topic, url, isActive, createdAt, changedAt }: Kept<Hook>) {
  const [resource, event] = topic.split('.');
  return {
    ...{ id, name: `Webhook ${id}`, status: isActive ? 'active' : 'disabled', topic, resource, event, hooks: [], delivery_url: url },
    ...{ ...dates('date_created', createdAt), ...dates('date_modified', changedAt) },
  };
}
