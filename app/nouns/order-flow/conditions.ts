import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../platform/in-account.ts';

/**
 * Orders `o` that have a line of one of these SKUs. What a person added is a warehouse product already, whatever its SKU. Looked up order
 * by order: beginning with the SKUs, the database would walk through all lines that there ever were.
 */
export const hasSku = (tenant: OfAccount, skus: readonly string[]): RawBuilder<unknown> => sql`exists (
  select from order_lines l where ${inAccount(tenant, 'l')} and l.order_id = o.id and l.sku = any(${skus}::text[]) and ${isSold} offset 0)`;

/** Lines `l` that the channel sold. */
export const isSold = sql`not l.is_charge and l.source_quantity is distinct from 0`;

/** Orders `o` that a person or the check may still change: no warehouse has accepted them. So that their index by status serves it. */
export const isStillHere = sql`o.order_status in ('pending', 'error') and o.in_amware = 0 and o.archived_at is null
  and o.deleted_at is null`;
