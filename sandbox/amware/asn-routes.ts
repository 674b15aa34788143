import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WarehouseAccount } from './account.ts';
import { warehouses } from './methods.ts';
import { anotherReference } from './order-routes.ts';
import { duplicate } from './orders.ts';
import type { Refusal } from './refusals.ts';
import { type ClientOf, notFound, readBody, readKeyedBody, refuse } from './replies.ts';
import { type Asn, type AsnBody, asnBody, cancelBody, renderAsn } from './wire.ts';

type ById = { Params: { id: string } };

export function asnRoutes(app: FastifyInstance, clientOf: ClientOf) {
  announcing(app, clientOf);
  existing(app, clientOf);
}

function announcing(app: FastifyInstance, clientOf: ClientOf) {
  app.post('/v1/asns', { config: { operation: 'create_asn' } }, (request, reply) => {
    const body = readKeyedBody(asnBody, request, reply);
    if (!body) return reply;
    const client = clientOf(request);
    const wrong = client.desk.byReference(body.reference) ? duplicate(body.reference) : refusalOf(body, client);
    if (wrong) return refuse(reply, wrong) ?? reply;
    const { asn, isNew } = client.inbound.announce(body);
    if (!isNew) client.counters.duplicatesRefused += 1;
    return reply.code(isNew ? 201 : 200).send({ ...renderAsn(asn), ...anotherReference(request) });
  });
  app.get<{ Querystring: { reference?: string; order_number?: string } }>('/v1/asns', { config: { operation: 'find_asn' } }, (request) => {
    const { inbound } = clientOf(request);
    const { reference = '', order_number: number } = request.query;
    if (number !== undefined) return { asns: inbound.byNumber(number).map(renderAsn) };
    const asn = inbound.byReference(reference);
    return { asns: asn ? [{ ...renderAsn(asn), ...anotherReference(request) }] : [] };
  });
}

/** What is read or changed of one that was announced. */
function existing(app: FastifyInstance, clientOf: ClientOf) {
  const find = (request: FastifyRequest<ById>, reply: FastifyReply): Asn | null =>
    clientOf(request).asns.rows.get(request.params.id) ?? notFound(reply);

  app.get<ById>('/v1/asns/:id', { config: { operation: 'get_asn' } }, (request, reply) => {
    const asn = find(request, reply);
    return asn ? renderAsn(asn) : reply;
  });
  app.put<ById>('/v1/asns/:id', { config: { operation: 'replace_asn' } }, (request, reply) => {
    const body = readBody(asnBody, request.body, reply);
    const asn = body && find(request, reply);
    if (!body || !asn) return reply;
    const client = clientOf(request);
    const wrong = refusalOf(body, client) ?? (client.inbound.replace(asn, body) ? null : tooLate(asn));
    return wrong ? (refuse(reply, wrong) ?? reply) : renderAsn(asn);
  });
  app.post<ById>('/v1/asns/:id/cancel', { config: { operation: 'cancel_asn' } }, (request, reply) => {
    const asn = readBody(cancelBody, request.body, reply) && find(request, reply);
    return asn ? { outcome: clientOf(request).inbound.cancel(asn), asn: renderAsn(asn) } : reply;
  });
  app.post<ById>('/v1/asns/:id/close', { config: { operation: 'close_asn' } }, (request, reply) => {
    const asn = readBody(cancelBody, request.body, reply) && find(request, reply);
    if (!asn) return reply;
    clientOf(request).inbound.close(asn);
    return { outcome: 'closed', asn: renderAsn(asn) };
  });
}

function refusalOf(body: AsnBody, { items }: WarehouseAccount): Refusal | null {
  const unknown = body.lines.findIndex(({ sku }) => !items.rows.has(sku));
  const message = `SKU ${body.lines[unknown]?.sku} is not one of your items.`;
  if (unknown >= 0) return { status: 422, code: 'unknown_sku', message, field: `lines[${unknown}].sku` };
  if (warehouses.some(({ id }) => id === body.warehouse_id)) return null;
  return { status: 422, code: 'invalid', message: `There is no warehouse ${body.warehouse_id}.`, field: 'warehouse_id' };
}

const tooLate = ({ status }: Asn): Refusal => ({
  ...{ status: 409, code: 'too_late' },
  message: `The announcement is ${status} and can no longer be changed.`,
});
