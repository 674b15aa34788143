import { beforeAll, expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { exporting } from '../../../../test/exports.ts';
import { importing } from '../../../../test/imports.ts';
import { addConnection } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { stillExporting } from '../../../shared/exports/contract.ts';
import { wordChoice } from '../../../shared/exports/selected/choices.ts';
import type { Kind } from '../kinds.ts';
import { narrowedBy, narrowedToSource, startItemsExport } from './commands.ts';

const own = testWeb({ longestWaitMs: 0 });
const { check, stateOf } = importing(own);
let ann: Person;
let bea: Person;
let mugs: number;

beforeAll(async () => {
  ann = await own.person(await own.account());
  bea = await own.person(await own.account());
  const [category] = await own.sql<{ id: string }>(
    `insert into categories (account_id, kind, name) values ($1, 'products', '=Mugs') returning id`,
    [ann.accountId],
  );
  mugs = Number(category?.id);
  const columns =
    'account_id, sku, name, upc, description, category_id, image_url, unit, weight, warehouse_location, reorder_point, quantity_on_hand';
  await own.sql(
    `insert into products (${columns}) values
      ($1, '=SKU', E' A "mug"; -5,\\r\\nblue\\t', '012345678905', '-1+2', $2, 'https://example.com/a.jpg', 'piece', 0.2500, '@A', 3, 7),
      ($1, '-SKU', '''quoted', '11digits', E'line\\rbreak', null, null, null, null, 'B;=2', null, 0),
      ($1, '1.23E+12', 'Mangled', '1,5', null, null, 'odd address', null, 12.5, 'B', 0, 0),
      ($1, E'NB\\u00a0SP', '', null, '', $2, null, ' ', 0, null, null, 0),
      ($1, 'e', '#REF!', '17850.0', E'\\u200bzero', null, null, null, null, 'a', null, 0), ($1, 'E', 'É', null, null, null, null, null, null, 'A', null, 0)`,
    [ann.accountId, mugs],
  );
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'BEA', 'Hers')`, [bea.accountId]);
});

const write = (exportId: number, person = ann) => exporting(own).write(exportId, person);

async function exported(narrow: Parameters<typeof startItemsExport>[2], kind: Kind = 'products', person = ann): Promise<string> {
  const { id } = await inTenant(own.database, person, (tenant) => startItemsExport(tenant, kind, narrow));
  await write(id, person);
  return exporting(own).textOf(id, person);
}

test('what is exported is safe to open in a spreadsheet, and imported again it changes nothing', async () => {
  const text = await exported(null);
  expect(text).toContain("'=SKU");
  expect(text.split(/[,\r\n"]+/).filter((cell) => /^[=+@]/.test(cell))).toEqual([]);
  const id = await check(ann, text);
  expect(await stateOf(id)).toMatchObject({ created: 0, changed: 0, wrong: 0, unchanged: 6 });
});

test('a catalogue that is read in parts is one file, each product once, by SKU', async () => {
  const many = await own.person(await own.account());
  await own.sql(
    `insert into products (account_id, sku, name) select $1, 'S' || lpad((n * 7919 % 50021)::text, 6, '0'), 'Item ' || n from generate_series(1, 50020) as n`,
    [many.accountId],
  );
  const lines = (await exported(null, 'products', many)).split('\r\n');
  expect(lines[0]).toMatch(/^\ufeffsku,name,/);
  const skus = lines.slice(1, -1).map((line) => line.slice(0, 7));
  expect([skus.length, new Set(skus).size, skus]).toEqual([50_020, 50_020, skus.toSorted()]);
});

const skusIn = (text: string) => [...text.matchAll(/^\ufeff?'?([^\s,"]+),/gm)].map(([, sku]) => sku).filter((sku) => sku !== 'sku');

test('categories, locations, single items and a channel narrow it', async () => {
  const by = (kind: Parameters<typeof narrowedBy>[2], values: (string | number)[]) =>
    inTenant(own.database, ann, (tenant) => narrowedBy(tenant, 'products', kind, values)).then(exported);
  expect((await by('categories', [mugs])).match(/Mugs/g)).toHaveLength(2);
  expect(skusIn(await by('warehouse_locations', ['B']))).toEqual(['1.23E+12']);
  const [item] = await own.sql<{ id: string }>(`select id from products where sku = 'E' and account_id = $1`, [ann.accountId]);
  expect(skusIn(await by('entities', [Number(item?.id)]))).toEqual(['E']);
  const channel = await addConnection(own, ann.accountId);
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, product_id) values ($1, $2, 'theirs', $3)`,
    [ann.accountId, channel, item?.id],
  );
  const [{ slug } = { slug: '' }] = await own.sql<{ slug: string }>('select slug from connections where id = $1', [channel]);
  expect(skusIn(await exported(await inTenant(own.database, ann, (tenant) => narrowedToSource(tenant, slug))))).toEqual(['E']);
});

