import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { eraseBuyer } from './erase-buyer.ts';

const own = testDatabase();
const email = 'quirin@zabelstein.example';
const buyer = { name: 'Quirin Zabelstein', street1: '7 Lindwurm Lane' };

/** A shop with an order of the buyer that has ended, and an open one of somebody else. */
async function sold() {
  const shop = await buildShop(own, { reads: ofOrders });
  const items = [{ sku: 'NOWHERE', quantity: 1 }];
  shop.sell({ orderNumber: '1001', customerEmail: email, items, shipTo: buyer as never });
  shop.sell({ orderNumber: '1002', items, shipTo: { name: 'Berta Bleibtreu' } as never });
  await shop.sync();
  const [ended, open] = [(await shop.order('1001')).id, (await shop.order('1002')).id];
  await own.sql(`update orders set order_status = 'cancelled' where id = $1`, [ended]);
  return { ...shop, ended, open };
}

test('the ledger of an erased order loses its buyer, and of others only whole values, so that they can be undone', async () => {
  const { inTenant, engine, accountId, ended, open } = await sold();
  const add = async (noun: string, record: number, was: object, packed: unknown = null) => {
    const [row] = await own.sql<{ id: string }>(
      `insert into changes (account_id, group_id, noun, record_id, was, packed) values ($1, 1, $2, $3, $4, $5) returning id`,
      [accountId, noun, record, JSON.stringify(was), packed === null ? null : JSON.stringify(packed)],
    );
    return row?.id;
  };
  const note = { sku: 'Box of 7 Lindwurm Lane', note: 'Call Quirin Zabelstein', street: '7 Lindwurm Lane', code: 'MUG-1204' };
  const rows = [
    await add('order', ended, { of: note }),
    await add('order', open, { customer_name: buyer.name }),
    await add('product', 1, note),
    await add('saved view', 1, { name: buyer.name, query: { search: email } }),
    await add('product', 2, note, [buyer.name]),
  ];
  await inTenant((tenant) => eraseBuyer(tenant, email));
  await engine.runJobs();
  const left = await own.sql<{ id: string; was: unknown; packed: unknown }>('select id, was, packed from changes where id = any($1)', [
    rows,
  ]);
  const byId = new Map(left.map(({ id, was, packed }) => [id, packed ?? was]));
  expect(rows.map((id) => byId.get(id as string))).toEqual([
    { of: { sku: 'Box of erased', note: 'Call erased', street: 'erased', code: 'MUG-1204' } },
    { customer_name: buyer.name },
    note,
    { name: 'erased', query: { search: 'erased' } },
    [buyer.name],
  ]);
});

test('the database takes words out of what was recorded and lets nothing else be written', async () => {
  const { inTenant, accountId } = await sold();
  const was = { name: 'For Quirin', codes: ['X-51204-A', 7] };
  const [change] = await own.sql<{ id: string }>(
    `insert into changes (account_id, group_id, noun, record_id, was) values ($1, 1, 'x', 1, $2) returning id`,
    [accountId, JSON.stringify(was)],
  );
  const write = async (now: object) => {
    const rows = JSON.stringify([{ id: Number(change?.id), was: now, is: null }]);
    await inTenant((tenant) => sql`select erase_from_changes(${accountId}, ${rows}::jsonb)`.execute(tenant.db));
    return (await own.sql<{ was: unknown }>('select was from changes where id = $1', [change?.id]))[0]?.was;
  };
  for (const now of [
    { name: 'Another' },
    { ...was, codes: ['X-51204-A', 8] },
    { ...was, codes: ['X-51204-A'] },
    { ...was, more: 'erased' },
  ])
    expect(await write(now), JSON.stringify(now)).toEqual(was);
  expect(await write({ ...was, name: 'For erased' })).toEqual({ ...was, name: 'For erased' });
});
