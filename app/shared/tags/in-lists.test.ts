import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { readingOf } from '../../../bench/plans/explained.ts';
import { inTenant } from '../../../platform/tenant.ts';
import { exporting } from '../../../test/exports.ts';
import { addConnection, addOrders, addProducts } from '../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { itemList } from '../../nouns/catalogue/contract.ts';
import { listItems } from '../../nouns/catalogue/queries.ts';
import { orderFilter } from '../../nouns/order-flow/contract/filter.ts';
import { listOrders } from '../../nouns/orders/list/queries.ts';
import { purchaseOrderFilter } from '../../nouns/purchase-flow/contract/filter.ts';
import { listPurchaseOrders } from '../../nouns/purchase-orders/list/queries.ts';
import { namesOfFilter } from './filter.ts';

const own = testWeb({ longestWaitMs: 0 });
const many = 10_020;
let ann: Person;
let stranger: Person;
const tags: Record<string, number> = {};
let channel: number;

const nouns = ['order', 'purchase_order', 'product', 'raw_material'] as const;
type Noun = (typeof nouns)[number];
const path = { order: 'orders', purchase_order: 'purchase-orders', product: 'products', raw_material: 'raw_materials' } as const;
const ids: Record<Noun, number[]> = { order: [], purchase_order: [], product: [], raw_material: [] };
const list = async (noun: Noun, query: string, by = ann) => (await own.as(by, { url: `/api/${path[noun]}?${query}` })).json();
const found = async (noun: Noun, query: string, by = ann) => {
  const { data } = await list(noun, query, by);
  return data.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b);
};
const put = (noun: Noun, name: string, records: number[], { accountId } = ann) =>
  own.sql(
    `insert into tagged_records (account_id, record_type, record_id, tag_id) select $1, $2, unnest($3::bigint[]), $4 on conflict do nothing`,
    [accountId, noun, records, tags[name]],
  );
const createTag = async ({ accountId }: Person, name: string, deleted: string | null = null) => {
  const [row] = await own.sql<{ id: string }>(
    `insert into tags (account_id, name, color, deleted_at) values ($1, $2, 'teal', $3) returning id`,
    [accountId, name, deleted],
  );
  tags[name] = Number(row?.id);
};

/** Four records of each noun: the first has all tags, the second one, the third a deleted one, the fourth none. */
beforeAll(async () => {
  ann = await own.person(await own.account());
  stranger = await own.person(await own.account());
  channel = await addConnection(own, ann.accountId);
  ids.order = await addOrders(own, ann.accountId, channel, [{}, {}, {}, {}]);
  ids.product = [...(await addProducts(own, ann.accountId, ['A', 'B', 'C', 'D'])).values()];
  const purchases = await own.sql<{ id: string }>(
    `insert into purchase_orders (account_id, source_number, status) select $1, 'P-' || n, 'pending' from generate_series(1, 4) as n returning id`,
    [ann.accountId],
  );
  const materials = await own.sql<{ id: string }>(
    `insert into raw_materials (account_id, sku, name) select $1, 'M-' || n, 'Felt' from generate_series(1, 4) as n returning id`,
    [ann.accountId],
  );
  ids.raw_material = materials.map(({ id }) => Number(id));
  ids.purchase_order = purchases.map(({ id }) => Number(id));
  await createTag(ann, 'Gift');
  await createTag(ann, 'Fragile');
  await createTag(ann, 'Old', '2026-03-01T00:00:00Z');
  await createTag(stranger, 'Theirs');
  for (const noun of nouns) {
    const [first = 0, second = 0, third = 0] = ids[noun];
    await put(noun, 'Gift', [first, second]);
    await put(noun, 'Fragile', [first]);
    await put(noun, 'Old', [first, third]);
    await put(noun, 'Theirs', ids[noun], stranger);
  }
});

test.each(nouns)('a list shows the tags of each %s by name, without deleted ones', async (noun) => {
  const { data } = await list(noun, '');
  const names = new Map(
    data.map(({ id, tags: on }: { id: number; tags: { name: string }[] }): [number, string[]] => [id, on.map(({ name }) => name)]),
  );
  expect(ids[noun].map((id) => names.get(id))).toEqual([['Fragile', 'Gift'], ['Gift'], [], []]);
  expect(data.find(({ id }: { id: number }) => id === ids[noun][1]).tags).toEqual([{ id: tags.Gift, name: 'Gift', color: 'teal' }]);
});

