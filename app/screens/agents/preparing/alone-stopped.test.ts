import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Log } from '../../../../platform/log.ts';
import { inTenant } from '../../../../platform/tenant.ts';
import { agentOf } from '../../../../test/agents.ts';
import { keyOf } from '../../../../test/keys.ts';
import { quietLog } from '../../../../test/shop/quiet.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { allNouns } from '../../../entities/all.ts';
import { workBulk } from '../../../shared/runs/bulk/work.ts';

const own = testWeb();
let admin: Person;
let [key, keyId, names] = ['', 0, 0];
let [one = 0, two = 0]: number[] = [];

beforeEach(async () => {
  const wanted = { name: 'Robot', scopes: ['write_orders', 'write_issues', 'release_orders'] };
  ({ admin, key, id: keyId } = await keyOf(own, `Stopped ${++names}`, wanted));
  const connection = await addConnection(own, admin.accountId);
  [one = 0, two = 0] = await addOrders(own, admin.accountId, connection, [{ source_order_number: 'N1' }, { source_order_number: 'N2' }]);
  await let_(100, 0);
});

const let_ = async (records: number, was: number) =>
  expect((await own.as(admin, { method: 'PUT', url: '/api/agents/alone', payload: { records, was } })).statusCode).toBe(200);
type Reply = { run_id: number; state: string };
const use = async (tool: string, given: object) => (await (await agentOf(own, key)).use(tool, { ...given })) as Reply;
const prepare = async (action: string, ids: number[], terms = {}) => (await use('prepare_orders_action', { action, ids, ...terms })).run_id;
const start = (run_id: number) => use('start_run', { run_id });
const work = (run: number) => {
  const means = { database: own.database, log: quietLog().log as unknown as Log };
  const actor = { accountId: admin.accountId, userId: admin.userId, key: { name: 'Robot, used by Desk agent' } };
  return workBulk(means, actor, run, new AbortController().signal, allNouns);
};
const held = async () => (await own.sql('select id from orders where account_id = $1 and on_hold', [admin.accountId])).length;

test.each([
  ['its key was revoked', () => own.sql('update api_keys set revoked_at = now() where id = $1', [keyId])],
  ['its key has expired', () => own.sql('update api_keys set expires_at = now() where id = $1', [keyId])],
  ['its key may read alone', () => own.sql(`update api_keys set scopes = '{read_orders}' where id = $1`, [keyId])],
  ['agents may change nothing any longer', () => let_(0, 100)],
])('what an agent started stops before the turn of its orders once %s', async (_, stop) => {
  const run = await prepare('hold', [one, two]);
  expect(await start(run)).toMatchObject({ state: 'running' });
  await stop();
  await work(run);
  expect(await held()).toBe(0);
  const rows = await own.sql(`select outcome, reason ->> 'code' as reason from run_outcomes where run_id = $1`, [run]);
  expect(rows).toEqual([1, 2].map(() => ({ outcome: 'skipped', reason: 'agent_stopped' })));
});

test('what a person started of it goes on without its key', async () => {
  const run = await prepare('hold', [one]);
  await own.as(admin, { method: 'POST', url: `/api/runs/${run}/confirm` });
  await own.sql('update api_keys set revoked_at = now() where id = $1', [keyId]);
  await work(run);
  expect(await held()).toBe(1);
});

test('whoever lowers the number is told so once no agent can go by the former one', async () => {
  const run = await prepare('hold', [one]);
  let isLowered = false;
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const both = await inTenant(own.database, admin, async ({ db }) => {
    await sql`select from orders where account_id = ${admin.accountId} and id = ${one} for update`.execute(db);
    const starting = start(run);
    await expect.poll(() => own.sql(waiting)).toHaveLength(1);
    // What the agent started is there for whoever was told: its own reply may come later.
    const seen = let_(0, 100).then(() => {
      isLowered = true;
      return own.sql('select state from runs where id = $1', [run]);
    });
    await expect.poll(async () => isLowered || (await own.sql(waiting)).length === 2).toBe(true);
    return { starting, seen };
  });
  expect([await both.starting, await both.seen]).toMatchObject([{ state: 'running' }, [{ state: 'running' }]]);
});
