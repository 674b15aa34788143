import { type RawBuilder, sql } from 'kysely';
import type { WindowEntity } from './scheduled-entities.ts';

const now = sql`now()`;

/**
 * Whether the time window of an entity is open at a time, in minutes of the account's day; a window may pass midnight. What arrives
 * outside it is kept.
 */
export function windowIsOpen(alias: string, entity: WindowEntity = 'orders', at: RawBuilder<unknown> = now) {
  const column = (name: string) => sql.ref(`${alias}.${name}_${entity}`);
  return sql`(
  not ${column('use_time_window')} or (
    select case when w.opens <= w.closes then w.now >= w.opens and w.now < w.closes else w.now >= w.opens or w.now < w.closes end
    from (
      select extract(hour from local)::int * 60 + extract(minute from local)::int as now,
        ${column('start_sync_time_window')} as opens, ${column('end_sync_time_window')} as closes
      from (select ${at} at time zone a.timezone as local from accounts a where a.id = ${sql.ref(`${alias}.account_id`)}) as clock
    ) as w
  ))`;
}

/** When the window opens next, at the minute; now where it is open. Null where it does not open within two days. */
export const nextOpening = (alias: string, entity: WindowEntity, from: RawBuilder<unknown> = now) => sql`(
  case when ${windowIsOpen(alias, entity, from)} then ${from} else (
    select min(minute) from generate_series(date_trunc('minute', ${from}) + interval '1 minute', ${from} + interval '2 days',
      interval '1 minute') as minute
    where ${windowIsOpen(alias, entity, sql`minute`)}) end)`;
