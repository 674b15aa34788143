import type { FastifyInstance } from 'fastify';
import { carriers, warehouses } from './methods.ts';
import { duplicate } from './orders.ts';
import { type ClientOf, readKeyedBody, refuse } from './replies.ts';
import { asnBody } from './wire.ts';

export function referenceRoutes(app: FastifyInstance, clientOf: ClientOf) {
  app.get('/v1/account', { config: { operation: 'get_account' } }, (request) => {
    const { id, name } = clientOf(request);
    return { id, name };
  });
  app.get('/v1/warehouses', { config: { operation: 'list_warehouses' } }, () => ({ warehouses }));
  app.get('/v1/shipping-methods', { config: { operation: 'list_shipping_methods' } }, () => ({ carriers }));

  app.post('/v1/asns', { config: { operation: 'create_asn' } }, (request, reply) => {
    const body = readKeyedBody(asnBody, request, reply);
    if (!body) return reply;
    const client = clientOf(request);
    if (client.desk.byReference(body.reference)) return refuse(reply, duplicate(body.reference)) ?? reply;
    const unknown = body.lines.findIndex(({ sku }) => !client.items.rows.has(sku));
    if (unknown >= 0) {
      const message = `SKU ${body.lines[unknown]?.sku} is not one of your items.`;
      return refuse(reply, { status: 422, code: 'unknown_sku', message, field: `lines[${unknown}].sku` }) ?? reply;
    }
    if (!warehouses.some(({ id }) => id === body.warehouse_id))
      return (
        refuse(reply, { status: 422, code: 'invalid', message: `There is no warehouse ${body.warehouse_id}.`, field: 'warehouse_id' }) ??
        reply
      );
    const { asn, isNew } = client.inbound.announce(body);
    if (!isNew) client.counters.duplicatesRefused += 1;
    return reply.code(isNew ? 201 : 200).send({ id: asn.id, reference: body.reference, status: asn.status });
  });
}
