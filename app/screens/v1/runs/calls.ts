import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { id, instant } from '../../../../platform/endpoint.ts';
import { type Run, runKinds, runOutcomes } from '../../../shared/runs/contract.ts';
import { listRuns, readOutcomes } from '../../../shared/runs/queries.ts';
import { found, reads, readV1 } from '../call.ts';
import { seesBuyers } from '../showing/buyers.ts';
import { tableApi } from '../table.ts';
import { mayRead, readShownRuns } from './shown.ts';

const run = z.object({
  id: z.number(),
  kind: z.enum(runKinds),
  subject: z.string().meta({ description: 'What it worked on, with the number or name of a record that the key may read' }),
  state: z.enum(runOutcomes),
  total: z.number().nullable(),
  done: z.number(),
  skipped: z.number(),
  failed: z.number(),
  sentence: z.string().nullable(),
  requested_by: z.string().nullable().meta({ description: 'Null of what runs by itself' }),
  started_at: instant,
  finished_at: instant.nullable(),
  undone: z.boolean(),
});

const outcome = z.object({
  id: z.number(),
  outcome: z.enum(['done', 'skipped', 'failed', 'waiting']),
  record_type: z.string(),
  record_id: z.number().nullable(),
  label: z.string().nullable().meta({ description: 'What people call it; null of records that the key may not read' }),
  reason: z.string().nullable().meta({ description: 'Null, too, where it may name a buyer and the key may not see them' }),
});

const listOutcomesCall = reads('/v1/runs/:id/outcomes', {
  summary: 'What became of the records of a run: what failed, then what waits, what was skipped, and what was done, 200 at a time',
  scope: 'read_runs',
  query: z.strictObject({ after: id.optional().meta({ description: 'The id of the last outcome of the page before' }) }),
  reply: z.object({ data: z.array(outcome) }),
});

/** What runs, and what ran: syncs, imports, exports, bulk actions. */
export function runsApi(app: FastifyInstance): void {
  tableApi(app, {
    ...{ path: '/v1/runs', scope: 'read_runs', table: 'runs', alias: 'r', record: run, never: sql`r.state = 'prepared'` },
    summaries: { list: 'Runs: syncs, imports, exports, bulk actions', record: 'A run with its counts' },
    filters: { kind: z.enum(runKinds).optional(), state: z.enum(runOutcomes).optional(), connection_id: id.optional() },
    conditions: ({ kind, state, connection_id }) => ({
      where: connection_id === undefined ? [] : [sql`r.connection_id = ${connection_id}`],
      tests: [...(kind ? [sql`r.kind = ${kind}`] : []), ...(state ? [sql`r.state = ${state}`] : [])],
    }),
    read: async (tenant, ids, caller) => (await readShownRuns(tenant, ids, caller)).map(runOf),
  });
  readV1(app, listOutcomesCall, async (tenant, { params, query, session }) => {
    found((await listRuns(tenant, { ids: [params.id] }))[0]);
    const rows = await readOutcomes(tenant, params.id, query.after);
    return {
      data: rows.map(({ id, outcome, record_type, record_id, label, reason, code }) => {
        const isShown = mayRead(session, record_type);
        const isTold = isShown && (record_type !== 'order' || !repeatsOthers.has(code ?? '') || seesBuyers(session));
        return { id, outcome, record_type, record_id, label: isShown ? label : null, reason: isTold ? reason : null };
      }),
    };
  });
}

/** Reasons that repeat what another system said of an order, which may be an address. */
const repeatsOthers: ReadonlySet<string> = new Set(['still_wrong', 'refused']);

const runOf = ({ id, kind, subject, state, total, done, skipped, failed, sentence, requested_by, started_at, ...rest }: Run) => ({
  ...{ id, kind: kind as (typeof runKinds)[number], subject, state, total, done, skipped, failed, sentence, requested_by, started_at },
  ...{ finished_at: rest.finished_at, undone: rest.undone },
});
