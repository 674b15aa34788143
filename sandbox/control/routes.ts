import type { FastifyInstance } from 'fastify';
import { faultRequest } from '../faults.ts';
import { replayRequest } from '../retail/feeder.ts';
import type { NewOrder, SellerOrder } from '../ship-station/order.ts';
import { changeBody, dropBody, hookBody, itemsBody, ordersBody, settingsBody } from './bodies.ts';
import { channelAdvisorRoutes } from './channel-advisor-routes.ts';
import type { Control } from './control.ts';
import { entryRoutes } from './entry-routes.ts';
import { inboundRoutes } from './inbound-routes.ts';
import { netsuiteRoutes } from './netsuite-routes.ts';
import { read } from './read.ts';
import { splittingRoutes } from './splitting-routes.ts';

type ById = { Params: { id: string } };

/** The controls for tests, benchmarks and the demo, to be registered under `/control`. */
export async function controlRoutes(app: FastifyInstance, { control }: { control: Control }) {
  faultRoutes(app, control);
  replayRoutes(app, control);
  dataRoutes(app, control);
  amwareRoutes(app, control);
  splittingRoutes(app, control);
  channelAdvisorRoutes(app, control);
  netsuiteRoutes(app, control);
  inboundRoutes(app, control);
  entryRoutes(app, control);
  app.get('/state', () => control.state());
  app.get('/summary', () => control.summary());
  app.get('/settings', () => control.live);
  app.put('/settings', (request, reply) => {
    const body = read(settingsBody, request.body, reply);
    return body ? control.set(body) : reply;
  });
  app.post('/reset', async (_request, reply) => {
    await control.reset();
    return reply.code(204).send();
  });
}

function faultRoutes(app: FastifyInstance, { faults }: Control) {
  app.get('/faults', () => ({ faults: faults.list() }));
  app.post('/faults', (request, reply) => {
    const body = read(faultRequest, request.body, reply);
    return body ? reply.code(201).send(faults.add(body)) : reply;
  });
  app.delete('/faults', (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
  app.delete<ById>('/faults/:id', (request, reply) => {
    faults.clear(Number(request.params.id));
    return reply.code(204).send();
  });
}

function replayRoutes(app: FastifyInstance, control: Control) {
  app.get('/replay', () => ({ replay: control.replay().state() }));
  app.get('/replay/edits', () => ({ edits: control.replay().edits() }));
  app.post('/replay', (request, reply) => {
    const body = read(replayRequest, request.body ?? {}, reply);
    if (!body) return reply;
    control.replay().start(body);
    return { replay: control.replay().state() };
  });
  app.post('/replay/stop', () => {
    control.replay().stop();
    return { replay: control.replay().state() };
  });
}

function dataRoutes(app: FastifyInstance, control: Control) {
  app.post('/ship_station/orders', (request, reply) => {
    const body = read(ordersBody, request.body, reply);
    if (!body) return reply;
    const entered = control.seller(body.account).add(body.orders as NewOrder[]);
    return reply.code(201).send({ orderIds: entered.map(({ orderId }) => orderId) });
  });
  app.patch<ById & { Querystring: { account?: string } }>('/ship_station/orders/:id', (request, reply) => {
    const body = read(changeBody, request.body, reply);
    const seller = control.seller(request.query.account);
    const order = seller.book.get(Number(request.params.id));
    if (!body || !order) return body ? reply.code(404).send({ message: 'There is no such order.' }) : reply;
    seller.change(order, { ...body, shipTo: { ...order.shipTo, ...body.shipTo } } as Partial<SellerOrder>);
    return { orderId: order.orderId, orderStatus: order.orderStatus };
  });
  // A system that is told of events, and wants nothing else.
  app.post('/inbox', (_request, reply) => reply.code(204).send());
  app.post('/webhooks', (request, reply) => {
    const body = read(hookBody, request.body, reply);
    if (!body) return reply;
    control.listen(body);
    return reply.code(201).send({ url: body.url });
  });
}

function amwareRoutes(app: FastifyInstance, control: Control) {
  app.post('/amware/items', (request, reply) => {
    const body = read(itemsBody, request.body, reply);
    return body
      ? control
          .client(body.account)
          .catalogue.take(body.items.map(({ upc, units = 0, ...item }) => ({ ...item, units, ...(upc ? { upc } : {}) })))
      : reply;
  });
  app.post('/amware/items/drop', (request, reply) => {
    const body = read(dropBody, request.body, reply);
    return body ? control.client(body.account).catalogue.drop(body.skus) : reply;
  });
  app.post<ById & { Querystring: { account?: string } }>('/amware/orders/:id/advance', (request, reply) => {
    const client = control.client(request.query.account);
    const order = client.orders.rows.get(request.params.id);
    if (!order) return reply.code(404).send({ message: 'There is no such order.' });
    client.floor.advance(order);
    return { id: order.id, status: order.status };
  });
}
