import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { theirWords } from '../../../../../connectors/http/reasons.ts';
import { buildShop, ofOrders, type Shop } from '../../../../../test/build.ts';
import { testDatabase } from '../../../../../test/database.ts';
import { endFaults, warehouseOrders } from '../../../../../test/shop/warehouse.ts';
import { recordOutcomes } from '../../../../engine/sending/replies/outcomes.ts';
import { type Connection, getConnection } from '../../../../shared/connections/calls/session.ts';
import type { Effect } from '../../../../shared/outbox/claim.ts';
import { setHold } from './hold.ts';

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
