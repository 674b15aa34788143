import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Columns } from '../../../../platform/columns.ts';
import { id } from '../../../../platform/endpoint.ts';
import { refuseWith } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { termsOf } from '../../../nouns/orders/acting/pressed.ts';
import { orderBulk } from '../../../nouns/orders/bulk/verbs.ts';
import { startBulk } from '../../../shared/runs/bulk/start.ts';
import { letNothingLeave } from '../../../shared/runs/proposed/alone.ts';
import { mayRelease, requireReleaseOfOthers } from '../writing/releasing.ts';
import { writes, writeV1 } from '../writing/write.ts';
import { holdTerms } from './changes.ts';

const order_ids = z.array(id).min(1).max(1_000);
const reply = z.object({
  run_id: z.number().meta({ description: 'The run that works through them, with an outcome for each' }),
  total: z.number(),
  message: z.string(),
});
const some = { body: z.strictObject({ order_ids }), reply, isRun: true } as const;
const releases = { scope: 'release_orders', sendsGoods: true } as const;

const holdManyCall = writes('POST /v1/orders/hold', {
  ...{ ...some, summary: 'Put many orders on hold', scope: 'write_orders', body: holdTerms.extend({ order_ids }) },
});
const cancelManyCall = writes('POST /v1/orders/cancel', {
  ...some,
  scope: 'write_orders',
  summary: 'Cancel many orders. Where another with the same goods waits because of one of them, this takes `release_orders` too',
});
const unholdManyCall = writes('POST /v1/orders/unhold', { ...some, ...releases, summary: 'Take many orders off hold' });
const retryManyCall = writes('POST /v1/orders/retry', { ...some, ...releases, summary: 'Try many orders again' });

/** What the list of orders does with those that are ticked: a run, whose outcomes say what became of each. */
export function manyOrdersApi(app: FastifyInstance): void {
  writeV1(app, holdManyCall, (tenant, { session, body: { order_ids, ...terms } }) =>
    startOver(tenant, 'hold', order_ids, termsOf('hold', terms, session.timezone)),
  );
  writeV1(app, cancelManyCall, async (tenant, { request, session, body }) => {
    await requireReleaseOfOthers(tenant, { request, session }, body.order_ids);
    const started = await startOver(tenant, 'cancel', body.order_ids);
    // What waits because of one of them when its turn comes may have come since.
    if (!mayRelease(session)) await letNothingLeave(tenant, started.run_id);
    return started;
  });
  writeV1(app, unholdManyCall, (tenant, { body }) => startOver(tenant, 'unhold', body.order_ids));
  writeV1(app, retryManyCall, (tenant, { body }) => startOver(tenant, 'clear-errors', body.order_ids));
}

type Action = 'hold' | 'cancel' | 'unhold' | 'clear-errors';

async function startOver(tenant: Tenant, action: Action, ids: number[], terms?: ReturnType<typeof termsOf>) {
  await requireAll(tenant, ids, orderBulk.present ?? sql`true`);
  const { runId, total, message } = await startBulk(tenant, orderBulk, action, { ids }, terms);
  return { run_id: runId, total, message };
}

/** All or none: each of these has an outcome. @throws Refusal 404 that names those that there are not */
async function requireAll(tenant: Tenant, ids: readonly number[], isPresent: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select id from orders where ${inAccount(tenant)} and id = any(${ids}::bigint[]) and ${isPresent}`.execute(tenant.db);
  const there = new Set(rows.map((row) => row.id));
  const missing = ids.filter((each) => !there.has(each));
  if (missing.length === 0) return;
  throw refuseWith(
    { missing },
    404,
    'not_found',
    'Some of these are no orders of this account: `missing` has their ids. Nothing was done.',
  );
}
