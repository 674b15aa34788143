import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../../platform/in-account.ts';
import { isUnsentSubmit } from '../../../../shared/outbox/drops.ts';

/**
 * The name of the warehouse that has the order `o`, or may have it by now, and cannot hold what it has; null where there is none. An order
 * that has not left is held here.
 */
export const warehouseWithoutHold = (tenant: OfAccount): RawBuilder<string | null> => sql`(
  select there.name from warehouse_orders w join connections there on ${inAccount(tenant, 'there')} and there.id = w.connection_id
  where ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id and not there.holds_released
    and not exists (select from outbox where ${inAccount(tenant, 'outbox')} and warehouse_order_id = w.id and ${isUnsentSubmit}))`;

export const cannotHold = (warehouse: string): string => `${warehouse} cannot hold an order that it has. Cancel it to call it back.`;
