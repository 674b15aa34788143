import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { asnBody, orderBody } from '../amware/wire.ts';
import type { Control } from './control.ts';
import { read } from './read.ts';

const goods = z.object({
  ...{ sku: z.string(), quantity: z.number().int(), lot: z.string().nullable().default(null) },
  ...{ expires_on: z.iso.date().optional(), serials: z.array(z.string()).optional() },
});
const types = z.enum(['receipt', 'return', 'adjustment']);
const receiveBody = z.object({
  /** Without: what is left of it, in the way that the settings say. */
  lines: z.array(goods).optional(),
  type: types.optional(),
  close: z.boolean().default(false),
});
const unannouncedBody = z.object({ lines: z.array(goods).min(1), warehouse_id: z.string().default('KY1'), type: types.default('return') });
type ById = { Params: { id: string }; Querystring: { account?: string } };
const missing = { message: 'There is no such announcement.' };

/** What the people at the dock do: expect what somebody announced by telephone, receive, adjust, close, send back. */
export function inboundRoutes(app: FastifyInstance, control: Control) {
  const find = (request: { params: { id: string }; query: { account?: string } }) => {
    const { asns, inbound } = control.client(request.query.account);
    return { inbound, asn: asns.rows.get(request.params.id) ?? inbound.byReference(request.params.id) };
  };
  app.post<{ Querystring: { account?: string } }>('/amware/asns', (request, reply) => {
    const body = read(asnBody, request.body, reply);
    return body ? reply.code(201).send({ id: control.client(request.query.account).inbound.announce(body).asn.id }) : reply;
  });
  // Another system sends to the same account, or somebody there makes a reference up.
  app.post<{ Querystring: { account?: string } }>('/amware/orders', (request, reply) => {
    const body = read(orderBody, request.body, reply);
    if (!body) return reply;
    const entered = control.client(request.query.account).desk.submit(body);
    return 'order' in entered ? reply.code(201).send({ id: entered.order.id }) : reply.code(entered.status).send(entered);
  });
  app.post<ById>('/amware/asns/:id/receive', (request, reply) => {
    const body = read(receiveBody, request.body ?? {}, reply);
    const { inbound, asn } = find(request);
    if (!body || !asn) return body ? reply.code(404).send(missing) : reply;
    if (body.lines) inbound.take(asn, body.lines, body.type);
    else inbound.receive(asn);
    if (body.close) inbound.close(asn);
    return { id: asn.id, status: asn.status };
  });
  app.post<{ Querystring: { account?: string } }>('/amware/receipts', (request, reply) => {
    const body = read(unannouncedBody, request.body, reply);
    if (!body) return reply;
    control.client(request.query.account).inbound.takeUnannounced(body.lines, body.warehouse_id, body.type);
    return reply.code(201).send({ received: body.lines.length });
  });
  app.post<ById>('/amware/asns/:id/return', (request, reply) => {
    const body = read(goods, request.body, reply);
    const { inbound, asn } = find(request);
    if (!body || !asn) return body ? reply.code(404).send(missing) : reply;
    return reply.code(201).send({ id: inbound.sendBack(asn, body).id });
  });
}
