import { beforeEach, expect, test } from 'vitest';
import { scanLimit } from '../../../../platform/list/scan.ts';
import { inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { importing } from '../../../../test/imports.ts';
import { indexWords } from '../../../../test/index-words.ts';
import { addConnection } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { tick } from '../../../engine/tick.ts';
import { listListings } from '../../links/listings/listings.ts';
import { storeItems } from '../../products/items.ts';
import { changeItem, createItem } from '../items/commands.ts';
import { itemsBySku, listItems } from '../queries.ts';
import { itemValues } from '../values/item-values.ts';

const own = testWeb();
const { check, apply, undo } = importing(own);
let ann: Person;
let bea: Person;

beforeEach(async () => {
  ann = await own.person(await own.account());
  bea = await own.person(await own.account());
});

const index = ({ accountId }: Person) => indexWords(own, accountId);
const as = <Result>({ accountId, userId }: Person, act: (tenant: Tenant) => Promise<Result>) =>
  inTenant(own.database, { accountId, userId }, act);
const termsOf = async ({ accountId }: Person, record = 'product') =>
  (await own.sql<{ term: string }>(`select term from ${record}_terms where account_id = $1 order by record_id, term`, [accountId])).map(
    ({ term }) => term,
  );
const due = ({ accountId }: Person) =>
  own.sql<{ noun: string; record_ids: string[] }>('select noun, record_ids from words_due where account_id = $1', [accountId]);
const skus = async (person: Person, search: string) =>
  (await as(person, (tenant) => listItems(tenant, 'products', { ...itemsBySku, search, page: 1, perPage: 50 }))).data.map(({ sku }) => sku);

test('an item has the words of its SKU, UPC and name, and its SKU as a whole, until it is deleted', async () => {
  const item = itemValues.parse({ name: 'Mug “Größe” é-clair, No. 8 mug', upc: '5012345678900' });
  const id = await as(ann, (tenant) => createItem(tenant, 'products', { sku: 'MUG-8/RED', ...item }));
  await as(ann, (tenant) => createItem(tenant, 'raw_materials', { sku: 'CLAY', ...itemValues.parse({ name: 'Clay' }) }));
  await index(ann);
  expect(await termsOf(ann)).toEqual(['5012345678900', '8', 'clair', 'e-clair', 'grosse', 'mug', 'mug-8/red', 'no', 'red']);
  expect(await termsOf(ann, 'raw_material')).toEqual(['clay']);
  await as(ann, (tenant) => changeItem(tenant, 'products', id, { name: 'Cup', upc: null }));
  await index(ann);
  expect(await termsOf(ann)).toEqual(['cup', 'mug', 'mug-8/red', 'red']);
  await own.sql('delete from products where account_id = $1', [ann.accountId]);
  await index(ann);
  expect([await termsOf(ann), await due(ann)]).toEqual([[], []]);
  expect(await own.sql('select from product_term_sets where account_id = $1', [ann.accountId])).toEqual([]);
});

test('what an order named first has the words of the id and name that its channel gives it later', async () => {
  const channel = await addConnection(own, ann.accountId);
  await own.sql('insert into connector_products (account_id, connection_id, connector_product_sku) values ($1, $2, $3)', [
    ann.accountId,
    channel,
    'CUP',
  ]);
  await index(ann);
  const ofChannel = (...words: string[]) => words.map((word) => `${channel}:${word}`);
  expect(await termsOf(ann, 'connector_product')).toEqual(ofChannel('cup'));
  await own.sql(`update connector_products set connector_product_id = 'L-77', name = 'A tea cup' where account_id = $1`, [ann.accountId]);
  await index(ann);
  expect(await termsOf(ann, 'connector_product')).toEqual(ofChannel('77', 'a', 'cup', 'l-77', 'tea'));
});

test('only what is searched by is indexed again, by one job however many transactions changed something', async () => {
  const jobs = () => own.sql(`select from graphile_worker.jobs where task_identifier = 'words:index' and queue_name = $1`, [queue]);
  const queue = `words:${ann.accountId}:products`;
  const connectionId = await addConnection(own, ann.accountId, 'warehouse');
  const fed = (sku: string, name: string) => ({
    sku,
    name,
    upc: null,
    description: null,
    imageUrl: null,
    warehouseLocation: null,
    raw: {},
  });
  const feed = (...items: ReturnType<typeof fed>[]) => as(ann, (tenant) => storeItems(tenant, connectionId, items));
  await feed(fed('A', 'Alpha'), fed('B', 'Beta'));
  await as(ann, async (tenant) => {
    for (const sku of ['C', 'D']) await createItem(tenant, 'products', { sku, ...itemValues.parse({ name: sku }) });
  });
  for (let ticks = 0; ticks < 2; ticks++) await tick(own.database);
  expect([(await due(ann)).map(({ record_ids }) => record_ids.length), (await jobs()).length]).toEqual([[2, 1, 1], 1]);
  await index(ann);
  await feed(fed('A', 'Alpha'), fed('B', 'Beta'));
  await own.sql('update products set quantity_on_hand = 7, warehouse_location = $2 where account_id = $1', [ann.accountId, 'KY1']);
  expect(await due(ann)).toEqual([]);
  await feed(fed('A', 'Alpha'), fed('B', 'Bravo'));
  expect((await due(ann)).map(({ record_ids }) => record_ids.length)).toEqual([1]);
  await index(ann);
  expect(await termsOf(ann)).toEqual(['a', 'alpha', 'b', 'bravo', 'c', 'd']);
});

test('the words of one account are written and found by no other', async () => {
  for (const person of [ann, bea])
    await as(person, (tenant) => createItem(tenant, 'products', { sku: 'MUG', ...itemValues.parse({ name: 'Mug of somebody' }) }));
  await index(ann);
  expect([(await termsOf(ann)).length, await termsOf(bea), (await due(bea)).length]).toEqual([3, [], 1]);
  const seen = await as(bea, (tenant) =>
    tenant.prepared(
      '',
      'select (select count(*)::int from product_terms) as terms, (select count(*)::int from product_term_sets) as sets',
      [],
    ),
  );
  expect(seen).toEqual([{ terms: 0, sets: 0 }]);
});

test('of a large import each item is found by a word in the middle of its name once it is indexed, and by its beginning before', async () => {
  const rows = Array.from({ length: scanLimit + 2_000 }, (_, n) => `S${String(n).padStart(6, '0')};Thing number${n} of glass`);
  const file = (more = '') => ['SKU;Name', ...rows.map((row) => row + more)].join('\n');
  const id = await check(ann, file());
  await apply(ann, id);
  expect(await skus(ann, 'S011999')).toEqual(['S011999']);
  expect(await skus(ann, 'number11999')).toEqual([]);
  await index(ann);
  expect(await skus(ann, 'number11999')).toEqual(['S011999']);
  expect(await skus(ann, 'glass s011999')).toEqual(['S011999']);

  const renaming = await check(ann, file(' renewed'));
  await apply(ann, renaming);
  // A row for some thousands of them, not one for each.
  expect((await due(ann)).length).toBeLessThan(20);
  await index(ann);
  expect(await skus(ann, 'renewed number11999')).toEqual(['S011999']);
  await undo(ann, renaming);
  await index(ann);
  expect(await skus(ann, 'renewed')).toEqual([]);
  expect(await skus(ann, 'number11999')).toEqual(['S011999']);
});

test('what a channel sells is found in the list of its connection, however much others have of the same', async () => {
  const [large, other] = [await addConnection(own, ann.accountId), await addConnection(own, ann.accountId)];
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, connector_product_id, name)
     select $1, c, 'N-' || n, 'Gid/' || n, 'Lamp of glass ' || n from unnest($2::bigint[]) as c, generate_series(1, $3::int) as n`,
    [ann.accountId, [large, other], scanLimit + 1],
  );
  await own.sql(`update connector_products set name = 'Quartz sun' where connection_id = $1 and connector_product_sku = 'N-77'`, [large]);
  await index(ann);
  const found = async (q: string) => {
    const query = { q, page: 1, perPage: 50, pagination: 50, connectionStatus: 'All' as const };
    return (await as(ann, (tenant) => listListings(tenant, { id: large, slug: 'it' }, query))).data;
  };
  for (const words of ['sun', 'quartz n-77', 'gid/77 sun'])
    expect(
      (await found(words)).map((row) => [row.connector_id, row.connector_product_sku]),
      words,
    ).toEqual([[large, 'N-77']]);
  expect((await found('n-10001')).map((row) => row.connector_id)).toEqual([large]);
  expect((await found('glass')).every((row) => row.connector_id === large)).toBe(true);
});
