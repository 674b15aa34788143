import { z } from 'zod';
import { endpoint, instant, refusal } from '../../../../platform/endpoint.ts';
import { connection } from '../../../shared/connections/contract.ts';
import { issueTypes } from '../../../shared/issues/issue.ts';

/** So many of the newest calls of a connection are looked at: it may make a hundred a second. */
export const mostCalls = 1_000;

const hours = z.array(z.number());

const connectionStatus = connection
  .pick({ slug: true, name: true, health: true, health_sentence: true, last_ok_at: true, waiting: true, behind_minutes: true })
  .extend({
    /** The stream whose read is overdue most, and for how many minutes; null where each is read on time. */
    overdue: z.object({ stream: z.string(), minutes: z.number() }).nullable(),
    /**
     * Of the newest 1,000 calls of the last hour: how many, how many failed, how many met the limit of the vendor (429), and within
     * how many ms half of them were replied to.
     */
    calls: z.object({ made: z.number(), failed: z.number(), limited: z.number(), medianMs: z.number() }),
  });

const accountStatus = z.object({
  name: z.string(),
  /** Null while it goes on. */
  suspended_at: instant.nullable(),
  /** Why nothing is sent from this installation; null while it sends. */
  stopped: z.string().nullable(),
  /** Orders that passed each step: a number for each of the last 24 hours, the current one last. */
  flow: z.object({ arrived: hours, accepted: hours, shipped: hours, confirmed: hours }),
  connections: z.array(connectionStatus),
  /** Runs that are under way, the ten newest. */
  underWay: z.array(
    z.object({ id: z.number(), title: z.string(), handled: z.number(), total: z.number().nullable(), started_at: instant }),
  ),
  /** Open issues by type, the most frequent first. */
  issues: z.array(z.object({ type: z.enum(issueTypes), n: z.number() })),
  storage: z.object({
    /** Every order, and its share of the bytes that orders of all accounts take; null before the database has counted them. */
    orders: z.number(),
    orderBytes: z.number().nullable(),
    files: z.number(),
    fileBytes: z.number(),
  }),
});
export type AccountStatus = z.output<typeof accountStatus>;

export const accountStatusCall = endpoint('GET /settings/super/accounts/:id/status', {
  may: 'portal',
  summary: 'How an account does: what flows, what lags behind, what fails, what it stores, and why it may be slow',
  replies: {
    200: accountStatus.extend({
      /** Why it may be slow, the worst first; empty where nothing holds it up. */ reasons: z.array(z.string()),
    }),
    404: refusal,
  },
});
