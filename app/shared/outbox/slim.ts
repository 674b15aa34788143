import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';

/** An effect that was done so long ago is only kept so that it is not sent again. */
const effectDays = 90;

/**
 * Takes from effects that were sent long ago what they kept for their sending. Their rows, and the keys that keep them from being sent
 * again, stay.
 */
export const slimSentEffects = (accountId: number, most: number): RawBuilder<unknown> => sql`
  update outbox set user_id = null, cause = null, trace = null, ticket = null, ticket_since = null, last_failure = null, lease_token = null,
    lease_until = null
  where ${inAccount({ accountId })} and id in (
    select id from outbox where ${inAccount({ accountId })} and state = 'done'
      and (user_id is not null or ticket is not null or trace is not null) and done_at < now() - make_interval(days => ${effectDays})
      order by id limit ${most})`;
