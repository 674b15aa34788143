import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { recordRoutes } from '../kit/resource.ts';
import { type MerchantOf, refusals, refuse } from './account.ts';

const topic = z.string().regex(/^(order|return|wro|billing)(\.[a-z_]+)+$/);
const text = z.string().nullish();
const hookBody = z.strictObject({ url: z.url(), topics: z.array(topic).min(1), secret: text, description: text });

/** A subscription of several topics is a row for each, which the secret holds together. */
export function webhookRoutes(app: FastifyInstance, merchantOf: MerchantOf) {
  app.get('/webhook', { config: { operation: 'list_webhooks' } }, (request) => {
    const all = Map.groupBy(merchantOf(request).hooks.all(), ({ secret }) => secret).values();
    const items = [...all].map((rows) => ({
      ...{
        id: String(rows[0]?.id),
        url: rows[0]?.url,
        topics: rows.map((each) => each.topic),
        enabled: rows.every((each) => each.isActive),
      },
      ...{ description: null, created_at: new Date(rows[0]?.createdAt ?? 0).toISOString() },
    }));
    return { items, next: null, prev: null };
  });
  app.post('/webhook', { config: { operation: 'subscribe' } }, (request, reply) => {
    const sent = hookBody.safeParse(request.body).data;
    if (!sent) return refuse(422)(reply, 'The subscription is not valid.');
    const { url, topics, description = null, secret = null } = sent;
    const fields = { url, secret: secret ?? `whsec_${randomBytes(24).toString('base64')}`, isActive: true, failures: 0 };
    const rows = topics.map((each) => merchantOf(request).hooks.add({ ...fields, topic: each }));
    return { id: String(rows[0]?.id), url, topics, secret: fields.secret, description };
  });
  const route = recordRoutes(app, merchantOf, refusals, ({ hooks }, id) => hooks.get(id));
  route('DELETE', '/webhook/:id', 'unsubscribe', ({ secret }, { hooks }, _, reply) => {
    for (const row of hooks.all()) if (row.secret === secret) hooks.remove(row);
    return reply.code(204).send();
  });
}
