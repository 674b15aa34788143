import { describe, expect } from 'vitest';
import { warehouseSuite } from '../../connectors/contract-suite/warehouse.ts';
import { extensiv as connector } from '../../connectors/extensiv/connector.ts';
import { notice, order, settings, startWarehouse } from './try.ts';

describe('Extensiv does what a warehouse must', () =>
  warehouseSuite({ ...{ connector, settings, order, notice, start, cancelWhilePicking: 'too_late', leavesWhole: true } }));

async function start() {
  const { sandbox, customer } = await startWarehouse();
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
