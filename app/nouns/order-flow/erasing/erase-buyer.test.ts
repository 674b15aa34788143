import { expect, test } from 'vitest';
import { linesOf } from '../../../../platform/packed-lines.ts';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { fillAccount } from '../../../../test/fill-account.ts';
import { saveOrder } from '../../orders/editing/save.ts';
import { eraseBuyer } from './erase-buyer.ts';
import { columnsOfAccounts, columnsOfOrders } from './texts/places.ts';

const own = testDatabase();
const email = 'quirin@zabelstein.example';
const names = ['Quirin Zabelstein', 'Quirina Zabelstein', email, '7 Lindwurm Lane', 'Zabelstein', 'zabelstein'];

/** An order of the buyer, which a person edited, that has ended. */
async function sold() {
  const shop = await buildShop(own, { reads: ofOrders });
  const shipTo = { name: 'Quirin Zabelstein', street1: '7 Lindwurm Lane' } as never;
  shop.sell({ orderNumber: '1001', customerEmail: email, items: [{ sku: 'NOWHERE', quantity: 1 }], shipTo } as never);
  await shop.sync();
  const { id } = await shop.order('1001');
  await shop.inTenant((tenant) => saveOrder(tenant, { id, customer_name: 'Quirina Zabelstein', city: 'Lindwurm City' }));
  await shop.engine.runJobs();
  // The log of calls is written a moment later: by now it is.
  await shop.engine.exchanges.flush();
  return { ...shop, id };
}

function namedIn(type: string): unknown {
  if (type === 'text[]') return ['', 'Asked by Quirina Zabelstein'];
  return type.endsWith('text') ? 'Asked by Quirina Zabelstein' : JSON.stringify({ code: 'a_code', name: 'Quirina Zabelstein' });
}

