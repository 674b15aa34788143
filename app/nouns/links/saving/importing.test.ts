import { expect, test } from 'vitest';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import { inTenant } from '../../../../platform/tenant.ts';
import { addConnection } from '../../../../test/shop/rows.ts';
import { testWeb } from '../../../../test/web.ts';
import { finishRun } from '../../../shared/runs/commands.ts';

// Waits as long as a caller does in production: the run ends when the test ends it.
const own = testWeb({ longestWaitMs: 60_000 });

/** An import that somebody has begun, the reply that waits for its end, and what ends it. */
async function begun() {
  const ann = await own.person(await own.account(), 'admin');
  const connectionId = await addConnection(own, ann.accountId);
  await own.sql(`insert into streams (account_id, connection_id, stream) values ($1, $2, 'listings')`, [ann.accountId, connectionId]);
  const [{ slug } = { slug: '' }] = await own.sql<{ slug: string }>('select slug from connections where id = $1', [connectionId]);
  const reply = own.as(ann, { method: 'POST', url: `/api/connectors/${slug}/products`, payload: {} });
  const runs = () => own.sql<{ id: string; state: string }>('select id, state from runs where connection_id = $1', [connectionId]);
  await expect.poll(async () => (await runs())[0]?.state).toBe('running');
  const end = (state: 'done' | 'failed') => {
    const sentence =
      state === 'done' ? ({ code: 'up_to_date' } as const) : ({ code: 'read_failed', reason: theirWords('The key was refused.') } as const);
    return inTenant(own.database, ann, async (tenant) => finishRun(tenant, Number((await runs())[0]?.id), state, sentence));
  };
  return { reply, end };
}

test.each([
  ['done', 200, { connectorProducts: { message: 'Connector products are up to date.', alertType: 'success' } }],
  ['failed', 500, { errorMessage: 'The key was refused.', code: 'import_failed' }],
] as const)('an import that is %s says so', async (state, status, body) => {
  const { reply, end } = await begun();
  await end(state);
  expect([(await reply).statusCode, (await reply).json()]).toEqual([status, body]);
});

test('one that ends while the connection is lost that hears of it says so as soon as that is back', async () => {
  const { reply, end } = await begun();
  await own.sql(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and application_name = 'crossdock-live'`);
  await end('done');
  expect((await reply).statusCode).toBe(200);
});
