import { type RawBuilder, sql } from 'kysely';
import type { OfAccount } from '../../../platform/in-account.ts';
import { inAccount } from '../../../platform/in-account.ts';

/** The rules of order.ts as conditions on orders `o`; a test compares both for every combination of facts. */
export const isUnreleased = sql`o.warehouse_order_id is null and o.in_amware = 0 and o.cancelled_at is null and o.confirmed_at is null
  and o.deleted_at is null`;

/** What isReady asks besides the order's issues, its status, which follows them, and the ten seconds after a link or mapping. */
export const isReadyButForIssues = sql`${isUnreleased} and o.source_state = 'ready' and not o.on_hold and not o.locked
  and not o.must_reread and o.shared_goods is distinct from 'undecided'
  and (o.gone_at is null or o.shared_goods is not distinct from 'ship')`;

export const isReady = sql`${isReadyButForIssues} and o.order_status = 'pending' and o.blocking_issues = 0
  and (o.release_after is null or o.release_after <= now())`;

/**
 * Beside isReady, for the statement that releases: the channel was known to have it a moment ago. What waited longer is looked up
 * there first, because nothing tells of a deletion.
 */
export const isSeenLately = sql`o.seen_at > now() - interval '2 minutes'`;

/** Cancelled where the warehouse can: unless it was too late, and the channel counts on the order. Of orders `o`. */
export const isToBeCancelled = sql`(o.cancel_requested_at is not null
  and (o.cancel_outcome is distinct from 'too_late' or o.source_state = 'cancelled'))`;

/**
 * Nobody sends an order `o` as it is now: it is to be cancelled, is held or locked, or its channel has changed it since it was handed to
 * the warehouse, and nobody has decided about that.
 */
export const isCalledBack = (tenant: OfAccount): RawBuilder<boolean> => sql<boolean>`(${isToBeCancelled} or o.on_hold or o.locked
  or ${hasChangedSince(tenant)})`;

/**
 * The channel has changed the order, by its alias, since it was handed to the warehouse, and nobody has decided about that. `except`: about
 * what somebody decides right now.
 */
export const hasChangedSince = (
  tenant: OfAccount,
  order = 'o',
  except: string | null = null,
): RawBuilder<boolean> => sql<boolean>`exists (select from issues changed
  where ${inAccount(tenant, 'changed')} and changed.order_id = ${sql.ref(`${order}.id`)}
    and changed.type in ('changed_after_release', 'new_address') and changed.closed_at is null
    and changed.subject is distinct from ${except}::text)`;

/** Ready orders with the same key travel together, where the `account` combines orders. One that was split goes alone. */
export const combineKey = sql`case when account.combine_orders and not o.is_split then md5(row(lower(o.customer_name),
  lower(o.company_name), lower(o.address), lower(o.address_2), lower(o.city), lower(o.state), lower(o.postal_code),
  o.country, o.shipping_code, o.warehouse_code, o.fields)::text) else o.id::text end`;

/** Of what waits in the outbox: walks through the channel's open orders see it twice within that time. */
export const wasSeenWithinTheHour = (order: string) => sql`${sql.ref(`${order}.seen_at`)} > now() - interval '1 hour'`;

/** We have the order that it was split off. */
export const hasParent = (tenant: OfAccount) => sql`exists (select from orders parent
  where ${inAccount(tenant, 'parent')} and parent.connection_id = o.connection_id and parent.remote_id = o.split_from)`;

/** For the statement that releases, beside isReady: a part of an order that we have leaves only when a person said so. */
export const isPartOfNone = (tenant: OfAccount) => sql`(o.split_from is null or o.shared_goods = 'ship' or not ${hasParent(tenant)})`;

type StatusFacts = Record<'cancelled' | 'confirmed' | 'blockingIssues' | 'inAmware' | 'unitsOrdered' | 'unitsShipped', RawBuilder<unknown>>;

/** The status that these facts give, as an expression. */
export const statusOf = ({ cancelled, confirmed, blockingIssues, inAmware, unitsOrdered, unitsShipped }: StatusFacts) => sql<string>`case
  when ${cancelled} then 'cancelled'
  when ${confirmed} then 'fulfilled'
  when ${blockingIssues} > 0 then 'error'
  when ${unitsShipped} > 0 and ${unitsShipped} >= ${unitsOrdered} then 'shipped'
  when ${unitsShipped} > 0 then 'partially_shipped'
  when ${inAmware} then 'packing'
  else 'pending' end`;
