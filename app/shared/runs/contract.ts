import { z } from 'zod';
import { endpoint, id, instant, messageReply, refusal } from '../../../platform/endpoint.ts';
import { dayFilter } from '../../../platform/list/query.ts';

export const runKinds = ['sync', 'import', 'export', 'bulk', 'action', 'remedy', 'replay', 'comparison'] as const;

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
  /** Whether it was taken back. */
  undone: z.boolean(),
  /** Whether a part of it was: `sentence` says how much, and how much stands. */
  undone_in_part: z.boolean(),
});
export type Run = z.output<typeof run>;

/** The file of a run, by its import. `wrong_rows`: how many of its rows are wrong and can be downloaded. */
export type FileOfRun = { id: number; file_name: string; wrong_rows: number };

const outcome = z.object({
  id: z.number(),
  /** `waiting`: another system has it, and has not said yet what becomes of it. */
  outcome: z.enum(['done', 'skipped', 'failed', 'waiting']),
  record_type: z.string(),
  record_id: z.number().nullable(),
  label: z.string(),
  reason: z.string().nullable(),
  /** What was sent, of a record that could not be read. */
  raw: z.unknown(),
});
export type Outcome = z.output<typeof outcome>;

/** `people`: what somebody started; `syncs`: what runs by itself. */
export const runTabs = ['people', 'syncs'] as const;
export const runOutcomes = ['running', 'done', 'failed', 'cancelled'] as const;

/** The filters of the activity list; the last day is included. `failed` is also what was done in part. */
export const runFilter = z.strictObject({
  tab: z.enum(runTabs).optional(),
  who: id.or(z.literal('')).optional(),
  kind: z.enum([...runKinds, '']).optional(),
  outcome: z.enum([...runOutcomes, '']).optional(),
  start_at: dayFilter,
  end_at: dayFilter,
});
export type RunFilter = z.output<typeof runFilter>;

export const listRunsCall = endpoint('GET /api/runs', {
  may: 'work',
  summary: 'The newest runs: syncs, imports, exports, bulk actions',
  query: runFilter.extend({ before: id.optional() }),
  replies: { 200: z.object({ data: z.array(run) }) },
});

export const getRunCall = endpoint('GET /api/runs/:id', {
  may: 'work',
  summary: 'A run with its counts',
  replies: { 200: run, 404: refusal },
});

export const listOutcomesCall = endpoint('GET /api/runs/:id/outcomes', {
  may: 'work',
  summary: 'What happened to the rows of a run that did not simply succeed',
  query: z.object({ after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0) }),
  replies: { 200: z.object({ data: z.array(outcome) }), 404: refusal },
});

export const undoBulkCall = endpoint('POST /api/runs/:id/undo', {
  may: 'work',
  summary: 'Take a hold, archive or delete back, or values that many items were given, as a run of its own; or an edit of one order',
  /** `runId`: the run that undoes; null where it is done already. */
  replies: { 200: messageReply.extend({ runId: z.number().nullable(), total: z.number() }), 404: refusal, 409: refusal },
});
