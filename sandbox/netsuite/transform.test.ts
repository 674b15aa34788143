import { expect, test } from 'vitest';
import { company, enterGoods } from '../test/company.ts';
import { enterOrder, type NewLine } from './enter.ts';

type Told = { 'o:errorDetails': { detail: string }[] };
type Kept = { id: string; item: { items: { line: number; quantity: number; quantityReceived: number }[] }; createdFrom: { id: string } };

async function ordered(kind: 'salesOrder' | 'purchaseOrder', ...lines: NewLine[]) {
  const visited = await company();
  const { account, call } = visited;
  enterGoods(account);
  const id = enterOrder(account, kind, { number: 'N1', lines });
  const to = kind === 'salesOrder' ? 'itemFulfillment' : 'itemReceipt';
  const transform = (body: object) => call<Told | null>(`/record/v1/${kind}/${id}/!transform/${to}`, body);
  const refused = async (body: object) => (await transform(body)).body?.['o:errorDetails'][0]?.detail;
  const state = () => visited.control.state().netsuite[0]?.transactions ?? [];
  return { ...visited, id, transform, refused, state };
}

test('a transform books every open line, unless a line is left out', async () => {
  const { transform, state, id } = await ordered('salesOrder', { sku: 'MUG', quantity: 3 }, { sku: 'CUP', quantity: 2 });
  const { status, location } = await transform({
    item: {
      items: [
        { orderLine: 1, quantity: 1 },
        { orderLine: 4, itemReceive: false },
      ],
    },
  });
  expect([status, location]).toEqual([204, expect.stringMatching(/\/record\/v1\/itemFulfillment\/\d+$/)]);
  expect(state()).toMatchObject([
    { id, status: 'D', lines: [{ done: 1 }, { done: 0 }] },
    { type: 'ItemShip', createdFrom: id, lines: [{ sku: 'MUG', quantity: 1 }] },
  ]);
  await transform({ shipStatus: { id: 'C' } });
  expect(state()).toMatchObject([{ status: 'F', lines: [{ done: 3 }, { done: 2 }] }, {}, { lines: [{ sku: 'MUG' }, { sku: 'CUP' }] }]);
});

test('the same external id is booked once, and found by it', async () => {
  const { transform, refused, call, id } = await ordered('purchaseOrder', { sku: 'MUG', quantity: 3 });
  const body = { externalId: 'receipt-1', item: { items: [{ orderLine: 1, quantity: 1 }] } };
  expect((await call('/record/v1/itemReceipt/eid:receipt-1')).status).toBe(404);
  await transform(body);
  expect(await refused(body)).toContain('already exists');
  expect((await call<Kept>('/record/v1/itemReceipt/eid:receipt-1')).body).toMatchObject({ createdFrom: { id: String(id) } });
});

test('a case of twelve is one in the record and twelve in SuiteQL', async () => {
  const { transform, call, ask, id } = await ordered('purchaseOrder', { sku: 'MUG', quantity: 5, unit: 'case' });
  await transform({ item: { items: [{ orderLine: 1, quantity: 2 }] } });
  const record = await call<Kept>(`/record/v1/purchaseOrder/${id}?expandSubResources=true`);
  expect(record.body.item.items).toMatchObject([{ line: 1, quantity: 5, quantityReceived: 2, units: '2' }]);
  expect((await ask(`SELECT quantity, quantityshiprecv FROM transactionline WHERE transaction = ${id} AND id = 1`)).items).toEqual([
    { links: [], quantity: '60', quantityshiprecv: '24' },
  ]);
});

test('a closed period refuses a date in it', async () => {
  const { refused, transform, steer } = await ordered('purchaseOrder', { sku: 'MUG', quantity: 2 });
  await steer('/netsuite', { method: 'PATCH', body: { closedBefore: '2026-11-01' } });
  expect(await refused({ tranDate: '2026-10-31' })).toContain('accounting period');
  expect((await transform({ tranDate: '2026-11-01' })).status).toBe(204);
});

test('an item by lots needs its lots, all of them', async () => {
  const { refused, transform } = await ordered('purchaseOrder', { sku: 'TEA', quantity: 2, unit: 'case' });
  const lots = (quantity: number) => ({
    item: {
      items: [
        { orderLine: 1, inventoryDetail: { quantity: 2, inventoryAssignment: { items: [{ receiptInventoryNumber: 'L1', quantity }] } } },
      ],
    },
  });
  expect(await refused({})).toContain('inventory detail');
  expect(await refused(lots(1))).toContain('must be 2');
  expect((await transform(lots(2))).status).toBe(204);
});

test('more than is open is refused, unless the company lets more be received', async () => {
  const { refused, transform, account } = await ordered('purchaseOrder', { sku: 'MUG', quantity: 2 });
  const three = { item: { items: [{ orderLine: 1, quantity: 3 }] } };
  expect(await refused(three)).toContain('more than what is open');
  account.preferences.overage = true;
  expect((await transform(three)).status).toBe(204);
});

test.each([
  ['an unknown line', { item: { items: [{ orderLine: 9 }] } }, 'Invalid orderLine 9'],
  ['an unknown field', { shipDate: '2026-11-20' }, 'shipDate'],
  [
    'no line at all',
    {
      item: {
        items: [
          { orderLine: 1, itemReceive: false },
          { orderLine: 4, itemReceive: false },
        ],
      },
    },
    'at least one',
  ],
  ['a line without a location', {}, 'Location'],
])('%s is refused', async (_, body, reason) => {
  const { refused } = await ordered('salesOrder', { sku: 'MUG', quantity: 1 }, { sku: 'CUP', quantity: 1, location: null });
  expect(await refused(body)).toContain(reason);
});

test('an order that is closed, or of another kind, cannot be transformed', async () => {
  const { refused, steer, id, call } = await ordered('purchaseOrder', { sku: 'MUG', quantity: 1 });
  await steer(`/netsuite/purchase_orders/${id}`, { method: 'PATCH', body: { status: 'H' } });
  expect(await refused({})).toContain('no open lines');
  expect((await call(`/record/v1/purchaseOrder/${id}/!transform/itemFulfillment`, {})).status).toBe(400);
});
