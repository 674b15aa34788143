import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount } from '../test/build.ts';
import { testDatabase } from '../test/database.ts';
import { addConnection, addOrder } from '../test/shop/rows.ts';
import { type Database, openDatabase } from './db.ts';
import { type Actor, inTenant, reading, type Tenant } from './tenant.ts';

const own = testDatabase();
let one: Database;
let actor: Actor;

/** Over one connection, so that anything that a transaction leaves behind affects the next. */
beforeAll(async () => {
  one = openDatabase({ url: own.url, connections: 1 });
  actor = await addAccount(own);
  await addOrder(own, actor.accountId, await addConnection(own, actor.accountId));
});
afterAll(() => one.close());

const orders = async ({ db }: Tenant) => (await sql<{ n: number }>`select count(*)::int as n from orders`.execute(db)).rows[0]?.n;

test('statements that are started together are all of this account, and the next transaction is of its own', async () => {
  const other = await addAccount(own);
  for (let turn = 0; turn < 3; turn++) {
    expect(await reading(one, actor, (tenant) => Promise.all([orders(tenant), orders(tenant), orders(tenant)]))).toEqual([1, 1, 1]);
    expect(await reading(one, other, orders)).toBe(0);
    expect(await inTenant(one, actor, orders)).toBe(1);
  }
});

test('it cannot write, and what fails leaves the connection as it was', async () => {
  const write = (tenant: Tenant) => sql`update orders set note = 'x' where account_id = ${tenant.accountId}`.execute(tenant.db);
  await expect(reading(one, actor, write)).rejects.toThrow('read-only transaction');
  await expect(reading(one, actor, (tenant) => Promise.all([write(tenant), orders(tenant)]))).rejects.toThrow('read-only transaction');
  const thrown = new Error('no');
  await expect(reading(one, actor, () => Promise.reject(thrown))).rejects.toBe(thrown);
  expect(await inTenant(one, actor, (tenant) => write(tenant).then(() => orders(tenant)))).toBe(1);
  expect(await reading(one, actor, orders)).toBe(1);
});

test('a stream of rows can follow it on its connection', async () => {
  await reading(one, actor, orders);
  const chunks = await inTenant(one, actor, (tenant) => tenant.copyOut('copy (select 1) to stdout').toArray());
  expect(Buffer.concat(chunks).toString()).toBe('1\n');
});
