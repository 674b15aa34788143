import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connectorNamed } from '../../connectors/index.ts';
import { sealWith } from '../../platform/seal.ts';
import { inTenant } from '../../platform/tenant.ts';
import { addAccount } from '../../test/build.ts';
import { testDatabase } from '../../test/database.ts';
import { testKey } from '../../test/shop/engine.ts';
import { addOrder } from '../../test/shop/rows.ts';
import { openOrderIssues } from '../nouns/order-flow/order-issues.ts';
import { connect } from '../shared/connections/connecting/commands.ts';
import { identityOf } from '../shared/connections/identity/identity.ts';
import { takeUp } from '../shared/connections/identity/take-up.ts';

const own = testDatabase();
const shop = { connector: connectorNamed('ship_station'), settings: { api_key: 'demo-key', api_secret: 'demo-secret' }, name: 'Shop' };
const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

test('a check that stops an order and whoever takes its connection up again do not deadlock', async () => {
  const { accountId, userId } = await addAccount(own);
  const actor = { accountId, userId };
  const { id } = await inTenant(own.database, actor, (tenant) => connect(tenant, sealWith([testKey]), { ...shop, since: new Date(0) }));
  const order = await addOrder(own, accountId, id);
  const began: string[] = [];
  let taken: Promise<unknown> | undefined;
  await inTenant(own.database, actor, async (tenant) => {
    began.push('the check');
    await sql`select from orders where account_id = ${accountId} and id = ${order} for no key update`.execute(tenant.db);
    taken ??= inTenant(own.database, actor, async (other) => {
      began.push('the person');
      const earlier = { ...(await identityOf(other, id)), disconnected_at: new Date() };
      await takeUp(other, earlier, { ...shop, slug: earlier.slug, since: new Date(0) });
    });
    await expect.poll(() => own.sql(waiting)).toHaveLength(1);
    await openOrderIssues(tenant, [
      {
        orderId: order,
        connectionId: id,
        type: 'rejected_by_warehouse',
        subject: 'cancelled',
        sentence: { code: 'cancelled_by_warehouse' },
      },
    ]);
  });
  await taken;
  expect(began).toEqual(['the check', 'the person']);
  const [{ seen_at } = expect.unreachable()] = await own.sql<{ seen_at: Date }>('select seen_at from orders where id = $1', [order]);
  expect(seen_at).toEqual(new Date(0));
});
