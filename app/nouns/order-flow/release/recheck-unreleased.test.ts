import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withoutPerson } from '../../../../platform/tenant.ts';
import { addAccount, buildShop, ofOrders, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { enqueueAll } from '../../../base/job-queue.ts';
import { savePreset } from '../../mappings/rules/commands.ts';
import { followMapping } from '../../mappings/saves/follow.ts';
import { checkOrders } from '../checking/check.ts';
import { enqueueCheck } from '../recheck.ts';
import { enqueueRecheck } from './take-back.ts';

const own = testDatabase();

const note = (value: string) => ({ field_name: 'note', field_description: 'Note', field_value: value });
const bodies = ({ sandbox }: Shop) => [...sandbox.control.client().orders.rows.values()].map(({ body }) => body.note);
/** Orders that came while the warehouse was paused: they are in the outbox, and have not left. */
async function queued(orders = 1) {
  const shop = await buildShop(own, { reads: ofOrders });
  await own.sql(`update connections set blocked_until = now() + interval '1 hour' where id = $1`, [shop.warehouseId]);
  shop.sell(...Array.from({ length: orders }, (_, n) => ({ orderNumber: `${1001 + n}`, shipTo: { name: `Buyer ${n}` } as never })));
  await shop.sync();
  expect((await shop.orders()).every((order) => order.warehouse_order_id !== null && order.in_amware === 0)).toBe(true);
  return shop;
}
const open = ({ warehouseId }: Shop) => own.sql('update connections set blocked_until = null where id = $1', [warehouseId]);

test('what is in the outbox when a preset is saved is taken back with the save, and leaves by the new preset', async () => {
  const shop = await queued(2);
  await shop.inTenant((tenant) => savePreset(tenant, shop.channelId, note('Fragile')));
  expect((await shop.orders()).map((order) => order.warehouse_order_id)).toEqual([null, null]);
  await open(shop);
  await shop.flow();
  expect(bodies(shop)).toEqual(['Fragile', 'Fragile']);
});

test('a preset is saved while others work on orders that it concerns, and they are checked afterwards', async () => {
  const shop = await buildShop(own, { reads: ofOrders, mapped: false });
  shop.sell({ orderNumber: '1001' }, { orderNumber: '1002' });
  await shop.sync();
  const { waiting } = await shop.inTenant(async (busy) => {
    await sql`select from orders where account_id = ${shop.accountId} for update`.execute(busy.db);
    return shop.inTenant((tenant) => savePreset(tenant, shop.channelId, { ...note('UPSGR'), field_name: 'shipping_code' }));
  });
  expect(waiting).toBe(2);
  await shop.engine.runJobs();
  expect((await shop.orders()).map(({ order_status }) => order_status)).toEqual(['packing', 'packing']);
});

test('an order is not released by a check that began before a preset was saved', async () => {
  const shop = await queued();
  const { id } = await shop.order('1001');
  await shop.inTenant((tenant) => savePreset(tenant, shop.channelId, note('First')));
  await shop.inTenant(async (saving) => {
    await savePreset(saving, shop.channelId, note('Second'));
    // It does not see the preset, which is not committed.
    await shop.inTenant((tenant) => checkOrders(tenant, [id]));
    expect(await shop.order('1001')).toMatchObject({ warehouse_order_id: null });
  });
  await open(shop);
  await shop.engine.passTime();
  await shop.flow();
  expect(bodies(shop)).toEqual(['Second']);
});

const jobs = (identifier: string) =>
  own.sql<{ payload: { orderIds: number[]; after: number } }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = $1 order by j.priority, j.run_at, j.id`,
    [identifier],
  );
const checks = async () => (await jobs('orders:check')).map(({ payload }) => payload.orderIds);
/** What the job of the last save does, `most` orders at a time. */
const fanOut = async ({ channelId: connectionId, inTenant }: Shop, most?: number) => {
  const [job] = await jobs('orders:recheck');
  await inTenant((tenant) => enqueueRecheck(tenant, { connectionId, after: job?.payload.after ?? 0 }, most));
};

test('orders that wait for a person are checked first, and the first of them by themselves, before what waits already', async () => {
  const shop = await buildShop(own, { reads: ofOrders, mapped: false });
  shop.sell(...Array.from({ length: 60 }, (_, n) => ({ orderNumber: `${1001 + n}` })));
  await shop.sync();
  await own.sql(`update orders set order_status = 'pending' where account_id = $1 and source_order_number = '1001'`, [shop.accountId]);
  // Of another account, and waiting already.
  const other = await addAccount(own);
  await shop.inTenant((tenant) => enqueueAll(tenant, [{ name: 'orders:check', payload: { ...other, orderIds: [] } }]));
  await shop.inTenant((tenant) => savePreset(tenant, shop.channelId, note('Fragile')));
  await fanOut(shop);
  const last = (await shop.order('1001')).id;
  expect((await checks()).map((ids) => [ids.length, ids.includes(last)])).toEqual([
    [20, false],
    [0, false],
    [39, false],
    [1, true],
  ]);
});

test('presets that are saved one after another have every order checked once, by the last of them', async () => {
  const shop = await buildShop(own, { reads: ofOrders, mapped: false });
  shop.sell(...Array.from({ length: 70 }, (_, n) => ({ orderNumber: `${1001 + n}` })));
  await shop.sync();
  await own.sql(`update orders set order_status = 'pending' where account_id = $1 and source_order_number = '1001'`, [shop.accountId]);
  const connectionId = shop.channelId;
  const save = (value: string) =>
    shop.inTenant((tenant) => savePreset(tenant, connectionId, { ...note(value), field_name: 'shipping_code' }));
  for (const value of ['FDXHD', 'UPSST', 'UPSGR']) await save(value);
  expect(await jobs('orders:recheck')).toHaveLength(1);
  for (let time = 0; time < 3; time++) await fanOut(shop);
  expect((await checks()).map(({ length }) => length)).toEqual([20, 49, 1]);
  expect(new Set((await checks()).flat()).size).toBe(70);
  // Ten orders at a time: what goes on later is one job as well, behind the one that begins.
  for (let time = 0; time < 3; time++) await fanOut(shop, 10);
  expect(await jobs('orders:recheck')).toHaveLength(2);
  await shop.engine.runJobs();
  expect((await shop.orders()).map(({ order_status }) => order_status)).toEqual(Array(70).fill('packing'));
});

test('a mapping that is saved again and again has its orders checked by the jobs of the last time', async () => {
  const shop = await buildShop(own, { reads: ofOrders, mapped: false });
  shop.sell(...Array.from({ length: 320 }, (_, n) => ({ orderNumber: `${1001 + n}` })));
  await shop.sync();
  const [row] = await own.sql<{ code: string }>('select distinct source_shipping as code from orders where account_id = $1', [
    shop.accountId,
  ]);
  const code = row?.code ?? '';
  for (let time = 0; time < 3; time++)
    await shop.inTenant((tenant) => followMapping(tenant, 'shipping', { connectionId: shop.channelId, code }));
  expect((await checks()).map(({ length }) => length)).toEqual([220]);
});

test('many checks of an account take four places of a worker at most, and a few orders wait for none of them', async () => {
  const { accountId } = await addAccount(own);
  await own.sql('delete from graphile_worker._private_jobs');
  const ids = Array.from({ length: 10_000 }, (_, n) => n + 1);
  await withoutPerson(own.database, accountId, async (tenant) => {
    await enqueueCheck(tenant, ids);
    await enqueueCheck(tenant, [1, 2, 3]);
  });
  const queues = await own.sql<{ queue: string | null; jobs: number }>(
    `select queue_name as queue, count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'orders:check' group by 1 order by 1`,
  );
  expect(queues.map(({ queue, jobs }) => [queue === null, jobs])).toEqual([...Array(4).fill([false, 5]), [true, 1]]);
  await own.sql('delete from graphile_worker._private_jobs');
});
