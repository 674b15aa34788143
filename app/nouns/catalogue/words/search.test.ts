import { beforeAll, expect, test } from 'vitest';
import { scanLimit } from '../../../../platform/list/scan.ts';
import { withoutPerson } from '../../../../platform/tenant.ts';
import { indexWords } from '../../../../test/index-words.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import type { Kind } from '../kinds.ts';
import { itemsBySku, listItems } from '../queries.ts';

const own = testWeb();
const kinds = ['products', 'raw_materials'] as const;
let ann: Person;
let bea: Person;

beforeAll(async () => {
  ann = await own.person(await own.account());
  bea = await own.person(await own.account());
  for (const kind of kinds) {
    await own.sql(
      `insert into ${kind} (account_id, sku, name, upc, quantity_on_hand, quantity_on_hold, quantity_available, warehouse_location) values
        ($1, 'MUG-RED', 'A red mug', '5012345678900', 12, 2, 7, 'KY1 A-1'), ($1, 'mug-blue', 'A blue mug', null, 0, 0, 0, null),
        ($1, 'CUP_100%', 'A cup', null, 0, 0, 0, null), ($2, 'MUG-B', 'A mug of B', null, 0, 0, 0, null)`,
      [ann.accountId, bea.accountId],
    );
  }
});

const find = (kind: Kind, query: string, person: Person | null = ann) => own.as(person, { url: `/api/${kind}/search?${query}` });
const skus = async (kind: Kind, q: string) => {
  const reply = await find(kind, String(new URLSearchParams({ q, is_search: 'true' })));
  return reply.statusCode === 204 ? [] : reply.json().data.map(({ sku }: { sku: string }) => sku);
};

test.each(kinds)('%s: a hit comes with its stock', async (kind) => {
  const reply = await find(kind, `account_id=${ann.accountId}&q=mug-red&page=1&is_search=true`);
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    {
      data: [
        {
          ...{ id: expect.any(Number), sku: 'MUG-RED', name: 'A red mug', upc: '5012345678900', image_url: null, source_link: null },
          ...{ quantity_on_hand: 12, quantity_on_hold: 2, quantity_available: 7, warehouse_location: 'KY1 A-1', gone_at: null },
        },
      ],
      last_page: 1,
    },
  ]);
});

test.each(kinds)('%s: words are found anywhere in SKU, name or UPC, and have no wildcards', async (kind) => {
  expect(await skus(kind, 'mug')).toEqual(['mug-blue', 'MUG-RED']);
  expect(await skus(kind, '  MUG red ')).toEqual(['MUG-RED']);
  expect(await skus(kind, '45678')).toEqual(['MUG-RED']);
  expect(await skus(kind, '100%')).toEqual(['CUP_100%']);
  expect(await skus(kind, '_')).toEqual(['CUP_100%']);
  expect(await skus(kind, "'")).toEqual([]);
});

