import type { FastifyInstance } from 'fastify';
import { type MerchantOf, refusals, refuse } from './account.ts';
import { hookBody } from './bodies.ts';

/** A subscription of several topics is a row for each, which the secret holds together. */
export function webhookRoutes(app: FastifyInstance, merchantOf: MerchantOf) {
  const listed = ({ hooks, now }: ReturnType<MerchantOf>) =>
    [...Map.groupBy(hooks.all(), ({ secret }) => secret).values()].flatMap((rows) => {
      const [first] = rows;
      if (!first) return [];
      const topics = rows.map((each) => each.topic);
      const enabled = rows.every(({ isActive }) => isActive);
      return { id: String(first.id), url: first.url, topics, enabled, description: null, created_at: new Date(now()).toISOString() };
    });
  app.get('/webhook', { config: { operation: 'list_webhooks' } }, (request) => ({
    items: listed(merchantOf(request)),
    next: null,
    prev: null,
  }));
  app.post('/webhook', { config: { operation: 'subscribe' } }, (request, reply) => {
    const { hooks, newSecret } = merchantOf(request);
    const sent = hookBody.safeParse(request.body).data;
    if (!sent) return refuse(reply, 422, 'The subscription is not valid.');
    const secret = sent.secret ?? newSecret();
    const rows = sent.topics.map((each) => hooks.add({ topic: each, url: sent.url, secret, isActive: true, failures: 0 }));
    return { id: String(rows[0]?.id), url: sent.url, topics: sent.topics, secret, description: sent.description ?? null };
  });
  app.delete<{ Params: { id: string } }>('/webhook/:id', { config: { operation: 'unsubscribe' } }, (request, reply) => {
    const { hooks } = merchantOf(request);
    const first = hooks.get(request.params.id);
    if (!first) return refusals.missing(reply);
    for (const row of hooks.all()) if (row.secret === first.secret) hooks.remove(row);
    return reply.code(204).send();
  });
}
