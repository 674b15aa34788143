import { z } from 'zod';
import { auditVerbs } from '../../../platform/audit-verbs.ts';
import { endpoint, id, instant, refusal, text } from '../../../platform/endpoint.ts';
import { dayFilter } from '../../../platform/list/query.ts';

const change = z.object({ from: z.unknown(), to: z.unknown() });

export const auditEntry = z.object({
  id: z.number(),
  at: instant,
  /** Null for what runs by itself. */
  who: z.string().nullable(),
  /** Somebody of Crossdock who acted as this account. */
  acting_as: z.boolean(),
  /** The API key that it was done with; null for what was done by hand. */
  key_name: z.string().nullable(),
  /** The network address of the request; null for what runs by itself. */
  address: z.string().nullable(),
  verb: z.string(),
  noun: z.string(),
  record_id: z.number(),
  record_name: z.string(),
  changes: z.record(z.string(), change),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** The filters of the audit; the last day is included. */
export const auditFilter = z.strictObject({
  search: text(200).trim().optional(),
  who: id.or(z.literal('')).optional(),
  /** What Crossdock's own people did while they acted as the account. */
  acting: z.enum(['yes', 'no', '']).optional(),
  verb: z.enum([...auditVerbs, '']).optional(),
  noun: text(60).optional(),
  start_at: dayFilter,
  end_at: dayFilter,
});
export type AuditFilter = z.output<typeof auditFilter>;

export const listAuditCall = endpoint('GET /api/audit', {
  may: 'team',
  summary: 'Who did what in the account, newest first, fifty at a time. Words are searched for in 50,000 entries at a time',
  query: auditFilter.extend({ before: id.optional() }),
  example: { query: { verb: 'changed' } },
  replies: {
    200: z.object({
      data: z.array(auditEntry),
      looked_to: id
        .nullable()
        .meta({ description: 'Of a search: as `before`, it goes on behind what was looked through; null at the end' }),
    }),
  },
});

export const exportAuditCall = endpoint('GET /api/audit/export', {
  may: 'team',
  summary:
    'The same as a CSV file, a row a change: the newest 50,000 entries that the filters leave. Its last row says where there are more',
  query: auditFilter,
  example: { reply: 'Time,Who,What\n2026-11-20 09:30,Ann Baker,changed order SO-1042\n' },
  replies: { 200: z.string(), 409: refusal, 429: refusal },
  sends: ['text/csv'],
});