test('accents of a name and of a search do not matter, in a list of any size', async () => {
  const eva = await own.person(await own.account());
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'É-1', 'Größe für Öfen'), ($1, 'E-2', 'Grosse Ofen')`, [
    eva.accountId,
  ]);
  for (const words of ['grosse', 'GRÖSSE', 'größe', 'ofen große'])
    expect((await find('products', `q=${encodeURIComponent(words)}`, eva)).json().data, words).toHaveLength(2);
  expect((await find('products', 'q=e-1', eva)).json().data).toMatchObject([{ sku: 'É-1' }]);
});

test.each(kinds)('%s: the reply is 204 when nothing is found, 403 or 401 without permission', async (kind) => {
  const none = await find(kind, `account_id=${ann.accountId}&q=nothing%20like%20it`);
  expect([none.statusCode, none.body]).toEqual([204, '']);
  const other = await find(kind, `account_id=${bea.accountId}&q=mug`);
  expect([other.statusCode, other.json()]).toEqual([403, { errorMessage: 'This belongs to another account.', code: 'other_account' }]);
  expect((await find(kind, 'q=mug', null)).statusCode).toBe(401);
  expect((await find(kind, 'q=mug&page=0')).statusCode).toBe(422);
});

test.each(kinds)('%s: without words all are listed, and a page after the last is empty', async (kind) => {
  expect((await find(kind, '')).json()).toMatchObject({
    data: [{ sku: 'CUP_100%' }, { sku: 'mug-blue' }, { sku: 'MUG-RED' }],
    last_page: 1,
  });
  const behind = await find(kind, 'q=mug&page=7');
  expect([behind.statusCode, behind.json()]).toEqual([200, { data: [], last_page: 1 }]);
  const empty = await own.person(await own.account());
  const nothing = await find(kind, `account_id=${empty.accountId}`, empty);
  expect([nothing.statusCode, nothing.json()]).toEqual([200, { data: [], last_page: 1 }]);
});

test('products of an account come as a data set, page by page, and of no other account', async () => {
  const read = (query: string, accountId = ann.accountId) => own.as(ann, { url: `/api/products-by-account/${accountId}?${query}` });
  const { dataSet } = (await read('page=1&q=mug')).json();
  expect(dataSet).toMatchObject({
    data: [{ sku: 'mug-blue' }, { sku: 'MUG-RED', quantity_on_hand: 12 }],
    ...{ current_page: 1, last_page: 1, total: 2, per_page: 50, prev_page_url: null, next_page_url: null },
  });
  expect((await read('page=9')).json().dataSet).toMatchObject({
    ...{ data: [], total: 3, prev_page_url: `/api/products-by-account/${ann.accountId}?page=1` },
  });
  expect((await read('', bea.accountId)).statusCode).toBe(403);
});

/** Four times as many items as are searched one by one, and one that sorts last. */
async function bigCatalogue(): Promise<Person> {
  const many = await own.person(await own.account());
  await own.sql(
    `insert into products (account_id, sku, name, upc) select $1, 'N' || lpad(n::text, 6, '0'), 'Item ' || n, 'U' || n from generate_series(1, $2::int) as n`,
    [many.accountId, scanLimit * 4],
  );
  await own.sql(`insert into products (account_id, sku, name, upc) values ($1, 'ZED-9', 'Quartz lamp of wood', '99887766')`, [
    many.accountId,
  ]);
  await own.sql('vacuum analyze products');
  return many;
}

test('in a large catalogue items are found by the beginnings of their words, in any order, and few rows are read', async () => {
  const many = await bigCatalogue();
  const found = async (q: string) => {
    const reply = await find('products', `q=${encodeURIComponent(q)}`, many);
    return reply.statusCode === 204 ? [] : reply.json().data.map(({ sku }: { sku: string }) => sku);
  };
  // Nothing is indexed yet: a column has to begin so.
  for (const beginning of ['zed-9', 'ZED', 'quartz', 'quartz lamp', '99887']) expect(await found(beginning), beginning).toEqual(['ZED-9']);
  expect(await found('lamp')).toEqual([]);
  const list = (search: string, page = 1) =>
    withoutPerson(own.database, many.accountId, (tenant) => listItems(tenant, 'products', { ...itemsBySku, search, page, perPage: 50 }));
  expect(await list('zed-9')).toMatchObject({ total: 1, total_is_exact: false, scanned: 1 });

  await indexWords(own, many.accountId);
  await own.sql('vacuum analyze product_terms');
  for (const words of ['zed-9', 'zed', '99887', 'lamp', 'LAMP quartz', 'zed lamp', '998877 wo', 'of 99887766 quartz', 'ed-9 lamp'])
    expect(await found(words), words).toEqual(['ZED-9']);
  for (const nothing of ['amp', 'lamp item', 'nothing like it', 'zed-8']) expect(await found(nothing), nothing).toEqual([]);
  // What the list does not show is not worked on with all that it shows.
  const all = async (search: string) =>
    (await own.as(many, { method: 'POST', url: '/api/products/bulk-action/prepare', payload: { filter: { search } } })).json().total;
  expect([await all('amp'), await all('lamp'), await all('zed-9'), await all('q')]).toEqual([0, 1, 1, 1]);
  expect(await list('zed')).toMatchObject({ total: 1, total_is_exact: true, scanned: null });
  expect(await list('nothing like it')).toMatchObject({ total: 0, total_is_exact: true, scanned: null });
  expect(await list('item')).toMatchObject({ total: 150, total_is_exact: false, scanned: expect.any(Number), data: { length: 50 } });
  // A word that all have, and a second one that few of them have.
  expect((await list('item u39999')).data.map(({ sku }) => sku)).toEqual(['N039999']);
  // Two words that many have: more of them are looked at where that leaves less than a page.
  expect((await list('item n00')).total).toBeGreaterThan(150);
  expect((await find('products', '', many)).json()).toMatchObject({ last_page: scanLimit / 20 });
  for (const page of [scanLimit / 20 + 1, 100_000]) expect((await find('products', `page=${page}`, many)).json().data).toEqual([]);
  for (const search of ['', 'item', 'zed-9', 'n00', 'nothing like it'])
    for (const page of [1, 5]) expect(await rowsRead(many, { search, page, perPage: 50 }), `${search} ${page}`).toBeLessThan(1_000);
});

/** How many rows of the table a list reads. Statistics of earlier transactions of the session are included until they are flushed. */
function rowsRead({ accountId }: Person, query: { search: string; page: number; perPage: number }): Promise<number> {
  return withoutPerson(own.database, accountId, async (tenant) => {
    const readSoFar = async () => (await tenant.prepared<{ n: number }>('', soFar, []))[0]?.n ?? 0;
    const before = await readSoFar();
    await listItems(tenant, 'products', { ...itemsBySku, ...query });
    return (await readSoFar()) - before;
  });
}

const soFar = `select (seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables where relname = 'products'`;
