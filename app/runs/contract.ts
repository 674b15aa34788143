import { z } from 'zod';
import { endpoint, id, instant, messageReply, refusal } from '../../platform/endpoint.ts';

const run = z.object({
  id: z.number(),
  kind: z.string(),
  subject: z.string(),
  connection_name: z.string().nullable(),
  slug: z.string().nullable(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  total: z.number().nullable(),
  done: z.number(),
  skipped: z.number(),
  failed: z.number(),
  sentence: z.string().nullable(),
  requested_by: z.string().nullable(),
  started_at: instant,
  finished_at: instant.nullable(),
  /** Whether it can be taken back as a whole, now. */
  undoable: z.boolean(),
});
export type Run = z.output<typeof run>;

const outcome = z.object({
  id: z.number(),
  outcome: z.enum(['done', 'skipped', 'failed']),
  record_type: z.string(),
  record_id: z.number().nullable(),
  label: z.string(),
  reason: z.string().nullable(),
  /** What was sent, of a record that could not be read. */
  raw: z.unknown(),
});
export type Outcome = z.output<typeof outcome>;

export const listRunsCall = endpoint({
  method: 'GET',
  path: '/api/runs',
  may: 'work',
  summary: 'The newest runs: syncs, imports, exports, bulk actions',
  query: z.object({ before: id.optional() }),
  replies: { 200: z.object({ data: z.array(run) }) },
});

export const getRunCall = endpoint({
  method: 'GET',
  path: '/api/runs/:id',
  may: 'work',
  summary: 'A run with its counts',
  params: z.object({ id }),
  replies: { 200: run, 404: refusal },
});

export const listOutcomesCall = endpoint({
  method: 'GET',
  path: '/api/runs/:id/outcomes',
  may: 'work',
  summary: 'What happened to the rows of a run that did not simply succeed',
  params: z.object({ id }),
  query: z.object({ after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0) }),
  replies: {
    200: z.object({ data: z.array(outcome) }),
    404: refusal,
  },
});

export const undoBulkCall = endpoint({
  method: 'POST',
  path: '/api/runs/:id/undo',
  may: 'work',
  summary: 'Take a hold, archive or delete of many orders back, as a run of its own',
  params: z.object({ id }),
  replies: { 200: messageReply.extend({ runId: z.number(), total: z.number() }), 409: refusal },
});
