import { beforeAll, expect, test } from 'vitest';
import { type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import { issuesInWords } from '../../../../test/in-words.ts';
import { addConnection } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { countLowStock } from '../../../screens/dashboard/stock/stock.ts';
import { finishSnapshot, storeStock } from '../../warehouse/stock.ts';

const own = testWeb();
let ann: Person;
let warehouse: number;
const ids = new Map<string, number>();

beforeAll(async () => {
  ann = await own.person(await own.account());
  warehouse = await addConnection(own, ann.accountId, 'warehouse');
  for (const [kind, sku] of [
    ['products', 'MUG'],
    ['products', 'NEVER-COUNTED'],
    ['raw_materials', 'BOX'],
  ] as const) {
    const reply = await own.as(ann, { method: 'POST', url: `/api/${kind}`, payload: { sku, name: sku, reorder_point: 10 } });
    ids.set(sku, reply.json().id);
  }
});

const within = <T>(work: (tenant: Tenant) => Promise<T>) => withoutPerson(own.database, ann.accountId, work);
async function count(hour: number, units: Record<string, number>) {
  const at = new Date(Date.UTC(2026, 10, 20, hour));
  const row = { warehouseId: 'KY1', location: 'A', lot: null, allocated: 0, onHold: 1 };
  const rows = Object.entries(units).map(([sku, inStock]) => ({ ...row, sku, onHand: inStock + 1, available: inStock }));
  await within((tenant) => storeStock(tenant, warehouse, rows, at));
  await within((tenant) => finishSnapshot(tenant, warehouse, at));
}
const sentences = async () =>
  issuesInWords(
    await own.sql(`select sentence from issues where account_id = $1 and type = 'low_stock' and closed_at is null order by id`, [
      ann.accountId,
    ]),
  ).map(({ sentence }) => sentence);
const listed = async (kind: string, query: string) =>
  (await own.as(ann, { url: `/api/${kind}?${query}` })).json().data.map(({ sku }: { sku: string }) => sku);

test('what is below its reorder point is a filter, an issue and a figure, products and raw materials alike', async () => {
  await count(1, { MUG: 10, BOX: 10 });
  expect(await sentences()).toEqual([]);
  await count(2, { MUG: 9, BOX: 0 });
  expect(await sentences()).toEqual([
    'MUG: 9 available, below its reorder point of 10.',
    'BOX: 0 available, below its reorder point of 10.',
  ]);
  expect([await listed('products', 'stock=low'), await listed('raw_materials', 'stock=low')]).toEqual([['MUG'], ['BOX']]);
  expect([await listed('products', 'stock=out'), await listed('raw_materials', 'stock=out')]).toEqual([[], ['BOX']]);
  const [none, one] = [0, 1].map((count) => ({ count, more: false }));
  expect(await within(countLowStock)).toEqual({ products: { low: one, out: none }, raw_materials: { low: one, out: one } });

  await count(3, { MUG: 5, BOX: 20 });
  expect(await sentences()).toEqual(['MUG: 5 available, below its reorder point of 10.']);
  const id = ids.get('MUG');
  await own.as(ann, { method: 'PUT', url: `/api/products/${id}`, payload: { name: 'MUG', reorder_point: 5 } });
  expect(await sentences()).toEqual([]);
  expect(await within(countLowStock)).toEqual({ products: { low: none, out: none }, raw_materials: { low: none, out: none } });
});

test('an item that is deleted is no longer low', async () => {
  await count(4, { MUG: 20, BOX: 3 });
  expect(await sentences()).toEqual(['BOX: 3 available, below its reorder point of 10.']);
  await own.as(ann, { method: 'DELETE', url: `/api/raw_materials/${ids.get('BOX')}` });
  expect([await sentences(), (await within(countLowStock)).raw_materials.low.count]).toEqual([[], 0]);
});
