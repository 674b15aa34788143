import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Kept } from '../kit/collection.ts';
import { type Handle, listRoute, recordRoutes } from '../kit/resource.ts';
import { facilities, type Order, relation, renderCarton, renderOrder, sentOrder, withFacility } from './records.ts';
import { type Customer, type CustomerOf, detailOf, hal, ifUnchanged, invalid, listOf, refusals, tagged, tooLate } from './replies.ts';

const rendered = (order: Kept<Order>, customer: Customer, request: FastifyRequest, detail = detailOf(request)) =>
  renderOrder(order, customer, detail, customer.idOf);

export function orderRoutes(app: FastifyInstance, customerOf: CustomerOf) {
  const { chosen, ...list } = listOf<Kept<Order>>('orders/order', 1000, rendered, customerOf);
  listRoute(app, customerOf, refusals, {
    ...{ ...list, path: '/orders', operation: 'list_orders', render: rendered },
    of: ({ orders }, request) => chosen(orders.all(), request),
  });
  app.post('/orders', { config: { operation: 'submit_order' } }, (request, reply) => submit(customerOf(request), request, reply));
  app.put('/orders/orderholder', { config: { operation: 'hold_order' } }, (request, reply) => hold(customerOf(request), request, reply));
  const route = recordRoutes<Customer, Kept<Order>>(app, customerOf, refusals, ({ orders }, id) => orders.get(id));
  route('GET', '/orders/:id', 'get_order', withTag);
  route('GET', '/orders/:id/packages', 'list_packages', (order, { deliveries }, _request, reply) =>
    hal(reply).send({ _embedded: { [relation('orders/package')]: order.cartons.map((each) => renderCarton(each, deliveries.get)) } }),
  );
  route('PUT', '/orders/:id', 'replace_order', ifUnchanged(replace));
  route('POST', '/orders/:id/canceler', 'cancel_order', ifUnchanged(cancel));
}

type OfOrder = Handle<Customer, Kept<Order>>;

const withTag: OfOrder = (order, customer, request, reply) => tagged(reply, order, rendered(order, customer, request));

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
  const isNew = {
    facility: facilityIdentifier.id,
    status: 0,
    version: 1,
    picked: false,
    held: null,
    closedAt: null,
    cartons: [],
  } satisfies Partial<Order>;
  // Somebody else has used the reference for one of the goods.
  if (request.fault?.kind === 'another_order')
    orders.add({
      ...isNew,
      reference,
      body: { shipTo: body.shipTo },
      lines: linesOf(orderItems.slice(0, 1).map((line) => ({ ...line, qty: line.qty + 1, externalId: null }))),
    });
  if (orders.find((order) => order.reference === reference)) return invalid(reply, 'ReferenceNum', 'Duplicate');
  const order = orders.add({ ...isNew, reference, body, lines: linesOf(orderItems) });
  if (deferNotification === false) allocate(order);
  return withTag(order, customer, request, reply.code(201));
}

/** Lines that a body leaves out go; a held or started order stays as it is. */
const replace: OfOrder = (order, customer, request, reply) => {
  const sent = sentOrder.safeParse(request.body).data;
  if (!sent) return invalid(reply, 'OrderItems', 'Required');
  if (order.status !== 0) return tooLate(reply, order.status === 1 ? 'OrderConfirmed' : 'OrderCanceled');
  if (order.picked || order.held !== null) return tooLate(reply, 'InUse');
  const { orderItems, readOnly: _, referenceNum: _reference, ...body } = sent;
  if (orderItems.some(({ itemIdentifier: { sku } }) => !customer.itemOf(sku)))
    return invalid(reply, 'OrderItems.ItemIdentifier.Sku', 'DoesNotExist');
  customer.change(customer.orders, order, { body, lines: customer.linesOf(orderItems) });
  customer.allocate(order);
  return withTag(order, customer, request, reply);
};

const cancel: OfOrder = (order, { change, orders }, request, reply) => {
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
