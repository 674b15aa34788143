import { AsyncLocalStorage } from 'node:async_hooks';
import { traceIdNow, traceNow } from './traces/spans.ts';

/**
 * What this process is working at: a request of web, or a job of a worker by its name and id. `cause`: the id of the request or job that
 * began it all, however many jobs and effects ago.
 */
export type Work = { request?: string; job?: string; cause: string };

/** What a job or an effect keeps of the work that it was queued in; `trace` where that is traced: see traces/spans.ts. */
export type Origin = { cause: string; trace?: string };

const current = new AsyncLocalStorage<Work>();

/** Runs a piece of work: each of its log lines names it, and so does what it queues. */
export const within = <T>(work: Work, run: () => T): T => current.run(work, run);

/** Runs a part of the work that something else caused, as an effect that waited for its turn. */
export function causedBy<T>(cause: string | null, run: () => T): T {
  return cause === null ? run() : current.run({ ...current.getStore(), cause }, run);
}

export const workOfRequest = (id: string): Work => ({ request: id, cause: id });

/** Of the job itself where nothing that is known caused it: a clock did. */
export const workOfJob = (name: string, id: string, origin: Origin | undefined): Work => ({
  job: `${name} ${id}`,
  cause: origin?.cause ?? `${ofClock}${id}`,
});

const ofClock = 'job-';
/** Whether a clock began what has this cause, and no request. */
export const isOfClock = (cause: string): boolean => cause.startsWith(ofClock);

/** What is queued now keeps this; undefined outside of a request and a job. */
export function originNow(): Origin | undefined {
  const work = current.getStore();
  const trace = traceNow();
  return work && { cause: work.cause, ...(trace && { trace }) };
}

/** What a log line says of the work. A request is its own cause. */
export function fieldsOfWork(): { request?: string; job?: string; cause?: string; trace?: string } {
  const work = current.getStore();
  if (!work) return {};
  const id = traceIdNow();
  const trace = id && { trace: id };
  if (work.request !== undefined) return { request: work.request, ...trace };
  return { ...(work.job && { job: work.job }), cause: work.cause, ...trace };
}
