import type { Log } from '../../../platform/log.ts';
import { jobSeconds } from '../../../platform/metrics/registry.ts';
import { inSpan, type SpanOptions } from '../../../platform/traces/spans.ts';
import { type Origin, within, workOfJob } from '../../../platform/work.ts';

/** A job that a worker took from the queue. */
export type TakenJob = { name: string; id: string; attempts: number; payload: unknown };

/**
 * Runs a job as a piece of work: each line of its log names it and what caused it, and its trace goes on. Counts how long it took, and
 * logs why it failed.
 */
export async function workJob({ name, id, attempts, payload }: TakenJob, log: Log, run: () => Promise<void>): Promise<void> {
  const end = jobSeconds.startTimer({ job: name });
  const { accountId, origin } = payload as { accountId?: number; origin?: Origin };
  await within(workOfJob(name, id, origin), async () => {
    try {
      await (origin?.trace === undefined ? run() : inSpan(`job ${name}`, spanOf(id, origin.trace, accountId), run));
      end({ outcome: 'ok' });
    } catch (error) {
      end({ outcome: 'failed' });
      log.warn({ error, attempts }, 'job failed');
      throw error;
    }
  });
}

/** A clock's job is no trace of its own: what it reads of a channel is. */
const spanOf = (id: string, parent: string, account: number | undefined): SpanOptions => ({
  ...{ parent, kind: 'CONSUMER' },
  attributes: { 'crossdock.job': id, ...(account !== undefined && { 'crossdock.account': account }) },
});
