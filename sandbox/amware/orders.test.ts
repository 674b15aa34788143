import { expect, test } from 'vitest';
import { manualClock } from '../clock.ts';
import type { SandboxOptions } from '../config.ts';
import { twoItems, visit, warehouseOrder } from '../test/visit.ts';
import { paces } from './pace.ts';

type Order = {
  id: string;
  status: string;
  held: boolean;
  cancel_requested: boolean;
  lines: { sku: string; quantity: number; shipped: number }[];
};
type Outcome = { outcome: string; order: Order };

async function warehouse(options: SandboxOptions = {}) {
  const visited = await visit({ pace: 'manual', ...options });
  visited.control.client().catalogue.take(twoItems);
  const submit = (reference: string, changes?: object) => visited.amware<Order>('/orders', warehouseOrder(reference, changes));
  const advance = (id: string) => visited.steer(`/amware/orders/${id}/advance`, { method: 'POST' });
  const available = (sku: string) =>
    [...visited.control.client().shelves.rows.values()]
      .filter((row) => row.sku === sku)
      .reduce((sum, row) => sum + row.on_hand - row.allocated, 0);
  return { ...visited, submit, advance, available };
}

test('the same reference twice gives the same order, and changes nothing', async () => {
  const { submit, amware, control } = await warehouse();
  const first = await submit('r1');
  const second = await submit('r1', { lines: [{ line_reference: 'x', sku: 'CUP', quantity: 9 }] });
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(second.body).toEqual(first.body);
  expect((await amware('/orders?reference=r1')).body).toMatchObject({ orders: [{ id: first.body.id }] });
  expect((await amware('/orders?reference=r2')).body).toEqual({ orders: [] });
  expect(control.summary().amware[0]?.counters.duplicatesRefused).toBe(1);
});

test('an order says whose it is, and is found by each of its numbers, the newest first', async () => {
  const { submit, amware } = await warehouse();
  const { ship_to } = warehouseOrder('').body;
  await submit('r1', { order_numbers: ['SO-1', '1001'] });
  await submit('r2', { order_numbers: ['SO-2', '1001'] });
  expect((await amware('/orders?order_number=SO-1')).body).toMatchObject({
    orders: [{ reference: 'r1', order_numbers: ['SO-1', '1001'], ship_to }],
  });
  expect((await amware('/orders?order_number=1001')).body).toMatchObject({ orders: [{ reference: 'r2' }, { reference: 'r1' }] });
  expect((await amware('/orders?order_number=r1')).body).toEqual({ orders: [] });
});

test('with a fault it has somebody else’s order under a reference', async () => {
  const { submit, amware, control } = await warehouse();
  const { body } = await submit('r1');
  control.faults.add({ target: 'amware', operation: 'submit_order', kind: 'another_order' });
  expect(await submit('r2')).toMatchObject({ status: 200, body: { id: body.id, reference: 'r2' } });
  control.faults.add({ target: 'amware', operation: 'find_order', kind: 'another_order' });
  expect((await amware('/orders?reference=r2')).body).toMatchObject({ orders: [{ id: body.id, reference: 'r2' }] });
  expect((await amware('/orders?reference=r2')).body).toEqual({ orders: [] });
});

test('a write that does not name its reference in the header is refused', async () => {
  const { amware } = await warehouse();
  const { body } = warehouseOrder('r1');
  expect(await amware('/orders', { body })).toMatchObject({ status: 400, body: { code: 'invalid', field: 'reference' } });
});

test.each([
  ['unknown_sku', 'lines[0].sku', { lines: [{ line_reference: 'a', sku: 'HAT', quantity: 1 }] }],
  ['unknown_method', 'method_code', { method_code: 'PIGEON' }],
  ['out_of_stock', 'lines[0].quantity', { lines: [{ line_reference: 'a', sku: 'MUG', quantity: 1000 }] }],
  ['out_of_stock', 'lines[0].quantity', { warehouse_id: 'NV2', lines: [{ line_reference: 'a', sku: 'MUG', quantity: 20 }] }],
  ['bad_address', 'ship_to.line1', { ship_to: { ...warehouseOrder('').body.ship_to, line1: ' ' } }],
  ['bad_address', 'ship_to.country', { ship_to: { ...warehouseOrder('').body.ship_to, country: 'EU' } }],
  ['bad_address', 'ship_to.postal_code', { ship_to: { ...warehouseOrder('').body.ship_to, postal_code: '' } }],
  ['invalid', 'lines[0].quantity', { lines: [{ line_reference: 'a', sku: 'MUG', quantity: 0 }] }],
  ['invalid', 'warehouse_id', { warehouse_id: 'MOON' }],
])('%s: %s is refused and nothing is kept', async (code, field, changes) => {
  const { submit, control, available } = await warehouse();
  const before = available('MUG');
  expect(await submit('r1', changes)).toMatchObject({ status: 422, body: { code, field } });
  expect(control.client().orders.rows.size).toBe(0);
  expect(available('MUG')).toBe(before);
});

test('an order goes from open over picking and packed to shipped, and takes its units from the shelves', async () => {
  const { submit, advance, amware, control } = await warehouse();
  const { body } = await submit('r1');
  const rows = () => [...control.client().shelves.rows.values()].filter(({ sku }) => sku === 'MUG');
  const held = rows().reduce((sum, row) => sum + row.on_hand, 0);
  const seen = [body.status];
  for (let step = 0; step < 3; step++) {
    await advance(body.id);
    seen.push((await amware<Order>(`/orders/${body.id}`)).body.status);
  }
  expect(seen).toEqual(['open', 'picking', 'packed', 'shipped']);
  expect(rows().reduce((sum, row) => sum + row.on_hand, 0)).toBe(held - 4);
  expect(rows().every(({ allocated }) => allocated === 0)).toBe(true);
});