test.each(nouns)('a list is narrowed to each %s that has a tag, or none; a deleted or foreign tag matches nothing', async (noun) => {
  const [first = 0, second = 0, third = 0, fourth = 0] = ids[noun];
  expect(await found(noun, `tag=${tags.Gift}`)).toEqual([first, second]);
  expect(await list(noun, `tag=${tags.Fragile}`)).toMatchObject({ total: 1, total_is_exact: true, data: [{ id: first }] });
  expect(await found(noun, 'tag=none')).toEqual([third, fourth]);
  for (const tag of [tags.Old, tags.Theirs, 999_999]) expect(await list(noun, `tag=${tag}`)).toMatchObject({ total: 0, data: [] });
  expect(await found(noun, `tag=${tags.Gift}`, stranger)).toEqual([]);
  expect((await own.as(ann, { url: `/api/${path[noun]}?tag=gift` })).statusCode).toBe(422);
});

const prepared = {
  order: '/api/orders/bulk-action/prepare',
  purchase_order: '/purchase-orders/bulk-action/prepare',
  product: '/api/products/bulk-action/prepare',
  raw_material: '/api/raw_materials/bulk-action/prepare',
};
test.each(nouns)('what is done with every %s of a list takes those with the tag', async (noun) => {
  for (const [tag, total] of [
    [tags.Gift, 2],
    ['none', 2],
    [tags.Old, 0],
  ]) {
    const reply = await own.as(ann, { method: 'POST', url: prepared[noun], payload: { filter: { tag } } });
    expect([reply.statusCode, reply.json().total]).toEqual([201, total]);
  }
});

test('what a filter is called: by its tag, and where that was deleted', async () => {
  const called = (tag: number | 'none' | undefined, by = ann) => inTenant(own.database, by, (tenant) => namesOfFilter(tenant, tag));
  expect(await called(tags.Gift)).toEqual({ [tags.Gift as number]: 'Gift' });
  expect(await called(tags.Old)).toEqual({ [tags.Old as number]: 'Old (deleted)' });
  expect(await called(tags.Gift, stranger)).toEqual({ [tags.Gift as number]: 'A tag that is gone' });
  expect([await called('none'), await called(undefined)]).toEqual([{ none: 'None' }, {}]);
});

test('a saved view keeps its tag', async () => {
  const payload = { entity: 'orders', name: 'Gifts', query: { tag: tags.Gift }, columns: ['order_number'] };
  const reply = await own.as(ann, { method: 'POST', url: '/api/views', payload });
  expect([reply.statusCode, reply.json().view.query]).toEqual([201, { tag: tags.Gift }]);
});

test('an export of a list with a tag has what the list has', async () => {
  const numbers = (file: string) => file.trim().split('\r\n').length - 1;
  const { exportedBy } = exporting(own);
  expect(numbers(await exportedBy(ann, `/api/orders/export/${ann.accountId}`, { tag: tags.Gift }))).toBe(2);
  expect(numbers(await exportedBy(ann, '/api/purchase-orders/export', { tag: tags.Gift }))).toBe(2);
  expect(numbers(await exportedBy(ann, '/api/download-csv/2', { listed: { tag: tags.Fragile } }))).toBe(1);
});

test('the files of the three have a column of tags, safe to open in a spreadsheet', async () => {
  await createTag(ann, '=1+1');
  for (const noun of nouns) await put(noun, '=1+1', ids[noun].slice(3));
  const { exportedBy } = exporting(own);
  const tagsIn = async (url: string, by: string) => {
    const rows = parse(await exportedBy(ann, url, {}), { bom: true, columns: true }) as Record<string, string>[];
    return rows.sort((a, b) => (a[by] ?? '').localeCompare(b[by] ?? '')).map((row) => row.tags);
  };
  const all = ['Fragile, Gift', 'Gift', '', "'=1+1"];
  expect(await tagsIn(`/api/orders/export/${ann.accountId}`, 'order_number')).toEqual(all);
  expect(await tagsIn('/api/purchase-orders/export', 'source_number')).toEqual(all);
  expect(await tagsIn('/api/download-csv/2', 'sku')).toEqual(all);
  await own.sql(`update tags set deleted_at = now() where id = $1`, [tags['=1+1']]);
});

