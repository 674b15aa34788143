import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';

/** As long as they can be read and replayed. */
const eventDays = 30;

/** Deletes events that nobody can read any longer, with their deliveries and the tries of these. */
export const deleteOldEvents = (accountId: number, most: number): RawBuilder<unknown> => sql`
  delete from events where ${inAccount({ accountId })} and id in (
    select id from events where ${inAccount({ accountId })} and at < now() - make_interval(days => ${eventDays}) order by at
      limit ${most})`;