test('of two channels of one name, as after a new start, the connected one narrows it', async () => {
  const { accountId } = ann;
  const [former, connected] = [await addConnection(own, accountId), await addConnection(own, accountId)];
  await own.sql(`update connections set state = 'disconnected', disconnected_at = now() where id = $1`, [former]);
  await own.sql('update connections set slug = (select slug from connections where id = $1) where id = $2', [former, connected]);
  for (const [connection, sku] of [
    [former, 'e'],
    [connected, 'E'],
  ])
    await own.sql(
      `insert into connector_products (account_id, connection_id, connector_product_sku, product_id)
        select account_id, $2, sku, id from products where account_id = $1 and sku = $3`,
      [accountId, connection, sku],
    );
  const [{ slug } = { slug: '' }] = await own.sql<{ slug: string }>('select slug from connections where id = $1', [connected]);
  const narrowed = await inTenant(own.database, ann, (tenant) => narrowedToSource(tenant, slug));
  expect(skusIn(await exported(narrowed))).toEqual(['E']);
});

test('of locations that are digits each is exported by its own name', async () => {
  const cleo = await own.person(await own.account());
  await own.sql(
    `insert into products (account_id, sku, name, warehouse_location) values ($1, 'ZERO', 'A mug', '0101'), ($1, 'PLAIN', 'A cup', '101')`,
    [cleo.accountId],
  );
  const payload = { filterBy: 'warehouse_locations', filterArray: ['0101'] };
  expect((await own.as(cleo, { method: 'POST', url: '/api/download-csv/2', payload })).statusCode).toBe(504);
  const [row] = await own.sql<{ id: string }>('select id from exports where account_id = $1', [cleo.accountId]);
  const id = Number(row?.id);
  await write(id, cleo);
  expect(skusIn(await exporting(own).textOf(id, cleo))).toEqual(['ZERO']);
});

test('what a list shows is exported by its filters, as it was when the export began', async () => {
  const listed = (filter: object) => own.as(ann, { method: 'POST', url: '/api/download-csv/2', payload: { listed: filter } });
  const file = async (filter: object) => {
    expect((await listed(filter)).statusCode).toBe(504);
    const [row] = await own.sql<{ id: string; described: object | null }>(
      'select id, described from exports where account_id = $1 and finished_at is null',
      [ann.accountId],
    );
    await write(Number(row?.id));
    const [stored] = await own.sql<{ file_id: string }>('select file_id from exports where id = $1', [row?.id]);
    return {
      described: row?.described ? wordChoice(row.described) : null,
      text: (await own.as(ann, { url: `/api/files/${stored?.file_id}` })).body,
    };
  };
  const found = await file({ search: 'mang', stock: '', linked: 'no' });
  expect([found.described, skusIn(found.text)]).toEqual(['“mang”, not linked', ['1.23E+12']]);
  expect((await file({ category: mugs })).text.match(/Mugs/g)).toHaveLength(2);
  expect((await file({ search: '' })).described).toBeNull();
  expect((await listed({ colour: 'red' })).statusCode).toBe(422);
});

test('the specification’s calls count, list and export; a caller does not wait for ever', async () => {
  const [{ count }, items] = (await own.as(ann, { url: '/api/download-csv/get-item-count?entity_id=2' })).json();
  expect([count, items.length]).toEqual([6, 6]);
  expect((await own.as(ann, { url: '/api/download-csv/get-item-count?entity_id=1' })).json()).toEqual([{ count: 0 }, []]);
  expect((await own.as(ann, { url: '/api/download-csv/get-item-count?entity_id=2&q=-s' })).json()[1]).toMatchObject([{ sku: '-SKU' }]);
  expect((await own.as(ann, { url: '/api/entities/warehouse-locations/2' })).json()).toContain('B');
  const calls = [
    { url: '/api/download-csv?entity_id=2' },
    { url: `/api/products/export/${ann.accountId}?source=location:B` },
    { method: 'POST' as const, url: '/api/download-csv/2', payload: { filterBy: 'categories', filterArray: [mugs] } },
  ];
  for (const call of calls) {
    const reply = await own.as(ann, call);
    expect([reply.statusCode, reply.json().errorMessage]).toEqual([504, stillExporting]);
    expect((await own.as(ann, call)).statusCode).toBe(504);
  }
  const running = await own.sql<{ id: string }>('select id from exports where finished_at is null and account_id = $1', [ann.accountId]);
  expect(running).toHaveLength(3);
  for (const { id } of running) await write(Number(id));
});

test('nonsense is refused, and another account’s items are never in a file', async () => {
  const post = (payload: object) => own.as(ann, { method: 'POST', url: '/api/download-csv/2', payload });
  expect((await post({ filterBy: 'categories', filterArray: ['x; drop table products'] })).json()).toEqual({
    filterArray: ['Must be ids'],
  });
  const refused = async (payload: object) => {
    const reply = await post(payload);
    return [reply.statusCode, Object.keys(reply.json())];
  };
  expect(await refused({ filterBy: 'colour', filterArray: [1] })).toEqual([422, ['filterBy']]);
  expect(await refused({ filterBy: 'categories', filterArray: [] })).toEqual([422, ['filterArray']]);
  expect(await refused({ filterBy: 'categories' })).toEqual([422, ['filterArray']]);
  expect(await refused({ filterArray: [1] })).toEqual([422, ['filterBy']]);
  expect(await refused({ filterBy: 'categories', filterArray: [1], listed: {} })).toEqual([422, ['listed']]);
  expect((await own.as(ann, { url: '/api/products/export/1?source=nobody' })).statusCode).toBe(ann.accountId === 1 ? 422 : 403);
  expect((await own.as(ann, { url: '/api/download-csv?entity_id=7' })).statusCode).toBe(404);
  expect(skusIn(await exported(null, 'products', bea))).toEqual(['BEA']);
});
