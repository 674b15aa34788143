import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import { knownHours } from './once.ts';

/** Deletes some replies that nobody is given again. */
export const deleteOldReplies = (accountId: number, most: number): RawBuilder<unknown> => sql`
  delete from api_replies where ${inAccount({ accountId })} and id in (
    select id from api_replies where ${inAccount({ accountId })} and at < now() - make_interval(hours => ${knownHours}) order by at
      limit ${most})`;
