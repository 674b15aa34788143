import type { Log } from '../../platform/log.ts';
import { jobSeconds } from '../../platform/metrics/registry.ts';
import { type Origin, within, workOfJob } from '../../platform/work.ts';

/** A job that a worker took from the queue. */
export type TakenJob = { name: string; id: string; attempts: number; payload: unknown };

/** Runs a job as a piece of work: each line of its log names it and what caused it. Counts how long it took, and logs why it failed. */
export async function workJob({ name, id, attempts, payload }: TakenJob, log: Log, run: () => Promise<void>): Promise<void> {
  const end = jobSeconds.startTimer({ job: name });
  await within(workOfJob(name, id, (payload as { origin?: Origin }).origin), async () => {
    try {
      await run();
      end({ outcome: 'ok' });
    } catch (error) {
      end({ outcome: 'failed' });
      log.warn({ error, attempts }, 'job failed');
      throw error;
    }
  });
}
