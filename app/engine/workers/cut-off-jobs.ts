import type pg from 'pg';
import type { TakenJob } from './working-job.ts';

/** A job may be in hand by chance when a worker dies; one over which a third dies waits, longer each time. */
export const firstWaits = 3;
const longestMinutes = 60;
const lookEveryMs = 2_000;

/**
 * What tells a job: one that is enqueued again while it runs gets another id, and is the same work whatever caused it. In SQL, of its name
 * and payload.
 */
export const digestOf = (name: string, payload: string) => `md5(${name} || (${payload}::jsonb - 'origin')::text)`;

/** How long a job waits over which so many workers died, in SQL. */
export const waitAfter = (workers: string) =>
  `case when ${workers} < ${firstWaits} then interval '0'
    else least(make_interval(mins => ${longestMinutes}), interval '1 minute' * 2 ^ least(${workers} - ${firstWaits}, 10)) end`;

const given = digestOf('$1', '$2');

/** Its handler has not had this attempt: where it was the last one, nobody would say that the work is given up. */
const waitUncounted = `update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0), run_at = greatest(run_at, $2)
  where id = $1`;

type HoldBack = (job: Pick<TakenJob, 'id' | 'name' | 'payload'>, work: () => Promise<void>) => Promise<void>;

/**
 * Runs jobs, and holds back one over which workers died one after another: it would end the next one too, with all that this has in hand.
 * What ends in order, well or not, has not killed its worker and counts from the beginning.
 */
export function holdBackCutOff(queue: pg.Pool): HoldBack {
  let looked = { at: 0, any: false };
  // As a rule there is none, and no job asks for itself.
  const isAny = async () => {
    if (Date.now() - looked.at < lookEveryMs) return looked.any;
    await queue.query(`delete from cut_off_jobs where cut_off_at < now() - interval '1 day'`);
    const { rows } = await queue.query<{ any: boolean }>('select exists (select from cut_off_jobs) as any');
    looked = { at: Date.now(), any: rows[0]?.any ?? false };
    return looked.any;
  };
  return async ({ id, name, payload }, work) => {
    if (!(await isAny())) return work();
    const job = [name, JSON.stringify(payload)];
    const { rows } = await queue.query<{ workers: number; until: Date; waits: boolean }>(
      `select workers, cut_off_at + ${waitAfter('workers')} as until, cut_off_at + ${waitAfter('workers')} > now() as waits
       from cut_off_jobs where digest = ${given}`,
      job,
    );
    const [cutOff] = rows;
    if (cutOff?.waits) {
      await queue.query(waitUncounted, [id, cutOff.until]);
      throw new Error(`${cutOff.workers} workers died over this job one after another. It waits until ${cutOff.until.toISOString()}.`);
    }
    try {
      await work();
    } finally {
      if (cutOff) await queue.query(`delete from cut_off_jobs where digest = ${given}`, job);
    }
  };
}
