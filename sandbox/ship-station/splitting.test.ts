import { expect, test } from 'vitest';
import { visit } from '../test/visit.ts';

type Read = { orders: Listed[]; total: number; pages: number };
type Listed = { orderId: number; orderNumber: string; items: { sku: string; quantity: number }[]; advancedOptions: Advanced };
type Advanced = { parentId: number | null; mergedIds: number[]; mergedOrSplit: boolean };

async function shopWithTwo() {
  const shop = await visit();
  const [first, second] = shop.control.seller().add([
    { orderNumber: 'N1', items: [{ sku: 'MUG', quantity: 3 }] },
    { orderNumber: 'N2', items: [{ sku: 'CUP', quantity: 1 }] },
  ]);
  if (!first || !second) throw new Error('no orders');
  const listed = async () => (await shop.shipStation<Read>('/orders?sortBy=ModifyDate')).body.orders.map(shown);
  return { ...shop, first, second, listed };
}
const shown = ({ orderNumber, items, advancedOptions: { parentId, mergedIds, mergedOrSplit } }: Listed) => ({
  ...{ orderNumber, parentId, mergedIds, mergedOrSplit },
  units: items.map(({ sku, quantity }) => `${quantity} ${sku}`),
});
const alone = { parentId: null, mergedIds: [], mergedOrSplit: false };

test('a split moves units to an order of the same number, which names its parent', async () => {
  const { steer, listed, first } = await shopWithTwo();
  const { status } = await steer(`/ship_station/orders/${first.orderId}/split`, { body: { items: [{ sku: 'MUG', quantity: 1 }] } });
  expect(status).toBe(201);
  expect((await listed()).toSorted((a, b) => a.orderNumber.localeCompare(b.orderNumber))).toEqual([
    { ...alone, orderNumber: 'N1', units: ['2 MUG'], mergedOrSplit: true },
    { ...alone, orderNumber: 'N1', units: ['1 MUG'], mergedOrSplit: true, parentId: first.orderId },
    { ...alone, orderNumber: 'N2', units: ['1 CUP'] },
  ]);
});

test('what was merged away answers 404 until the merge is taken back', async () => {
  const { steer, shipStation, listed, first, second } = await shopWithTwo();
  await steer(`/ship_station/orders/${first.orderId}/merge`, { body: { orderIds: [second.orderId] } });
  expect(await listed()).toEqual([
    { ...alone, orderNumber: 'N1', units: ['3 MUG', '1 CUP'], mergedIds: [second.orderId], mergedOrSplit: true },
  ]);
  expect((await shipStation(`/orders/${second.orderId}`)).status).toBe(404);
  await steer(`/ship_station/orders/${first.orderId}/unmerge`, { method: 'POST' });
  expect((await listed()).map(({ units }) => units).toSorted()).toEqual([['1 CUP'], ['3 MUG']]);
  expect((await shipStation(`/orders/${second.orderId}`)).status).toBe(200);
});

test('a deleted order is gone without a trace, and an empty list has no pages', async () => {
  const { steer, shipStation, first, second } = await shopWithTwo();
  for (const { orderId } of [first, second])
    expect((await steer(`/ship_station/orders/${orderId}`, { method: 'DELETE' })).status).toBe(204);
  expect((await shipStation(`/orders/${first.orderId}`)).status).toBe(404);
  expect((await shipStation<Read>('/orders')).body).toEqual({ orders: [], total: 0, page: 1, pages: 0 });
});

test('an order may have no items, no codes and no weight, and be fulfilled by somebody else', async () => {
  const { control, shipStation } = await visit();
  const [empty, bare] = control.seller().add([
    { orderNumber: 'N1', items: [] },
    { orderNumber: 'N2', externallyFulfilled: true, serviceCode: null, items: [{ sku: 'MUG', quantity: 1, weightOunces: null }] },
  ]);
  expect((await shipStation(`/orders/${empty?.orderId}`)).body).toMatchObject({ items: [], weight: null });
  expect((await shipStation(`/orders/${bare?.orderId}`)).body).toMatchObject({
    ...{ externallyFulfilled: true, carrierCode: null, serviceCode: null, requestedShippingService: null, weight: null },
    items: [{ sku: 'MUG', weight: null }],
  });
});
