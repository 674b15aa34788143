import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Kept } from '../kit/collection.ts';
import { webhookType } from './entities.ts';
import { pageOf, render } from './odata/page.ts';
import { parseQuery } from './odata/query.ts';
import { type AccountOf, addressOf, notFound, queryOf, readBody } from './replies.ts';
import { eventTypes, type Hook, statuses } from './webhooks.ts';

const details = z.strictObject({
  ...{ Name: z.string(), Status: z.enum(statuses), WebhookUri: z.url(), SigningSecret: z.string().min(1) },
  EventTypes: z.array(z.enum(eventTypes)),
});
type ById = { Params: { id: string } };

/** Subscriptions of an application. Its secret is not shown again: whether the real API shows it is not known. */
export function webhookRoutes(app: FastifyInstance, accountOf: AccountOf) {
  const row = ({ id, ...hook }: Kept<Hook>) => ({ ...hook, ID: id, SigningSecret: null });
  app.get('/Webhooks', { config: { operation: 'list_webhooks', lists: true } }, (request) => {
    const rows = accountOf(request).hooks.all().map(row);
    return pageOf(rows, webhookType, parseQuery(queryOf(request), webhookType), addressOf(request));
  });
  app.post('/Webhooks', { config: { operation: 'subscribe' } }, (request, reply) => {
    const body = readBody(details, request.body, reply);
    if (!body) return reply;
    return reply.code(201).send(render(row(accountOf(request).hooks.add(body)), webhookType, parseQuery({}, webhookType)));
  });
  app.patch<ById>('/Webhooks/~:id', { config: { operation: 'subscribe' } }, (request, reply) => {
    const { hooks } = accountOf(request);
    const body = readBody(details.partial(), request.body, reply);
    const hook = hooks.get(request.params.id);
    if (!body || !hook) return body ? notFound(reply) : reply;
    hooks.change(hook, body as Partial<Hook>);
    return reply.code(204).send();
  });
  app.delete<ById>('/Webhooks/~:id', { config: { operation: 'unsubscribe' } }, (request, reply) => {
    const { hooks } = accountOf(request);
    const hook = hooks.get(request.params.id);
    if (!hook) return notFound(reply);
    hooks.remove(hook);
    return reply.code(204).send();
  });
}