test('an order of two parcels is partially shipped first, and its parcels add up', async () => {
  const { submit, advance, amware } = await warehouse({ pace: { ...paces.manual, twoParcelsPercent: 100 } });
  const { body } = await submit('r1');
  for (let step = 0; step < 3; step++) await advance(body.id);
  const half = (await amware<Order>(`/orders/${body.id}`)).body;
  expect([half.status, half.lines.map(({ shipped }) => shipped)]).toEqual(['partially_shipped', [4, 0]]);
  await advance(body.id);
  expect((await amware<Order>(`/orders/${body.id}`)).body.status).toBe('shipped');
  const { body: feed } = await amware<{ records: { lines: { sku: string; quantity: number }[]; tracking_number: string }[] }>('/shipments');
  expect(feed.records.map(({ lines }) => lines.map(({ sku, quantity }) => [sku, quantity]))).toEqual([[['MUG', 4]], [['CUP', 2]]]);
  expect(new Set(feed.records.map(({ tracking_number }) => tracking_number)).size).toBe(2);
});

test('an order is replaced while it is open, and too late afterwards', async () => {
  const { submit, advance, amware, available } = await warehouse();
  const { body } = await submit('r1');
  const lines = [{ line_reference: 'a', sku: 'CUP', quantity: 5 }];
  const replaced = await amware<Order>(`/orders/${body.id}`, { method: 'PUT', ...warehouseOrder('r1', { lines }) });
  expect(replaced).toMatchObject({ status: 200, body: { lines: [{ sku: 'CUP', quantity: 5, shipped: 0 }] } });
  const cups = available('CUP');
  const tooMany = { lines: [{ line_reference: 'a', sku: 'CUP', quantity: 500 }] };
  expect((await amware(`/orders/${body.id}`, { method: 'PUT', ...warehouseOrder('r1', tooMany) })).body).toMatchObject({
    code: 'out_of_stock',
  });
  expect(available('CUP')).toBe(cups);
  await advance(body.id);
  expect(await amware(`/orders/${body.id}`, { method: 'PUT', ...warehouseOrder('r1') })).toMatchObject({
    status: 409,
    body: { code: 'too_late' },
  });
});

test.each([
  ['open', 0, 'cancelled', 'cancelled'],
  ['picking', 1, 'pending', 'cancelled'],
  ['packed', 2, 'too_late', 'shipped'],
])('a cancel asked for while %s (%i steps on) is %s', async (_status, steps, outcome, end) => {
  const { submit, advance, amware, available } = await warehouse({ cancelWins: 'always' });
  const before = available('MUG');
  const { body } = await submit('r1');
  for (let step = 0; step < steps; step++) await advance(body.id);
  const ask = () => amware<Outcome>(`/orders/${body.id}/cancel`, { body: { reason: 'changed my mind' } });
  expect((await ask()).body.outcome).toBe(outcome);
  expect((await ask()).body.outcome).toBe(outcome);
  await advance(body.id);
  expect((await amware<Order>(`/orders/${body.id}`)).body).toMatchObject({ status: end, cancel_requested: false });
  expect(available('MUG')).toBe(end === 'cancelled' ? before : before - 4);
});

test('the floor may decide against a cancel, and the order goes on', async () => {
  const { submit, advance, amware } = await warehouse({ cancelWins: 'never' });
  const { body } = await submit('r1');
  await advance(body.id);
  await amware(`/orders/${body.id}/cancel`, { body: { reason: 'changed my mind' } });
  await advance(body.id);
  expect((await amware<Order>(`/orders/${body.id}`)).body).toMatchObject({ status: 'packed', cancel_requested: false });
});

test('a held order waits, and goes on when it is released', async () => {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const { submit, amware, control } = await warehouse({ clock, pace: { ...paces.manual, open: 1000 } });
  const { body } = await submit('r1');
  const hold = (held: boolean) => amware<Outcome>(`/orders/${body.id}/hold`, { body: { held, reason: 'asked' } });
  const pass = async () => {
    clock.advance(1000);
    control.runDue();
    return (await amware<Order>(`/orders/${body.id}`)).body;
  };
  expect((await hold(true)).body).toMatchObject({ outcome: 'done', order: { held: true, status: 'open' } });
  expect(await pass()).toMatchObject({ status: 'open', held: true });
  expect((await hold(false)).body.outcome).toBe('done');
  expect(await pass()).toMatchObject({ status: 'picking', held: false });
  control.client().floor.advance([...control.client().orders.rows.values()][0] ?? expect.fail());
  expect((await hold(true)).body.outcome).toBe('too_late');
});

test('an announcement is taken once, and what arrives is received and lies on the shelves', async () => {
  const { amware, available } = await warehouse({ pace: 'instant' });
  const notice = {
    reference: 'po-1',
    warehouse_id: 'KY1',
    expected_at: null,
    lines: [{ line_reference: '1', sku: 'MUG', quantity: 12, lot: 'L1' }],
  };
  const announce = (body: object) => amware('/asns', { body, headers: { 'Idempotency-Key': 'po-1' } });
  const before = available('MUG');
  expect([(await announce(notice)).status, (await announce(notice)).status]).toEqual([201, 200]);
  const { body } = await amware<{ records: { quantity: number; asn_reference: string }[] }>('/receipts');
  expect(body.records.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(12);
  expect(available('MUG')).toBe(before + 12);
  expect((await amware('/orders', warehouseOrder('po-1'))).body).toMatchObject({ code: 'duplicate' });
});
