import { sql } from 'kysely';
import type { OfAccount } from '../../../../../platform/in-account.ts';
import { inAccount } from '../../../../../platform/in-account.ts';

/**
 * The reference of a warehouse order `w` that the warehouse never had: it becomes free for the next one of the same orders. Then whoever
 * knows less than we do, as a database that was restored, finds under the first references whatever the warehouse has of these orders.
 */
export const freedReference = (w: 'w' | 'warehouse_orders' | 'a' | 'asns') =>
  sql`${sql.ref(`${w}.reference`)} || '~' || ${sql.ref(`${w}.id`)}`;

/** Its reference is free for another. */
export const isFreed = (w: 'w' | 'a') => sql`${sql.ref(`${w}.reference`)} like '%~%'`;

/**
 * What an order `o` goes back to when its warehouse order came to nothing: none, or the one with which a part of it has shipped. Nobody
 * takes it for an order of which nothing has left.
 */
export const shippedWith = (tenant: OfAccount) =>
  sql`(select max(s.warehouse_order_id) from shipments s where ${inAccount(tenant, 's')} and s.order_id = o.id)`;

/** A line `l` of an order `o` of a channel `c`, as the warehouse knows it. */
export const lineReference = sql`line_reference(c.reference_key, o.remote_id, l.remote_line_id)`;
