import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type PaperKind, paperRoutes } from './paper-routes.ts';
import { type Order, type Receiver, relation, sentOrder, sentReceiver } from './records.ts';
import { type Customer, type CustomerOf, hal, invalid } from './replies.ts';
import { renderCarton, renderOrder, renderReceiver } from './wire.ts';

/** Only a complete order is allocated; a reference is taken once, whatever became of its order. A held or started order stays as it is. */
const orders: PaperKind<Order> = {
  ...{ path: '/orders', noun: 'order', create: 'submit_order', name: 'orders/order', most: 1000, lines: 'OrderItems', needsReason: true },
  ...{ of: (customer) => customer.orders, sent: sentOrder, render: renderOrder },
  add({ orders: known, linesOf, allocate }, isNew, { items, deferNotification }, { fault }) {
    const add = (lines: typeof items, body = isNew.body) =>
      known.add({ ...isNew, body, lines: linesOf(lines), picked: false, held: null, closedAt: null, cartons: [] });
    // Somebody else has used the reference for one of the goods.
    const others = items.slice(0, 1).map((line) => ({ ...line, qty: line.qty + 1, externalId: null }));
    if (fault?.kind === 'another_order') add(others, { shipTo: isNew.body.shipTo });
    if (known.find(({ reference }) => reference === isNew.reference)) return null;
    const order = add(items);
    if (deferNotification === false) allocate(order);
    return order;
  },
  lateness({ status, picked, held }, to) {
    if (status !== 0) return status === 1 ? 'OrderConfirmed' : 'OrderCanceled';
    return picked || (to === 'replace' && held !== null) ? 'InUse' : null;
  },
  replaced: ({ allocate }, order) => allocate(order),
};

/** A reference may be used again: nothing says that it is unique. */
const receivers: PaperKind<Receiver> = {
  ...{ path: '/inventory/receivers', noun: 'receiver', create: 'create_receiver', name: 'inventory/receiver', most: 500 },
  ...{ lines: 'ReceiveItems', of: (customer) => customer.receivers, sent: sentReceiver, render: renderReceiver },
  add: ({ receivers: known, linesOf }, isNew, { items }) => known.add({ ...isNew, lines: linesOf(items), arrivedAt: null }),
  lateness: ({ status }) => (status === 0 ? null : 'AlreadyCompleted'),
};

export function ordersAndReceivers(app: FastifyInstance, customerOf: CustomerOf) {
  app.put('/orders/orderholder', { config: { operation: 'hold_order' } }, (request, reply) => hold(customerOf(request), request, reply));
  paperRoutes(app, customerOf, orders)('GET', '/orders/:id/packages', 'list_packages', ({ cartons }, _customer, _request, reply) =>
    hal(reply).send({ _embedded: { [relation('orders/package')]: cartons.map(renderCarton) } }),
  );
  paperRoutes(app, customerOf, receivers);
}

const identified = z.object({ orderIdentifiers: z.array(z.object({ id: z.number() })) });

/** What cannot be held is named among the exceptions, beside a 200. */
function hold({ orders: known, change }: Customer, { query, body }: FastifyRequest, reply: FastifyReply) {
  const { release, holdReason = '' } = query as { release?: string; holdReason?: string };
  const sent = identified.safeParse(body).data;
  if (!sent || (release !== 'true' && holdReason === '')) return invalid(reply, 'HoldReason', 'Required');
  const found = sent.orderIdentifiers.flatMap(({ id }) => known.get(id) ?? []).filter(({ status }) => status === 0);
  for (const order of found) change(known, order, { held: release === 'true' ? null : holdReason });
  const unheld = sent.orderIdentifiers.filter(({ id }) => !found.some((order) => order.id === id));
  const faults = unheld.map((_, at) => ({ entryNumber: at + 1 }));
  return hal(reply).send({ heldOrderIds: found.map(({ id }) => id), exceptions: { message: `ListException: ${faults.length}`, faults } });
}
