import { expect, onTestFinished, test } from 'vitest';
import { had, openedAt } from '../../connectors/contract-suite/opened.ts';
import { shipBob as connector } from '../../connectors/shipbob/connector.ts';
import { manualClock } from '../clock.ts';
import { startSandbox } from '../sandbox.ts';
import { shipBob } from './stand-in.ts';

test('an order that a person edits while it is held ships as it is then, once it is released', async () => {
  const clock = manualClock('2026-11-21T10:00:00Z');
  const { origin, control, stop } = await startSandbox({ clock, catalogue: 'empty', limits: { shipbob: null } });
  onTestFinished(stop);
  const merchant = control.of(shipBob);
  for (const sku of ['MUG', 'CUP']) merchant.add({ sku, name: sku, lots: [{ lot: null, units: 50 }] });
  const settings = { token: 'demo-shipbob-token', api_origin: `${origin}/shipbob`, channel_id: '100102' };
  const session = openedAt(origin, connector, settings, () => new Date(clock.now()));
  const warehouse = connector.warehouse?.(session) ?? expect.unreachable('it is a warehouse');
  const { providerRef } = had(
    await warehouse.submitOrder({
      ...{ reference: 'CD-held', orderNumbers: ['100-1'], methodCode: 'Standard', warehouseId: null, note: null, fields: {} },
      shipTo: {
        ...{ name: 'Alex Doe', company: null, line1: '1 Main Street', line2: null, city: 'Austin', state: 'TX' },
        ...{ postalCode: '78701', country: 'US', phone: null, email: null },
      },
      lines: [
        { lineReference: 'l-1', sku: 'MUG', quantity: 4 },
        { lineReference: 'l-2', sku: 'CUP', quantity: 2 },
      ],
    }),
  );
  const order = merchant.orders.get(providerRef) ?? expect.unreachable('it is there');
  merchant.hold(order, true);
  expect(had(await warehouse.findOrder('CD-held'))).toMatchObject({ status: 'open', held: true });
  const [held] = order.shipments;
  if (held) merchant.change(held.id, { taken: held.taken.filter(({ sku }) => sku === 'MUG') });
  merchant.ship(order, 'the rest');
  expect(had(await warehouse.findOrder('CD-held')).status).toBe('open');
  merchant.hold(order, false);
  merchant.ship(order, 'the rest');
  const parcels = had(await warehouse.shipments.read(null, new Date('2026-11-20T00:00:00Z'))).records;
  expect(parcels).toMatchObject([{ reference: 'CD-held', lines: [{ lineReference: 'l-1', sku: 'MUG', quantity: 4 }] }]);
  expect(had(await warehouse.findOrder('CD-held')).lines).toMatchObject([{ sku: 'MUG', quantity: 4, shipped: 4 }]);
});
