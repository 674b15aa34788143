import { beforeEach, expect, test } from 'vitest';
import { inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { rowsRead } from '../../../../test/rows-read.ts';
import { addConnection, addProducts } from '../../../../test/shop/rows.ts';
import { findEqualListings, hasEqualListings } from './listings.ts';

const own = testDatabase();
const upc = '5010000225681';
let account: Awaited<ReturnType<typeof addAccount>>;
let connectionId: number;

/** Of these listings CUP, and TEAPOT after it, are equal to a product; the newest, OWL, is to none. */
beforeEach(async () => {
  account = await addAccount(own);
  connectionId = await addConnection(own, account.accountId);
  const products = await addProducts(own, account.accountId, ['CUP', 'POT']);
  await own.sql('update products set upc = $2 where id = $1', [products.get('POT'), upc]);
  await list(`values ('CUP', 'A cup', null), ('TEAPOT', 'A pot', '${upc}'), ('OWL', 'An owl', null)`);
});

const list = (rows: string) =>
  own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, name, upc) select $1, $2, t.* from (${rows}) as t`,
    [account.accountId, connectionId],
  );
const doubt = (sku: string) =>
  own.sql(`update connector_products set doubt = '{"kind": "upc"}' where account_id = $1 and connector_product_sku = $2`, [
    ...[account.accountId, sku],
  ]);
const within = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(own.database, account, work);
const hasEqual = () => within((tenant) => hasEqualListings(tenant, connectionId));

test.each([
  [{ compared: 1 }, [], true],
  [{ compared: 2 }, ['TEAPOT'], true],
  [{ compared: 3 }, ['TEAPOT', 'CUP'], false],
  [{ most: 1 }, ['TEAPOT'], true],
  [{ most: 2 }, ['TEAPOT', 'CUP'], false],
])('where there are more than were compared or returned, it is said: %o', async (bounds, skus, more) => {
  const found = await within((tenant) => findEqualListings(tenant, connectionId, undefined, bounds));
  expect([found.data.map(({ sku }) => sku), found.more]).toEqual([skus, more]);
});

test('that one is equal is found beyond packs that are newer', async () => {
  await doubt('TEAPOT');
  await list(`select 'PACK-' || n, 'Pot, pack of 6', '${upc}' from generate_series(1, 40) n`);
  expect(await hasEqual()).toBe(true);
  await doubt('CUP');
  expect(await hasEqual()).toBe(false);
});

test('no further product is compared once one is found that is equal', async () => {
  await list(`select 'TEAPOT-' || n, 'A pot', '${upc}' from generate_series(1, 300) n`);
  const read = await rowsRead(own, 'products', (database) =>
    inTenant(database, account, (tenant) => hasEqualListings(tenant, connectionId)),
  );
  expect(read).toBeLessThan(100);
});

test('nothing equals a product that the warehouse no longer names, nor another one in its place', async () => {
  const found = async () => (await within((tenant) => findEqualListings(tenant, connectionId))).data.map(({ sku }) => sku);
  await own.sql(`update products set gone_at = now() where account_id = $1 and sku = 'POT'`, [account.accountId]);
  expect(await found()).toEqual(['CUP']);
  const others = await addProducts(own, account.accountId, ['POT-2']);
  await own.sql('update products set upc = $2 where id = $1', [others.get('POT-2'), upc]);
  expect(await found()).toEqual(['CUP']);
  await own.sql(`update products set gone_at = now() where account_id = $1 and sku = 'CUP'`, [account.accountId]);
  expect([await found(), await hasEqual()]).toEqual([[], false]);
});
