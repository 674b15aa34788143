import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Kept } from '../kit/collection.ts';
import { numbered } from '../kit/paging.ts';
import { listRoute } from '../kit/resource.ts';
import type { Hook } from '../kit/webhooks.ts';
import { keysInQuery, refusalsOf, refuse, type ShopOf } from './replies.ts';
import { dates } from './times.ts';

type ById = { Params: { id: string }; Querystring: { force?: string } };
const refusals = refusalsOf('shop_webhook');
const topics = /^(order|product|customer|coupon)\.(created|updated|deleted|restored)$/;
const body = z
  .object({ ...{ topic: z.string().regex(topics), delivery_url: z.url(), secret: z.string(), name: z.string() } })
  .extend({ status: z.enum(['active', 'paused', 'disabled']) })
  .partial();

export function webhookRoutes(app: FastifyInstance, shopOf: ShopOf) {
  listRoute(app, shopOf, refusals, {
    ...{ path: '/webhooks', operation: 'list_webhooks', also: keysInQuery, render: renderHook },
    ...{
      of: ({ hooks }) => hooks.all().toReversed(),
      paging: numbered<Kept<Hook>>({ page: 'page', size: 'per_page' }, { usual: 10, most: 100 }),
    },
  });
  app.post('/webhooks', { config: { operation: 'subscribe' } }, (request, reply) => {
    const { hooks, ping } = shopOf(request);
    const sent = body.safeParse(request.body).data;
    if (!sent?.topic) return invalid(reply, 'topic', 'Webhook topic is required and must be valid.');
    if (!sent.delivery_url) return invalid(reply, 'delivery_url', 'Webhook delivery URL must be a valid URL.');
    const { topic, delivery_url: url, secret = '', status = 'active' } = sent;
    const hook = hooks.add({ topic, url, secret, isActive: status === 'active', failures: 0 });
    ping(hook);
    return reply.code(201).send(renderHook(hook));
  });
  app.put<ById>('/webhooks/:id', { config: { operation: 'subscribe' } }, (request, reply) => {
    const { hooks } = shopOf(request);
    const hook = hooks.get(request.params.id);
    const sent = body.safeParse(request.body).data;
    if (!hook) return refusals.unknownUpdate(reply);
    if (!sent) return invalid(reply, 'status', 'Webhook status must be valid.');
    const { topic = hook.topic, delivery_url: url = hook.url, secret = hook.secret, status } = sent;
    hooks.change(hook, { topic, url, secret, ...(status && { isActive: status === 'active' }) });
    return renderHook(hook);
  });
  app.delete<ById>('/webhooks/:id', { config: { operation: 'unsubscribe' } }, (request, reply) => {
    const { hooks } = shopOf(request);
    const hook = hooks.get(request.params.id);
    if (request.query.force !== 'true')
      return refuse(reply, 501, 'woocommerce_rest_trash_not_supported', 'Webhooks do not support trashing.');
    if (!hook) return refusals.missing(reply);
    hooks.remove(hook);
    return renderHook(hook);
  });
}

const invalid = (reply: FastifyReply, field: string, message: string) =>
  refuse(reply, 400, `woocommerce_rest_shop_webhook_invalid_${field}`, message);

/** The secret is never shown. */
function renderHook(hook: Kept<Hook>) {
  const { id, topic, url, isActive } = hook;
  const [resource, event] = topic.split('.');
  return {
    ...{ id, name: `Webhook ${id}`, status: isActive ? 'active' : 'disabled', topic, resource, event, hooks: [], delivery_url: url },
    ...{ ...dates('date_created', hook.createdAt), ...dates('date_modified', hook.changedAt) },
  };
}
