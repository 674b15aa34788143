import type { Kept } from './collection.ts';
import type { Parts } from './stand-in.ts';

/** Work that is done after the reply. `due`: when it is done at the latest that it is looked at; null: once it was looked at. */
export type Job = { due: number | null; isDone: boolean };
export type Jobs<T extends object> = {
  begin: (asks: T) => Kept<T & Job>;
  /** As it stands now. What is done by being looked at is not done yet. */
  look: (id: number | string | undefined) => Kept<T & Job> | undefined;
};

type Form<T extends object> = {
  name: string;
  firstId?: number;
  /** How long it takes; without it, until it was looked at once. */
  takesMs?: () => number;
  /** Does it, and returns what of it changes by that. */
  done?: (job: Kept<T & Job>) => Partial<T>;
};

export function openJobs<T extends object>(
  { collection, clock, schedule }: Pick<Parts, 'collection' | 'clock' | 'schedule'>,
  { name, firstId, takesMs, done = () => ({}) }: Form<T>,
): Jobs<T> {
  const jobs = collection<T & Job>(name, firstId);
  const finish = (job: Kept<T & Job>) => jobs.change(job, { ...done(job), isDone: true } as unknown as Partial<T & Job>);
  const finishDue = () => {
    for (const job of jobs.all()) if (!job.isDone && job.due !== null && job.due <= clock.now()) finish(job);
  };
  return {
    begin(asks) {
      const due = takesMs ? clock.now() + takesMs() : null;
      if (due !== null) schedule.at(due, finishDue);
      return jobs.add({ ...asks, due, isDone: false });
    },
    look(id) {
      finishDue();
      const job = jobs.get(id);
      const now = job && { ...job };
      if (job?.due === null && !job.isDone) finish(job);
      return now;
    },
  };
}
