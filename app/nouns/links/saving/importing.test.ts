import { expect, test } from 'vitest';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import { inTenant } from '../../../../platform/tenant.ts';
import { addConnection } from '../../../../test/shop/rows.ts';
import { testWeb } from '../../../../test/web.ts';
import { finishRun } from '../../../shared/runs/commands.ts';

// Waits as long as a caller does in production: the run ends when the test ends it.
const own = testWeb({ longestWaitMs: 60_000 });

test.each([
  ['done', 200, { connectorProducts: { message: 'Connector products are up to date.', alertType: 'success' } }],
  ['failed', 500, { errorMessage: 'The key was refused.', code: 'import_failed' }],
] as const)('an import that is %s says so', async (state, status, body) => {
  const ann = await own.person(await own.account(), 'admin');
  const connectionId = await addConnection(own, ann.accountId);
  await own.sql(`insert into streams (account_id, connection_id, stream) values ($1, $2, 'listings')`, [ann.accountId, connectionId]);
  const [{ slug } = { slug: '' }] = await own.sql<{ slug: string }>('select slug from connections where id = $1', [connectionId]);
  const reply = own.as(ann, { method: 'POST', url: `/api/connectors/${slug}/products`, payload: {} });
  const runs = () => own.sql<{ id: string; state: string }>('select id, state from runs where connection_id = $1', [connectionId]);
  await expect.poll(async () => (await runs())[0]?.state).toBe('running');
  const sentence =
    state === 'done' ? ({ code: 'up_to_date' } as const) : ({ code: 'read_failed', reason: theirWords('The key was refused.') } as const);
  await inTenant(own.database, ann, async (tenant) => finishRun(tenant, Number((await runs())[0]?.id), state, sentence));
  expect([(await reply).statusCode, (await reply).json()]).toEqual([status, body]);
});
