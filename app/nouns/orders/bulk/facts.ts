import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import type { BulkFacts } from '../../order-flow/contract/bulk-action.ts';
import { isSecondHere } from '../../order-flow/release/holding/hold.ts';
import { warehouseWithoutHold } from '../../order-flow/release/holding/without-hold.ts';

export type OrderFacts = BulkFacts & Columns<'orders', 'id' | 'order_number'>;

/** What decides which action fits an order `o`. Columns of a select list. */
export const factsInSql = (tenant: OfAccount): RawBuilder<unknown> => sql`
  o.id, o.order_number, o.order_status, o.in_amware, o.on_hold, o.archived_at is not null as archived,
  o.deleted_at is not null as deleted, o.open_issues, ${warehouseWithoutHold(tenant)} as without_hold,
  o.units_shipped > 0 and not ${isSecondHere(tenant)} as left_in_part,
  exists (select from outbox x where ${inAccount(tenant, 'x')} and x.warehouse_order_id = o.warehouse_order_id and x.kind = 'submit'
    and x.state = 'sending') as being_sent`;
