import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type EventType, scopeOf } from './event-types.ts';

/** What happened, and to which record. */
export type NewEvent = { type: EventType; id: number };

/**
 * Whether a subscription of the account names a type, or a key follows events and may read those of its noun. Both are read once a
 * statement.
 */
const isFollowed = (tenant: Tenant, type: RawBuilder<unknown>, scope: RawBuilder<unknown>) => sql`(${type} = any(array(
    select unnest(s.types) from event_subscriptions s where ${inAccount(tenant, 's')} and s.deleted_at is null))
  or ${scope} = any(array(select f.scope from followed_scopes f where ${inAccount(tenant, 'f')})))`;

/** Writes events as the last part of a bigger statement: those that somebody follows, and no others. */
export const insertEvents = (tenant: Tenant, events: readonly NewEvent[]): RawBuilder<unknown> => sql`
  insert into events (account_id, type, record_id)
  with followed as materialized (
    select event.type, event.id
    from unnest(${events.map(({ type }) => type)}::text[], ${events.map(({ type }) => scopeOf(type))}::text[],
      ${events.map(({ id }) => id)}::bigint[]) as event (type, scope, id)
    where ${isFollowed(tenant, sql`event.type`, sql`event.scope`)}
  )
  select ${tenant.accountId}, type, id from followed returning 1`;

/** The same as a statement of its own. */
export async function writeEvents(tenant: Tenant, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await insertEvents(tenant, events).execute(tenant.db);
}

/** One of this type for each of these records. */
export async function writeEventOfEach(tenant: Tenant, type: EventType, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  // A count may change a million: they are sent once, without a type for each.
  await sql`
    insert into events (account_id, type, record_id)
    with followed as materialized (
      select id from unnest(${[...ids]}::bigint[]) as each (id) where ${isFollowed(tenant, sql`${type}::text`, sql`${scopeOf(type)}::text`)}
    )
    select ${tenant.accountId}, ${type}, id from followed returning 1`.execute(tenant.db);
}