/** In which tables a text is, in whatever column. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await own.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables)
    if ((await own.sql(`select from ${name} t where strpos(t::text, $1) > 0 limit 1`, [text])).length > 0) found.push(name);
  return found;
}

test('a buyer is erased from every table, packed or not; what their order sold stays', async () => {
  const shop = await sold();
  expect(await tablesWith('Quirin Zabelstein')).toEqual(expect.arrayContaining(['changes', 'audit_entries', 'order_events']));
  expect(await tablesWith('zabelstein')).toContain('order_terms');
  await own.sql(`update orders set order_status = 'cancelled' where account_id = $1`, [shop.accountId]);
  expect(await shop.inTenant((tenant) => eraseBuyer(tenant, email.toUpperCase()))).toBe(1);
  await shop.engine.runJobs();
  for (const name of [...names, 'Lindwurm City']) expect(await tablesWith(name), name).toEqual([]);
  const packed = await own.sql<{ packed: Buffer }>('select packed from payload_bundles union all select packed from exchange_bodies');
  const texts = (await Promise.all(packed.map(({ packed }) => linesOf(packed)))).flat().join('\n');
  for (const name of names) expect(texts).not.toContain(name);
  expect(await own.sql('select country, units_ordered from orders where id = $1', [shop.id])).toEqual([
    { country: 'US', units_ordered: 1 },
  ]);
});

test('each column that may name a buyer is erased, whoever wrote the name there', async () => {
  const shop = await sold();
  const [person] = await own.sql<{ id: string }>(`insert into users (name, email) values ('Ann', 'ann@erased.example') returning id`);
  await fillAccount(own, shop.accountId, Number(person?.id), 'somebody@else.example');
  await own.sql(`update warehouse_orders set state = 'cancelled' where account_id = $1`, [shop.accountId]);
  await own.sql(`update exports set finished_at = now() where account_id = $1`, [shop.accountId]);
  await own.sql(`update imports set state = 'applied' where account_id = $1`, [shop.accountId]);
  const ofOthers = { changes: { was: 'jsonb' }, audit_entries: { changes: 'jsonb' }, support_notes: { body: 'text' } };
  const all = { ...columnsOfAccounts, ...columnsOfOrders, ...ofOthers };
  for (const [table, columns] of Object.entries<Record<string, string>>(all))
    for (const [column, type] of Object.entries(columns)) {
      // What belongs to an order is erased with it.
      const mine = !(table in columnsOfOrders) ? '' : ` and ${table === 'orders' ? 'id' : 'order_id'} = ${shop.id}`;
      await own.sql(`update ${table} set ${column} = $2 where account_id = $1${mine}`, [shop.accountId, namedIn(type)]);
    }
  await own.sql(`update orders set order_status = 'cancelled' where account_id = $1`, [shop.accountId]);
  const filled = await tablesWith('Quirina Zabelstein');
  expect(filled).toEqual(expect.arrayContaining(Object.keys(all)));
  await shop.inTenant((tenant) => eraseBuyer(tenant, email));
  await shop.engine.runJobs();
  expect(await tablesWith('Quirina Zabelstein')).toEqual([]);
});

test('names of replies, views and tags that differed only by their buyers stay unique', async () => {
  const shop = await sold();
  const [person] = await own.sql<{ id: string }>(`insert into users (name, email) values ('Ben', 'ben@erased.example') returning id`);
  const add = async (name: string) => {
    await own.sql(`insert into saved_replies (account_id, name, body) values ($1, $2, 'x')`, [shop.accountId, name]);
    await own.sql(
      `insert into saved_views (account_id, entity, owner_id, name, query, columns) values ($1, 'orders', $2, $3, '{}', '{}')`,
      [...[shop.accountId, person?.id, name]],
    );
    await own.sql(`insert into tags (account_id, name, color) values ($1, $2, 'grey')`, [shop.accountId, name]);
  };
  // The first is what an earlier erasing left; the others name one buyer by three of their words.
  for (const name of ['For Erased', 'For Quirin Zabelstein', `For ${email}`, 'For 7 Lindwurm Lane', 'For everybody']) await add(name);
  await own.sql(`update orders set order_status = 'cancelled' where account_id = $1`, [shop.accountId]);
  await shop.inTenant((tenant) => eraseBuyer(tenant, email));
  await shop.engine.runJobs();
  for (const table of ['saved_replies', 'saved_views', 'tags']) {
    const rows = await own.sql<{ id: string; name: string }>(`select id, name from ${table} where account_id = $1 order by id`, [
      shop.accountId,
    ]);
    const [, second, third, fourth] = rows.map(({ id }) => `For erased ${id}`);
    expect(rows.map(({ name }) => name)).toEqual(['For Erased', second, third, fourth, 'For everybody']);
  }
});

test('a tag that is as long as it may be loses its buyer too, and is no longer than that', async () => {
  const shop = await sold();
  for (const end of ['one', 'two']) {
    const name = `山田太郎 ${'x'.repeat(32)}${end}`;
    await own.sql(`insert into tags (account_id, name, color) values ($1, $2, 'grey')`, [shop.accountId, name]);
  }
  await own.sql(`update orders set order_status = 'cancelled', customer_name = '山田太郎' where account_id = $1`, [shop.accountId]);
  await shop.inTenant((tenant) => eraseBuyer(tenant, email));
  await shop.engine.runJobs();
  const names = await own.sql<{ id: string; name: string }>('select id, name from tags where account_id = $1 order by id', [
    shop.accountId,
  ]);
  const left = `erased ${'x'.repeat(17)}`;
  expect(names.map(({ name }) => name)).toEqual([left, `${left} ${names[1]?.id}`]);
});

test('nobody is erased while their order is still to be sent, nor who has none', async () => {
  const shop = await sold();
  await expect(shop.inTenant((tenant) => eraseBuyer(tenant, email))).rejects.toThrow('has not ended');
  expect(await shop.inTenant((tenant) => eraseBuyer(tenant, 'nobody@zabelstein.example'))).toBe(0);
});