test('a tag of more records than a list looks through is not cut off unsaid, and a rare one is found by its index', async () => {
  const { accountId } = ann;
  await createTag(ann, 'Wide');
  await createTag(ann, 'Rare');
  await own.sql(
    `insert into orders (account_id, connection_id, remote_id, source_order_number, source_status, source_state, order_date, imported_day,
      currency, customer_name, address, city, postal_code, country, shipping_cost, tax_cost, total_cost, content_hash, remote_modified_at)
     select $1, $2, 'W' || n, 'W-' || n, 'x', 'ready', '2020-01-01'::timestamptz + n * interval '1 hour', '2020-01-01', 'USD', 'Ann', '1 Main Street',
      'Austin', '78701', 'US', 0, 0, n % 100, 'x', now() from generate_series(1, $3) as n`,
    [accountId, channel, many],
  );
  for (const items of ['products', 'raw_materials'])
    await own.sql(`insert into ${items} (account_id, sku, name) select $1, 'W-' || n, 'W' from generate_series(1, $2) as n`, [
      accountId,
      many,
    ]);
  await own.sql(
    `insert into purchase_orders (account_id, source_number, status) select $1, 'W-' || n, 'pending' from generate_series(1, $2) as n`,
    [accountId, many],
  );
  const table = { order: 'orders', purchase_order: 'purchase_orders', product: 'products', raw_material: 'raw_materials' } as const;
  for (const noun of nouns) {
    const column = { order: 'source_order_number', purchase_order: 'source_number', product: 'sku', raw_material: 'sku' }[noun];
    const rows = await own.sql<{ id: string }>(`select id from ${table[noun]} where account_id = $1 and ${column} like 'W-%' order by id`, [
      accountId,
    ]);
    const wide = rows.map(({ id }) => Number(id));
    await put(noun, 'Wide', wide);
    await put(noun, 'Rare', wide.slice(0, 3));
  }
  await own.sql('analyze tags, tagged_records, orders, products, raw_materials, purchase_orders');
  const read = {
    order: (tag: number) => inTenant(own.database, ann, (tenant) => listOrders(tenant, orderFilter.parse({ tag }))),
    purchase_order: (tag: number) =>
      inTenant(own.database, ann, (tenant) => listPurchaseOrders(tenant, purchaseOrderFilter.parse({ tag }))),
    product: (tag: number) => inTenant(own.database, ann, (tenant) => listItems(tenant, 'products', itemList.query.parse({ tag }))),
    raw_material: (tag: number) =>
      inTenant(own.database, ann, (tenant) => listItems(tenant, 'raw_materials', itemList.query.parse({ tag }))),
  };
  for (const noun of nouns) {
    const wide = await read[noun](tags.Wide as number);
    expect([noun, wide.data.length, wide.total_is_exact, wide.scanned]).toEqual([noun, 50, false, 10_000]);
    const rare = await read[noun](tags.Rare as number);
    expect([noun, rare.total, rare.total_is_exact, rare.scanned]).toEqual([noun, 3, true, null]);
  }
});

test('tags are read by one statement a page, and a tag by its index', async () => {
  const { statements } = await readingOf(own.database, (tenant) => listOrders(tenant, orderFilter.parse({ tag: tags.Rare })), {
    accountId: ann.accountId,
    userId: null,
  });
  const ofRows = statements.filter(({ text }) => text.includes('r.record_id = any('));
  expect(ofRows).toHaveLength(1);
  const indexes = (plan: object): string[] => [
    ...('Index Name' in plan ? [String(plan['Index Name'])] : []),
    ...('Plans' in plan ? (plan.Plans as object[]).flatMap(indexes) : []),
  ];
  const used = new Set(statements.flatMap(({ plan }) => indexes(plan)));
  expect(used.has('tagged_records_of_tag')).toBe(true);
  expect(statements.reduce((sum, { pages }) => sum + pages, 0)).toBeLessThan(200);
});
