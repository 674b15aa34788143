import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { theirWords } from '../../../../../connectors/http/reasons.ts';
import { buildShop, ofOrders, type Shop } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { endFaults, warehouseOrders } from '../../../../../test/shop/warehouse.ts';
import { recordOutcomes } from '../../../../engine/sending/replies/outcomes.ts';
import { type Connection, getConnection } from '../../../../shared/connections/calls/session.ts';
import type { Effect } from '../../../../shared/outbox/claim.ts';
import { requestCancel } from './cancel.ts';
import { endHolds, setHold } from './hold.ts';

const own = testDatabase();

/** An order that the warehouse has. */
async function there() {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  const { id } = await shop.order('1001');
  const hold = (held: boolean) => shop.inTenant((tenant) => setHold(tenant, [id], { held }));
  return { ...shop, hold };
}
const isHeld = (shop: Shop) => warehouseOrders(shop)[0]?.held;
const calls = ({ sandbox }: Shop) => sandbox.control.client().counters.operations.hold_order ?? 0;
const fail = ({ sandbox }: Shop, kind: '500' | 'drop_after_accept') =>
  sandbox.control.faults.add({ target: 'amware', operation: 'hold_order', kind, times: 1 });

test('a hold that is taken back before it left is never asked for, nor is its end', async () => {
  const shop = await there();
  await shop.hold(true);
  await shop.hold(false);
  await shop.engine.runJobs();
  expect([calls(shop), await shop.order('1001')]).toMatchObject([0, { on_hold: false, hold_outcome: null, issues: [] }]);
});

test('a release that is taken back before it left leaves the order on hold', async () => {
  const shop = await there();
  await shop.hold(true);
  await shop.engine.runJobs();
  await shop.hold(false);
  await shop.hold(true);
  await shop.engine.runJobs();
  expect([calls(shop), isHeld(shop), await shop.order('1001')]).toMatchObject([1, true, { on_hold: true, hold_outcome: 'done' }]);
});

// What broke off is asked once more at once.
test.each([
  ['500', 2],
  ['drop_after_accept', 3],
] as const)('after a hold that may have been done (%s) its end is asked for, and no longer the hold', async (kind, asked) => {
  const shop = await there();
  fail(shop, kind);
  await shop.hold(true);
  await shop.engine.runJobs();
  await shop.hold(false);
  await endFaults(shop);
  expect([calls(shop), isHeld(shop), await shop.order('1001')]).toMatchObject([
    asked,
    false,
    { on_hold: false, hold_outcome: 'done', issues: [] },
  ]);
});

test('a hold that fails while its end waits is not sent again, and a reply to it does not put the order on hold', async () => {
  for (const fault of ['500', null] as const) {
    const shop = await there();
    await shop.hold(true);
    if (fault) fail(shop, fault);
    // It was taken back while it was being sent.
    await own.sql(
      `update outbox set state = 'sending', lease_token = gen_random_uuid(), lease_until = now() where account_id = $1 and kind = 'hold'`,
      [shop.accountId],
    );
    await shop.hold(false);
    await shop.engine.runJobs();
    await endFaults(shop);
    expect([calls(shop), isHeld(shop), await shop.order('1001')]).toMatchObject([
      2,
      false,
      { on_hold: false, hold_outcome: 'done', issues: [] },
    ]);
  }
});

test('a refusal of what nobody wants any longer is no issue, and is not tried again', async () => {
  const shop = await there();
  const token = randomUUID();
  await shop.hold(true);
  const claimed = await own.sql<Effect>(
    `update outbox set state = 'sending', lease_token = $2, lease_until = now() + interval '1 minute' where account_id = $1 and kind = 'hold' returning *`,
    [shop.accountId, token],
  );
  await shop.hold(false);
  await shop.inTenant(async (tenant) => {
    const connection = await getConnection(tenant, shop.engine.seal, shop.warehouseId);
    const failure = { kind: 'rejected', code: 'other', reason: theirWords('No.') } as const;
    const outcomes = claimed.map((effect) => ({ effect, result: { ok: false, failure } as const }));
    await recordOutcomes(tenant, connection as Connection, outcomes, token, false);
  });
  await shop.engine.runJobs();
  expect(await shop.order('1001')).toMatchObject({ on_hold: false, hold_outcome: 'done', issues: [] });
  const states = await own.sql(`select kind, state from outbox where account_id = $1 and kind in ('hold', 'release') order by kind`, [
    shop.accountId,
  ]);
  expect(states).toEqual([
    { kind: 'hold', state: 'dropped' },
    { kind: 'release', state: 'done' },
  ]);
});

/** Two orders that the warehouse has as one. */
async function together() {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001' }, { orderNumber: '1002' });
  await shop.sync();
  const [first, second] = await shop.orders();
  const ids = [first?.id ?? 0, second?.id ?? 0] as const;
  const hold = (id: number, until?: string) =>
    shop.inTenant((tenant) => setHold(tenant, [id], { held: true, ...(until && { terms: { until } }) }));
  /** The day comes on which their holds end. */
  const comes = async (...those: number[]) => {
    await own.sql(`update orders set hold_until = now() - interval '1 second' where id = any($1) and hold_until is not null`, [those]);
    await shop.inTenant((tenant) => endHolds(tenant, those));
    await shop.engine.runJobs();
  };
  const held = async () => (await shop.orders()).map(({ on_hold }) => on_hold);
  return { ...shop, ids, hold, comes, held };
}

test('a hold that ends by itself does not let go what somebody holds that travels with it', async () => {
  const shop = await together();
  const [one, two] = shop.ids;
  // The second before the warehouse has replied about the first.
  await shop.hold(one);
  await shop.hold(two, '2999-03-04');
  await shop.engine.runJobs();
  await shop.comes(two);
  expect([isHeld(shop), await shop.held()]).toEqual([true, [true, true]]);
  expect(await own.sql('select hold_until from orders where id = $1', [two])).toEqual([{ hold_until: null }]);
});

test('what is held with another until a day shows it, and both go on then', async () => {
  const shop = await together();
  const [one, two] = shop.ids;
  await shop.hold(two, '2999-03-04');
  await shop.engine.runJobs();
  expect(await shop.held()).toEqual([true, true]);
  const days = await own.sql<{ hold_until: Date }>('select hold_until from orders where id = any($1) order by id', [shop.ids]);
  expect(days[0]?.hold_until).toEqual(days[1]?.hold_until);
  expect(days[0]?.hold_until).toBeInstanceOf(Date);
  await shop.comes(one, two);
  expect([isHeld(shop), await shop.held()]).toEqual([false, [false, false]]);
  expect(await own.sql('select distinct hold_until from orders where id = any($1)', [shop.ids])).toEqual([{ hold_until: null }]);
});

test('what was held with another until a day goes on then, also where the other was cancelled', async () => {
  const shop = await together();
  const [one, two] = shop.ids;
  await shop.hold(two, '2999-03-04');
  await shop.engine.runJobs();
  await shop.inTenant((tenant) => requestCancel(tenant, [two], null));
  await shop.sync();
  expect(await shop.orders()).toMatchObject([{ on_hold: true, order_status: 'pending' }, { order_status: 'cancelled' }]);
  await own.sql(`update orders set hold_until = now() - interval '1 second' where id = $1 and hold_until is not null`, [one]);
  await shop.engine.passTime();
  await shop.sync();
  expect(await shop.order('1001')).toMatchObject({ on_hold: false, order_status: 'packing' });
});
