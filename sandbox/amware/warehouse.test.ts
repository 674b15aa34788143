import { describe, expect } from 'vitest';
import { amware } from '../../connectors/amware/connector.ts';
import { warehouseSuite } from '../../connectors/contract-suite/warehouse.ts';
import { manualClock } from '../clock.ts';
import { startSandbox } from '../sandbox.ts';
import { paces } from './pace.ts';
import type { Asn } from './wire.ts';

const lines = [
  { lineReference: 'l-1', sku: 'MUG', quantity: 4 },
  { lineReference: 'l-2', sku: 'CUP', quantity: 2 },
];

describe('Amware does what a warehouse must', () =>
  warehouseSuite({
    connector: amware,
    settings: (origin) => ({ api_key: 'demo-amware-key', base_url: `${origin}/amware` }),
    start,
    ...{ cancelWhilePicking: 'pending', liesInLots: true },
    order: (reference) => ({
      ...{ reference, orderNumbers: ['100-1', 'SO-1'], methodCode: 'UPSGR', warehouseId: null, note: null, fields: {}, lines },
      shipTo: {
        ...{ name: 'Alex Doe', company: null, line1: '1 Main Street', line2: null, city: 'Austin', state: 'TX' },
        ...{ postalCode: '78701', country: 'US', phone: null, email: null },
      },
    }),
    notice: (reference) => ({
      ...{ reference, warehouseId: 'KY1', orderNumbers: ['PO-1'], expectedAt: null, carrier: 'Maersk', freightNumber: 'MAEU-1' },
      lines: lines.map((line) => ({ ...line, lot: null, expectedAt: null })),
    }),
  }));

async function start() {
  const { origin, control, stop } = await startSandbox({
    ...{ clock: manualClock('2026-11-21T10:00:00Z'), catalogue: 'empty', limits: { amware: null } },
  });
  control.set({ pace: { ...paces.manual, twoParcelsPercent: 100 } });
  const { catalogue, orders, floor, asns, inbound, shelves } = control.client();
  catalogue.take([
    { sku: 'MUG', name: 'MUG' },
    { sku: 'CUP', name: 'CUP', units: 500 },
  ]);
  for (let at = 0; at < 200; at += 1)
    shelves.put({ sku: 'MUG', warehouse_id: 'KY1', location: 'A-01', lot: `L-${at}`, expires_on: '2027-03-31' }, 3);
  const order = (id: string) => orders.rows.get(id) ?? expect.unreachable(`there is no order ${id}`);
  const asn = (id: string) => asns.rows.get(id) ?? expect.unreachable(`there is no announcement ${id}`);
  return {
    ...{ origin, stop, fault: () => undefined },
    pick: (id: string) => floor.advance(order(id)),
    ship: (id: string, part: 'a part' | 'the rest') => {
      const until = part === 'a part' ? ['partially_shipped'] : ['shipped'];
      while (!until.includes(order(id).status)) floor.advance(order(id));
    },
    receiveUnannounced: (sku: string) => inbound.takeUnannounced([{ sku, lot: null, quantity: 2 }], 'KY1', 'return'),
    receive: (id: string, part: 'a part' | 'the rest') => {
      inbound.take(asn(id), left(asn(id), part === 'a part' ? 2 : 1));
      if (part === 'the rest') inbound.close(asn(id));
    },
  };
}

/** What is still expected of each line, or a share of it. */
const left = ({ body, received }: Asn, share: number) =>
  body.lines.map(({ sku, quantity, lot }, at) => ({ sku, lot, quantity: Math.floor((quantity - (received[at] ?? 0)) / share) }));
