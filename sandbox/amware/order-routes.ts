import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WarehouseAccount } from './account.ts';
import { duplicate } from './orders.ts';
import { type ClientOf, notFound, readBody, readKeyedBody, refuse } from './replies.ts';
import { cancelBody, holdBody, type KeptOrder, orderBody, renderOrder } from './wire.ts';

type ById = { Params: { id: string } };

export function orderRoutes(app: FastifyInstance, clientOf: ClientOf) {
  const find: Find = (request, reply) => clientOf(request).orders.rows.get(request.params.id) ?? notFound(reply);
  submitting(app, clientOf);
  changing(app, clientOf, find);

  finding(app, clientOf);

  app.get<ById>('/v1/orders/:id', { config: { operation: 'get_order' } }, (request, reply) => {
    const order = find(request, reply);
    return order ? renderOrder(order) : reply;
  });
}

function finding(app: FastifyInstance, clientOf: ClientOf) {
  app.get<{ Querystring: { reference?: string; order_number?: string } }>(
    '/v1/orders',
    { config: { operation: 'find_order' } },
    (request) => {
      const client = clientOf(request);
      const { reference = '', order_number: number } = request.query;
      if (number !== undefined) return { orders: client.desk.byNumber(number).map(renderOrder) };
      const another = anotherOrder(request, client, reference);
      const order = another ? undefined : client.desk.byReference(reference);
      return { orders: another ? [another] : order ? [{ ...renderOrder(order), ...anotherReference(request) }] : [] };
    },
  );
}

/** The fault `another_order`: the warehouse has what belongs to somebody else under this reference. */
function anotherOrder({ fault }: FastifyRequest, { orders }: WarehouseAccount, reference: string) {
  const other = [...orders.rows.values()].find(({ body }) => body.reference !== reference);
  return fault?.kind === 'another_order' && other ? { ...renderOrder(other), reference } : null;
}

function submitting(app: FastifyInstance, clientOf: ClientOf) {
  app.post('/v1/orders', { config: { operation: 'submit_order' } }, (request, reply) => {
    const body = readKeyedBody(orderBody, request, reply);
    if (!body) return reply;
    const client = clientOf(request);
    const another = anotherOrder(request, client, body.reference);
    if (another) return another;
    const refused = request.fault?.kind === 'refused_duplicate' && client.desk.byReference(body.reference);
    const result = refused ? duplicate(body.reference) : client.desk.submit(body);
    if ('code' in result) return refuse(reply, result) ?? reply;
    if (!result.isNew) client.counters.duplicatesRefused += 1;
    return reply.code(result.isNew ? 201 : 200).send({ ...renderOrder(result.order), ...anotherReference(request) });
  });
}

/** The fault `another_reference`: what is done is right, and the reply names another one. */
export const anotherReference = ({ fault }: FastifyRequest) => (fault?.kind === 'another_reference' ? { reference: 'ANOTHER' } : {});

type Find = (request: FastifyRequest<ById>, reply: FastifyReply) => KeptOrder | null;

function changing(app: FastifyInstance, clientOf: ClientOf, find: Find) {
  app.put<ById>('/v1/orders/:id', { config: { operation: 'replace_order' } }, (request, reply) => {
    const order = find(request, reply);
    const body = order && readBody(orderBody, request.body, reply);
    if (!order || !body) return reply;
    if (body.reference !== order.body.reference)
      return refuse(reply, { status: 422, code: 'invalid', message: 'The reference cannot change.', field: 'reference' }) ?? reply;
    const result = clientOf(request).desk.replace(order, body);
    return 'code' in result ? (refuse(reply, result) ?? reply) : renderOrder(result);
  });

  app.post<ById>('/v1/orders/:id/cancel', { config: { operation: 'cancel_order' } }, (request, reply) => {
    const order = find(request, reply);
    if (!order || !readBody(cancelBody, request.body, reply)) return reply;
    const outcome = clientOf(request).desk.cancel(order);
    return { outcome, order: renderOrder(order) };
  });

  app.post<ById>('/v1/orders/:id/hold', { config: { operation: 'hold_order' } }, (request, reply) => {
    const order = find(request, reply);
    const body = order && readBody(holdBody, request.body, reply);
    if (!order || !body) return reply;
    const outcome = clientOf(request).desk.hold(order, body.held);
    return { outcome, order: renderOrder(order) };
  });
}
