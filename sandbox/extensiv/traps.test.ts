import { expect, onTestFinished, test } from 'vitest';
import { had } from '../../connectors/contract-suite/opened.ts';
import { extensiv as connector } from '../../connectors/extensiv/connector.ts';
import { memoryLimits } from '../../connectors/http/limits.ts';
import { memoryTokens } from '../../connectors/http/tokens.ts';
import type { ExchangeSink } from '../../connectors/http.ts';
import { openSession } from '../../connectors/session.ts';
import { order, settings, startWarehouse } from './try.ts';

const since = new Date('2026-11-20T00:00:00Z');

async function open(sink: ExchangeSink = () => undefined) {
  const { sandbox, customer, clock } = await startWarehouse();
  onTestFinished(sandbox.stop);
  const session = openSession(connector, settings(sandbox.origin), {
    ...{ limitStore: memoryLimits(), tokens: memoryTokens(), sink, sandboxOrigin: sandbox.origin },
  });
  const warehouse = connector.warehouse?.(session) ?? expect.unreachable('it is a warehouse');
  const kept = (id: string) => customer.orders.get(id) ?? expect.unreachable(`there is no order ${id}`);
  return { warehouse, customer, clock, kept, sandbox };
}

test('a carton holds two lots of one line', async () => {
  const { warehouse, customer, kept } = await open();
  customer.items.add({ sku: 'TEA', name: 'Tea', upc: null });
  for (const [lot, onHand] of [
    ['L-1', 3],
    ['L-2', 9],
  ] as const)
    customer.deliveries.add({ sku: 'TEA', building: 2, place: 'B-01', lot, expires: '2027-03-31T00:00:00', onHand });
  const lines = [{ lineReference: 'l-1', sku: 'TEA', quantity: 5 }];
  const { providerRef } = had(await warehouse.submitOrder({ ...order('CD-lots'), lines }));
  customer.ship(kept(providerRef));
  const [parcel] = had(await warehouse.shipments.read(null, since)).records;
  expect(parcel?.lines).toMatchObject([
    { lineReference: 'l-1', lot: 'L-1', quantity: 3, expiresOn: '2027-03-31' },
    { lineReference: 'l-1', lot: 'L-2', quantity: 2 },
  ]);
});

test('what an order waits for is not available, though the list of stock counts it so', async () => {
  const { warehouse } = await open();
  const units = (quantity: number) => ({ ...order(`CD-${quantity}`), lines: [{ lineReference: 'l-1', sku: 'MUG', quantity }] });
  had(await warehouse.submitOrder(units(600)));
  const rows = had(await warehouse.stock(null)).records;
  expect(rows.find(({ sku }) => sku === 'MUG')).toMatchObject({ onHand: 500, allocated: 500, available: 0 });
});

test('what is allocated between the two requests of a count is not available, though the list of stock counted it so', async () => {
  const { warehouse, customer } = await open(({ operation }) => {
    if (operation !== 'list_stock') return;
    const lines = customer.linesOf([{ itemIdentifier: { sku: 'MUG' }, externalId: 'l-1', qty: 4 }]);
    const kept = { reference: 'CD-meanwhile', facility: 2, body: {}, status: 0, version: 1 } as const;
    customer.allocate(customer.orders.add({ ...kept, lines, picked: false, held: null, closedAt: null, cartons: [] }));
  });
  const rows = had(await warehouse.stock(null)).records;
  expect(rows.find(({ sku }) => sku === 'MUG')).toMatchObject({ onHand: 500, allocated: 4, available: 496 });
});

test('a person changes an order between our reading and our write: nothing is done, and it is decided anew', async () => {
  const { warehouse, customer, kept } = await open();
  const { providerRef } = had(await warehouse.submitOrder(order('CD-412')));
  const before = customer.orders.get;
  let reads = 0;
  customer.orders.get = (id) => {
    reads += 1;
    const found = before(id);
    // Read once; before the write comes, somebody begins to pick.
    if (reads === 2 && found) customer.pick(found);
    return found;
  };
  expect(await warehouse.replaceOrder?.(providerRef, order('CD-412'))).toMatchObject({ failure: { kind: 'retry', changed: true } });
  expect(await warehouse.replaceOrder?.(providerRef, order('CD-412'))).toMatchObject({ failure: { kind: 'rejected', code: 'too_late' } });
  expect(kept(providerRef)).toMatchObject({ picked: true });
});

test('a cancellation is refused once picking began', async () => {
  const { warehouse, customer, kept } = await open();
  const { providerRef } = had(await warehouse.submitOrder(order('CD-picked')));
  customer.pick(kept(providerRef));
  expect(had(await warehouse.requestCancel(providerRef, 'Gone'))).toBe('too_late');
  expect(kept(providerRef)).toMatchObject({ status: 0 });
});

test('an order that a person edits while it is held ships as it is then, once it is released', async () => {
  const { warehouse, customer, kept } = await open();
  const { providerRef, reference } = had(await warehouse.submitOrder(order('CD-held')));
  expect(had(await warehouse.setHold?.(providerRef, true, 'waits'))).toBe('done');
  const held = kept(providerRef);
  customer.change(customer.orders, held, { lines: held.lines.slice(0, 1) });
  expect(await warehouse.replaceOrder?.(providerRef, order(reference))).toMatchObject({ failure: { kind: 'rejected', code: 'too_late' } });
  expect(had(await warehouse.setHold?.(providerRef, false, 'paid'))).toBe('done');
  customer.ship(kept(providerRef));
  expect(had(await warehouse.shipments.read(null, since)).records).toMatchObject([{ reference, lines: [{ sku: 'MUG', quantity: 4 }] }]);
  expect(had(await warehouse.findOrder(reference)).lines).toMatchObject([{ sku: 'MUG', quantity: 4, shipped: 4 }]);
});

test('left alone, an order is picked and shipped, and an announcement comes, step by step', async () => {
  const { warehouse, customer, clock, sandbox } = await open();
  customer.pace.stepMs = 1_000;
  const { reference } = had(await warehouse.submitOrder(order('CD-alone')));
  const statuses: string[] = [];
  for (const _ of [1, 2]) {
    clock.advance(1_000);
    sandbox.control.runDue();
    statuses.push(had(await warehouse.findOrder(reference)).status);
  }
  expect(statuses).toEqual(['picking', 'shipped']);
});
