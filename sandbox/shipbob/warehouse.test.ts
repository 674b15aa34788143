import { describe, expect } from 'vitest';
import { warehouseSuite } from '../../connectors/contract-suite/warehouse.ts';
import { shipBob as connector } from '../../connectors/shipbob/connector.ts';
import { manualClock } from '../clock.ts';
import { startSandbox } from '../sandbox.ts';
import { shipBob } from './stand-in.ts';

const lines = [
  { lineReference: 'l-1', sku: 'MUG', quantity: 4 },
  { lineReference: 'l-2', sku: 'CUP', quantity: 2 },
];

describe('ShipBob does what a warehouse must', () =>
  warehouseSuite({
    ...{ connector, start, cancelWhilePicking: 'too_late', liesInLots: true },
    settings: (origin) => ({ token: 'demo-shipbob-token', api_origin: `${origin}/shipbob`, channel_id: '100102' }),
    order: (reference) => ({
      ...{ reference, orderNumbers: ['100-1', 'SO-1'], methodCode: 'Standard', warehouseId: null, note: null, fields: {}, lines },
      shipTo: {
        ...{ name: 'Alex Doe', company: null, line1: '1 Main Street', line2: null, city: 'Austin', state: 'TX' },
        ...{ postalCode: '78701', country: 'US', phone: null, email: null },
      },
    }),
    notice: (reference) => ({
      ...{ reference, warehouseId: '10', orderNumbers: ['PO-1'], expectedAt: null, carrier: 'Maersk', freightNumber: 'MAEU-1' },
      lines: lines.map((line) => ({ ...line, lot: null, expectedAt: null })),
    }),
  }));

/** Mugs lie in small lots, so that a carton is split over two of them. */
async function start() {
  const { origin, control, stop } = await startSandbox({
    ...{ clock: manualClock('2026-11-21T10:00:00Z'), catalogue: 'empty', limits: { shipbob: null } },
  });
  const merchant = control.of(shipBob);
  const lots = Array.from({ length: 200 }, (_, at) => ({ lot: `L-${at}`, expires: '2027-03-31T00:00:00Z', units: 3 }));
  merchant.add({ sku: 'MUG', name: 'A mug', lots });
  merchant.add({ sku: 'CUP', name: 'A cup', lots: [{ lot: null, units: 500 }] });
  const order = (id: string) => merchant.orders.get(id) ?? expect.unreachable(`there is no order ${id}`);
  const receiving = (id: string) => merchant.receivings.get(id) ?? expect.unreachable(`there is no receiving order ${id}`);
  return {
    ...{ origin, stop, fault: () => undefined },
    pick: (id: string) => merchant.pick(order(id)),
    ship: (id: string, part: 'a part' | 'the rest') => merchant.ship(order(id), part),
    receive: (id: string, part: 'a part' | 'the rest') => merchant.receive(receiving(id), part),
    recount: (id: string) => merchant.recount(receiving(id)),
  };
}
