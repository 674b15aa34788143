import { expect, test } from 'vitest';
import { connectorNamed } from '../../../../../connectors/index.ts';
import { buildShop, ofOrders } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { getConnection } from '../../../../shared/connections/calls/session.ts';
import { reconnect } from '../../../../shared/connections/connecting/commands.ts';
import { wordIssue } from '../../../../shared/issues/issue.ts';
import { checkOrders } from '../../checking/check.ts';
import { retryOrders } from '../retry.ts';
import { rereadUnusableOf } from './look-up.ts';

const own = testDatabase();

/** A shop with an order that came with a status by which it waits, as one of Prime, and that its channel gives otherwise by now. */
async function waiting() {
  const shop = await buildShop(own, { reads: ofOrders });
  await own.sql(`update connections set blocked_until = now() + interval '1 hour' where id = $1`, [shop.warehouseId]);
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  const { id } = await shop.order('1001');
  await own.sql(
    `update orders set warehouse_order_id = null, source_state = 'unknown', source_status = 'Odd', content_hash = 'as it was', order_status = 'error',
      checked_at = null where id = $1`,
    [id],
  );
  await shop.inTenant((tenant) => checkOrders(tenant, [id]));
  expect(await shop.order('1001')).toMatchObject({ source_state: 'unknown', issues: ['unreadable:status:Odd'] });
  // No search shows it again: it did not change there.
  await own.sql('delete from streams where connection_id = $1', [shop.channelId]);
  return { ...shop, id };
}

test('an order that waits by its status is read again when the settings of its connection are saved, and goes on', async () => {
  const shop = await waiting();
  await shop.inTenant(async (tenant) => {
    const connection = await getConnection(tenant, shop.engine.seal, shop.channelId);
    if (connection) await reconnect(tenant, shop.engine.seal, shop.channelId, connectorNamed('ship_station'), connection.settings);
  });
  await shop.engine.runJobs();
  expect(await shop.order('1001')).toMatchObject({ source_state: 'ready', must_reread: false, issues: [] });
});

test('it is read again as well when somebody has it tried again', async () => {
  const shop = await waiting();
  await shop.inTenant((tenant) => retryOrders(tenant, [shop.id]));
  await shop.engine.runJobs();
  expect(await shop.order('1001')).toMatchObject({ source_state: 'ready', must_reread: false, issues: [] });
});

/** Two orders to one recipient that wait so, and are about to be read again together. */
async function waitingTogether() {
  const shop = await buildShop(own, { reads: ofOrders });
  await own.sql(`update connections set blocked_until = now() + interval '1 hour' where id = $1`, [shop.warehouseId]);
  shop.sell({ orderNumber: '1001' }, { orderNumber: '1002' });
  await shop.sync();
  const ids = (await shop.orders()).map(({ id }) => id);
  await own.sql(
    `update orders set warehouse_order_id = null, source_state = 'unknown', source_status = 'Odd', content_hash = 'as it was',
      order_status = 'error', checked_at = null where id = any($1)`,
    [ids],
  );
  await shop.inTenant((tenant) => checkOrders(tenant, ids));
  await own.sql('delete from streams where connection_id = $1', [shop.channelId]);
  await shop.inTenant((tenant) => rereadUnusableOf(tenant, shop.channelId));
  return { ...shop, ids };
}

test('orders to one recipient that are read again so still travel together', async () => {
  const { ids, ...shop } = await waitingTogether();
  await shop.engine.runJobs();
  const sent = await own.sql('select distinct warehouse_order_id from orders where id = any($1) and warehouse_order_id is not null', [ids]);
  expect(sent).toHaveLength(1);
  expect(await shop.orders()).toMatchObject([{ source_state: 'ready' }, { source_state: 'ready' }]);
});

test('one of them that cannot be stored keeps none of the others waiting', async () => {
  const { ids, ...shop } = await waitingTogether();
  await own.sql(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`);
  // It is read before the other.
  await own.sql(`create trigger fail before update on orders for each row
    when (old.id = ${ids.at(-1)} and new.source_state is distinct from old.source_state) execute function fail()`);
  await expect(shop.engine.runJobs()).rejects.toThrow('no room');
  await own.sql('drop trigger fail on orders');
  expect(await shop.order('1001')).toMatchObject({ source_state: 'ready', must_reread: false, issues: [] });
  expect(await shop.order('1002')).toMatchObject({ source_state: 'unknown', must_reread: true });
});

test('where the database is full for a moment while one of them is stored, they still travel together', async () => {
  const { ids, ...shop } = await waitingTogether();
  await own.sql(
    `create function be_full() returns trigger language plpgsql as $$ begin raise exception 'full' using errcode = '53100'; end $$`,
  );
  await own.sql(`create trigger be_full before update on orders for each row
    when (old.id = ${ids.at(-1)} and new.source_state is distinct from old.source_state) execute function be_full()`);
  await expect(shop.engine.runJobs()).rejects.toThrow('full');
  await own.sql('drop trigger be_full on orders');
  await shop.inTenant((tenant) => rereadUnusableOf(tenant, shop.channelId));
  await shop.engine.passTime();
  await shop.engine.runJobs();
  const sent = await own.sql('select warehouse_order_id from orders where id = any($1)', [ids]);
  expect([sent.length, new Set(sent.map(({ warehouse_order_id }) => warehouse_order_id)).size]).toEqual([2, 1]);
});

test('of an order of Prime the setting is named by which it goes on', () => {
  const said = (status: string) => wordIssue({ code: 'status_unknown', status } as never);
  expect(said('Prime, to be sent with a label of Amazon')).toContain('“Prime orders”');
  expect(said('odd')).toContain('"odd"');
});
