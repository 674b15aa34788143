import { sql } from 'kysely';

/** Whether the time window is open, in minutes of the account's day; a window may pass midnight. What arrives outside it is kept. */
export const windowIsOpen = (alias: string) => sql`(
  not ${sql.ref(`${alias}.use_time_window_orders`)} or (
    select case when w.opens <= w.closes then w.now >= w.opens and w.now < w.closes else w.now >= w.opens or w.now < w.closes end
    from (
      select extract(hour from local)::int * 60 + extract(minute from local)::int as now,
        ${sql.ref(`${alias}.start_sync_time_window_orders`)} as opens, ${sql.ref(`${alias}.end_sync_time_window_orders`)} as closes
      from (select now() at time zone a.timezone as local from accounts a where a.id = ${sql.ref(`${alias}.account_id`)}) as clock
    ) as w
  ))`;
