import { describe, expect } from 'vitest';
import { warehouseSuite } from '../../connectors/contract-suite/warehouse.ts';
import { extensiv as connector } from '../../connectors/extensiv/connector.ts';
import { notice, order, settings, startWarehouse } from './try.ts';

describe('Extensiv does what a warehouse must', () =>
  warehouseSuite({
    ...{ connector, settings, order, notice, start, cancelWhilePicking: 'too_late', leavesWhole: true, liesInLots: true },
  }));

async function start() {
  const { sandbox, customer } = await startWarehouse();
  // Mugs lie in small lots beside: what lies first is taken first.
  for (const each of customer.deliveries.all()) if (each.sku === 'MUG') customer.deliveries.patch(each, { onHand: 0 });
  for (let at = 0; at < 100; at += 1)
    customer.deliveries.add({ sku: 'MUG', building: 2, place: 'A-02', lot: `L-${at}`, expires: '2027-03-31T00:00:00', onHand: 3 });
  const { orders, receivers, pick, ship, receive, close, change } = customer;
  const order = (id: string) => orders.get(id) ?? expect.unreachable(`there is no order ${id}`);
  const receiver = (id: string) => receivers.get(id) ?? expect.unreachable(`there is no receiver ${id}`);
  return {
    ...{ origin: sandbox.origin, stop: sandbox.stop, fault: () => undefined },
    pick: (id: string) => pick(order(id)),
    ship: (id: string) => ship(order(id)),
    receive(id: string, part: 'a part' | 'the rest') {
      receive(receiver(id), part === 'a part' ? 0.5 : 1);
      if (part === 'the rest') close(receiver(id));
    },
    /** The receiver is opened again, counted, and closed again. */
    recount(id: string) {
      const { lines } = receiver(id);
      change(receivers, receiver(id), { lines: lines.map((line, at) => (at === 0 ? { ...line, quantity: line.quantity - 1 } : line)) });
    },
  };
}
