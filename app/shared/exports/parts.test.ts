import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Actor, atOneMoment, type Tenant } from '../../../platform/tenant.ts';
import { addAccount } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { addConnection, addOrders } from '../../../test/shop/rows.ts';
import { itemRows } from '../../nouns/catalogue/export/item-file.ts';
import { orderRows } from '../../nouns/orders/export/file.ts';
import { copyParts } from './copy-parts.ts';
import { cutByIndex } from './cut.ts';
import type { ExportFile, ExportRange } from './export-file.ts';

const own = testDatabase();
const everything = {
  order_status: null,
  connection_id: null,
  start_at: null,
  end_at: null,
  selection: null,
  run_id: 0,
  file_rows: 'orders',
};

type File = Pick<ExportFile, 'rows'>;
const orders: File = { rows: (tenant, part) => orderRows(tenant, everything as ExportRange, part) };
const products: File = { rows: (tenant, part) => itemRows(tenant, 'products', { filter: null, runId: 0 }, part) };
const byId = { table: 'orders', as: 'o', column: 'id', direction: 'desc' } as const;
const bySku = { table: 'products', as: 'i', column: 'sku_key', direction: 'asc' } as const;

async function account(): Promise<Actor & { channel: number }> {
  const actor = await addAccount(own);
  return { ...actor, channel: await addConnection(own, actor.accountId) };
}
const copied = (tenants: Tenant[], file: File, parts: Parameters<typeof copyParts>[2]) =>
  text(Readable.from(copyParts(tenants, file, parts), { objectMode: false }));
const whole = (actor: Actor, file: File) => atOneMoment(own.database, actor, 1, (tenants) => copied(tenants, file, [sql`true`]));

test.each([1, 2, 3, 6, 7, 8, 100])('parts of %d orders are the file, in its order, with one heading', async (size) => {
  const actor = await account();
  const other = await account();
  for (const { accountId, channel } of [actor, other, actor]) await addOrders(own, accountId, channel, Array(7).fill({}));
  await own.sql('update orders set deleted_at = now() where id = (select min(id) + 1 from orders where account_id = $1)', [
    actor.accountId,
  ]);
  const file = await whole(actor, orders);
  expect(parse(file, { columns: true }).length).toBe(13);
  for (const sessions of [1, 2, 3])
    expect(
      await atOneMoment(own.database, actor, sessions, async (tenants) =>
        copied(tenants, orders, await cutByIndex(tenants[0] as Tenant, byId, size)),
      ),
    ).toBe(file);
});

test('SKUs that are alike, or have quotes in them, are cut between two items', async () => {
  const actor = await account();
  for (const sku of ['a', 'A', 'á', "b'c", 'b\\c', 'B"c', '-1', 'z'])
    await own.sql('insert into products (account_id, sku, name) values ($1, $2, $2)', [actor.accountId, sku]);
  const file = await whole(actor, products);
  expect(parse(file, { columns: true }).length).toBe(8);
  for (const size of [1, 2, 3])
    expect(
      await atOneMoment(own.database, actor, 2, async (tenants) =>
        copied(tenants, products, await cutByIndex(tenants[0] as Tenant, bySku, size)),
      ),
    ).toBe(file);
});

test('an account without orders has a heading alone', async () => {
  const actor = await account();
  const file = await atOneMoment(own.database, actor, 2, async (tenants) =>
    copied(tenants, orders, await cutByIndex(tenants[0] as Tenant, byId, 2)),
  );
  expect([file, parse(file).length]).toEqual([await whole(actor, orders), 1]);
});

test('all sessions read the same moment, and cannot write', async () => {
  const actor = await account();
  await addOrders(own, actor.accountId, actor.channel, [{}, {}, {}]);
  const before = await whole(actor, orders);
  const read = await atOneMoment(own.database, actor, 2, async (tenants) => {
    await addOrders(own, actor.accountId, actor.channel, [{}]);
    await own.sql(`update orders set customer_name = 'Somebody else' where account_id = $1`, [actor.accountId]);
    const parts = await cutByIndex(tenants[0] as Tenant, byId, 2);
    return copied(tenants, orders, parts);
  });
  expect(read).toBe(before);
  const writing = atOneMoment(own.database, actor, 2, async ([, second]) => {
    await sql`update orders set note = 'x' where account_id = ${actor.accountId}`.execute((second as Tenant).db);
  });
  await expect(writing).rejects.toThrow('read-only transaction');
});

test('where one part fails the file fails, and nothing is read on', async () => {
  const actor = await account();
  await addOrders(own, actor.accountId, actor.channel, [{}, {}, {}, {}]);
  const parts = [sql`o.id > 0`, sql`o.id / 0 > 0`, sql`o.id > 0`];
  await expect(atOneMoment(own.database, actor, 2, (tenants) => copied(tenants, orders, parts))).rejects.toThrow('division by zero');
  expect(await atOneMoment(own.database, actor, 2, (tenants) => copied(tenants, orders, [sql`true`]))).toBe(await whole(actor, orders));
});
