import { expect, onTestFinished, test } from 'vitest';
import type { WarehouseOrder } from '../../connectors/contract.ts';
import { had, openedAt } from '../../connectors/contract-suite/opened.ts';
import { shipBob as connector } from '../../connectors/shipbob/connector.ts';
import { manualClock } from '../clock.ts';
import { startSandbox } from '../sandbox.ts';
import { shipBob } from './stand-in.ts';

async function open() {
  const clock = manualClock('2026-11-21T10:00:00Z');
  const { origin, control, stop } = await startSandbox({ clock, catalogue: 'empty', limits: { shipbob: null } });
  onTestFinished(stop);
  const settings = { token: 'demo-shipbob-token', api_origin: `${origin}/shipbob`, channel_id: '100102' };
  const session = openedAt(origin, connector, settings, () => new Date(clock.now()));
  return { merchant: control.of(shipBob), warehouse: connector.warehouse?.(session) ?? expect.unreachable('it is a warehouse') };
}

const orderOf = (reference: string, lines: WarehouseOrder['lines']): WarehouseOrder => ({
  ...{ reference, orderNumbers: ['100-1'], methodCode: 'Standard', warehouseId: null, note: null, fields: {}, lines },
  shipTo: {
    ...{ name: 'Alex Doe', company: null, line1: '1 Main Street', line2: null, city: 'Austin', state: 'TX' },
    ...{ postalCode: '78701', country: 'US', phone: null, email: null },
  },
});

test('an order of a SKU that ShipBob calls otherwise in orders is refused, and no product is invented for it', async () => {
  const { merchant, warehouse } = await open();
  merchant.add({ sku: 'PLATE', reference: 'PLATE-OLD', name: 'A plate', lots: [{ lot: null, units: 50 }] });
  const sent = await warehouse.submitOrder(orderOf('CD-other', [{ lineReference: 'l-1', sku: 'PLATE', quantity: 1 }]));
  expect([merchant.products.all().length, merchant.orders.all().length]).toEqual([1, 0]);
  expect(sent).toMatchObject({ ok: false, failure: { kind: 'rejected', code: 'invalid' } });
});

test('an order of a SKU that ShipBob had within the hour and has no more is refused, and no product is invented for it', async () => {
  const { merchant, warehouse } = await open();
  const bowl = merchant.add({ sku: 'BOWL', name: 'A bowl', lots: [{ lot: null, units: 50 }] });
  const lines = [{ lineReference: 'l-1', sku: 'BOWL', quantity: 1 }];
  had(await warehouse.submitOrder(orderOf('CD-before', lines)));
  merchant.products.change(bowl, { sku: 'BOWL-2' });
  expect(await warehouse.submitOrder(orderOf('CD-after', lines))).toMatchObject({
    ok: false,
    failure: { kind: 'rejected', code: 'invalid' },
  });
  expect([merchant.products.all().length, merchant.orders.all().length]).toEqual([1, 1]);
});

test('an order that a person edits while it is held ships as it is then, once it is released', async () => {
  const { merchant, warehouse } = await open();
  for (const sku of ['MUG', 'CUP']) merchant.add({ sku, name: sku, lots: [{ lot: null, units: 50 }] });
  const { providerRef } = had(
    await warehouse.submitOrder(
      orderOf('CD-held', [
        { lineReference: 'l-1', sku: 'MUG', quantity: 4 },
        { lineReference: 'l-2', sku: 'CUP', quantity: 2 },
      ]),
    ),
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
