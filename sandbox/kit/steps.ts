import { z } from 'zod';
import type { Collection, Kept } from './collection.ts';
import type { Pace, Parts, Settings } from './stand-in.ts';

/** `PATCH /control/NAME` with `{ stepMs }`. */
export const paceSettings: Settings<{ pace: Pace }> = {
  fields: z.object({ stepMs: z.number().nonnegative().nullable() }),
  set: ({ pace }, changes: Partial<Pace>) => Object.assign(pace, changes),
};

/** Has each record of a collection go on step by step, from when it is made. `step` returns whether there is another one. */
export function goOnByThemselves<T extends object>(
  records: Collection<T>,
  { schedule, clock, pace }: Pick<Parts, 'schedule' | 'clock' | 'pace'>,
  step: (record: Kept<T>) => boolean,
): void {
  const wake = (record: Kept<T>) => {
    if (pace.stepMs !== null) schedule.at(clock.now() + pace.stepMs, () => step(record) && wake(record));
  };
  for (const record of records.all()) wake(record);
  records.onChange((happening, record) => happening === 'created' && wake(record));
}
