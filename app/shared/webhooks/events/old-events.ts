import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';

/** As long as they can be read and replayed. */
const eventDays = 30;

/** Deletes events that nobody can read any longer, with their deliveries and the tries of these, and notes how far that is. */
export const deleteOldEvents = (accountId: number, most: number): RawBuilder<unknown> => sql`
  with old as materialized (
    select id, sequence from events where ${inAccount({ accountId })} and at < now() - make_interval(days => ${eventDays}) order by at
      limit ${most}
  ),
  noted as (
    update event_counters set deleted_to = greatest(deleted_to, (select max(sequence) from old)) where ${inAccount({ accountId })}
  )
  delete from events where ${inAccount({ accountId })} and id in (select id from old)`;
