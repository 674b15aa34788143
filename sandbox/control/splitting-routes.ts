import type { FastifyInstance } from 'fastify';
import { mergeBody, splitBody } from './bodies.ts';
import type { Control } from './control.ts';
import { read } from './read.ts';

type ById = { Params: { id: string }; Querystring: { account?: string } };
const missing = { message: 'There is no such order.' };

/** What a person does to orders in ShipStation's own screens. */
export function splittingRoutes(app: FastifyInstance, { seller }: Control) {
  app.post<ById>('/ship_station/orders/:id/split', (request, reply) => {
    const body = read(splitBody, request.body, reply);
    const { book, split } = seller(request.query.account);
    const order = book.get(Number(request.params.id));
    if (!body || !order) return body ? reply.code(404).send(missing) : reply;
    return reply.code(201).send({ orderId: split(order, body.items).orderId });
  });
  app.post<ById>('/ship_station/orders/:id/merge', (request, reply) => {
    const body = read(mergeBody, request.body, reply);
    const { book, merge } = seller(request.query.account);
    const order = book.get(Number(request.params.id));
    const others = body?.orderIds.flatMap((id) => book.get(id) ?? []);
    if (!others || !order) return body ? reply.code(404).send(missing) : reply;
    merge(order, others);
    return { mergedIds: order.merged.map(({ orderId }) => orderId) };
  });
  app.post<ById>('/ship_station/orders/:id/unmerge', (request, reply) => {
    const { book, unmerge } = seller(request.query.account);
    const order = book.get(Number(request.params.id));
    if (!order) return reply.code(404).send(missing);
    return { orderIds: unmerge(order).map(({ orderId }) => orderId) };
  });
  app.delete<ById>('/ship_station/orders/:id', (request, reply) => {
    const { book, vanish } = seller(request.query.account);
    const order = book.get(Number(request.params.id));
    if (!order) return reply.code(404).send(missing);
    vanish(order);
    return reply.code(204).send();
  });
}
