import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Kept } from '../kit/collection.ts';
import { listRoute } from '../kit/resource.ts';
import { facilities, type Order, relation, renderCarton, renderOrder, sentOrder, withFacility } from './records.ts';
import { type Customer, type CustomerOf, etagOf, hal, invalid, isStale, listOf, refusals, tooLate } from './replies.ts';

type ById = { Params: { id: string }; Querystring: { detail?: string } };

const rendered = (order: Kept<Order>, customer: Customer, detail = '') =>
  renderOrder(order, customer, detail, (sku) => customer.itemOf(sku)?.id ?? 0);

export function orderRoutes(app: FastifyInstance, customerOf: CustomerOf) {
  const { chosen, ...list } = listOf<Kept<Order>>('orders/order', 1000, rendered, customerOf);
  listRoute(app, customerOf, refusals, {
    ...{ ...list, path: '/orders', operation: 'list_orders' },
    of: ({ orders }, request) => chosen(orders.all(), request),
    render: (order, customer, request) => rendered(order, customer, (request.query as { detail?: string }).detail),
  });
  app.post('/orders', { config: { operation: 'submit_order' } }, (request, reply) => submit(customerOf(request), request, reply));
  app.put('/orders/orderholder', { config: { operation: 'hold_order' } }, (request, reply) => hold(customerOf(request), request, reply));
  ofOne(app, customerOf);
}

function ofOne(app: FastifyInstance, customerOf: CustomerOf) {
  const route = (method: 'GET' | 'POST' | 'PUT', path: string, operation: string, handle: Handle) =>
    app.route<ById>({
      ...{ method, url: `/orders/:id${path}`, config: { operation } },
      handler: (request, reply) => {
        const customer = customerOf(request);
        const order = customer.orders.get(request.params.id);
        if (!order) return refusals.missing(reply);
        return method !== 'GET' && isStale(request, reply, order) ? reply : handle(order, customer, request, reply);
      },
    });
  route('GET', '', 'get_order', (order, customer, { query }, reply) =>
    withTag(order, customer, (query as { detail?: string }).detail, reply),
  );
  route('GET', '/packages', 'list_packages', (order, { deliveries }, _request, reply) =>
    hal(reply).send({ _embedded: { [relation('orders/package')]: order.cartons.map((each) => renderCarton(each, deliveries.get)) } }),
  );
  route('PUT', '', 'replace_order', replace);
  route('POST', '/canceler', 'cancel_order', cancel);
}

type Handle = (order: Kept<Order>, customer: Customer, request: FastifyRequest, reply: FastifyReply) => unknown;

const withTag = (order: Kept<Order>, customer: Customer, detail: string | undefined, reply: FastifyReply) =>
  hal(reply)
    .header('etag', etagOf(order))
    .send(rendered(order, customer, detail));

/** Only a complete order is allocated; a reference is taken once, whatever became of its order. */
function submit(customer: Customer, request: FastifyRequest, reply: FastifyReply) {
  const { orders, customer: number, linesOf, itemOf, allocate } = customer;
  const sent = sentOrder.and(withFacility).safeParse(request.body).data;
  if (!sent) return invalid(reply, 'ReferenceNum', 'Required');
  const { customerIdentifier, facilityIdentifier, deferNotification, referenceNum: reference, orderItems, readOnly: _, ...body } = sent;
  if (customerIdentifier.id !== number) return invalid(reply, 'CustomerIdentifier', 'DoesNotExist');
  if (!facilities.some(({ facilityId }) => facilityId === facilityIdentifier.id))
    return invalid(reply, 'FacilityIdentifier', 'DoesNotExist');
  if (orderItems.some(({ itemIdentifier: { sku } }) => !itemOf(sku)))
    return invalid(reply, 'OrderItems.ItemIdentifier.Sku', 'DoesNotExist');
  if (orders.find((order) => order.reference === reference)) return invalid(reply, 'ReferenceNum', 'Duplicate');
  const order = orders.add({
    ...{ reference, body, facility: facilityIdentifier.id, lines: linesOf(orderItems), status: 0, version: 1, picked: false, held: null },
    ...{ closedAt: null, cartons: [] },
  });
  if (deferNotification === false) allocate(order);
  return withTag(order, customer, 'None', reply.code(201));
}

/** Lines that a body leaves out go; a held or started order stays as it is. */
const replace: Handle = (order, customer, request, reply) => {
  const sent = sentOrder.safeParse(request.body).data;
  if (!sent) return invalid(reply, 'OrderItems', 'Required');
  if (order.status !== 0) return tooLate(reply, order.status === 1 ? 'OrderConfirmed' : 'OrderCanceled');
  if (order.picked || order.held !== null) return tooLate(reply, 'InUse');
  const { orderItems, readOnly: _, referenceNum: _reference, ...body } = sent;
  if (orderItems.some(({ itemIdentifier: { sku } }) => !customer.itemOf(sku)))
    return invalid(reply, 'OrderItems.ItemIdentifier.Sku', 'DoesNotExist');
  customer.change(customer.orders, order, { body, lines: customer.linesOf(orderItems) });
  customer.allocate(order);
  return withTag(order, customer, 'None', reply);
};

const cancel: Handle = (order, { change, orders }, request, reply) => {
  if (!z.object({ reason: z.string().min(1) }).safeParse(request.body).success) return invalid(reply, 'Reason', 'Required');
  if (order.status !== 0) return tooLate(reply, order.status === 1 ? 'OrderConfirmed' : 'OrderCanceled');
  if (order.picked) return tooLate(reply, 'InUse');
  change(orders, order, { status: 2 });
  return reply.code(204).send();
};

const identified = z.object({ orderIdentifiers: z.array(z.object({ id: z.number() })) });

/** What cannot be held is named among the exceptions, beside a 200. */
function hold({ orders, change }: Customer, request: FastifyRequest, reply: FastifyReply) {
  const { release, holdReason = '' } = request.query as { release?: string; holdReason?: string };
  const sent = identified.safeParse(request.body).data;
  if (!sent || (release !== 'true' && holdReason === '')) return invalid(reply, 'HoldReason', 'Required');
  const found = sent.orderIdentifiers.flatMap(({ id }) => orders.get(id) ?? []).filter(({ status }) => status === 0);
  for (const order of found) change(orders, order, { held: release === 'true' ? null : holdReason });
  const faults = sent.orderIdentifiers
    .filter(({ id }) => !found.some((order) => order.id === id))
    .map((_, at) => ({ entryNumber: at + 1 }));
  return hal(reply).send({ heldOrderIds: found.map(({ id }) => id), exceptions: { message: `ListException: ${faults.length}`, faults } });
}
