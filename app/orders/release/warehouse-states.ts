import { sql } from 'kysely';
import type { WarehouseOrderState } from '../../../connectors/contract.ts';
import type { Column, Columns } from '../../../platform/columns.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { recordEvents } from '../history.ts';
import { lockOrdersAt } from '../lock-orders.ts';
import { settleOrders } from '../settle.ts';
import { recordAccepted } from './record-accepted.ts';
import { recordCancelledByWarehouse } from './record-cancelled.ts';

type Moved = Columns<'orders', 'id'> & { warehouse_order_id: Column<'warehouse_orders', 'id'>; is: WarehouseOrderState['status'] };

/**
 * Applies the warehouse's states of its orders, and accepts orders that it has and whose acceptance we missed. Skips states
 * older than the last.
 */
export async function applyWarehouseStates(tenant: Tenant, connectionId: number, states: WarehouseOrderState[]): Promise<void> {
  if (states.length === 0) return;
  await lockOrdersAt(
    tenant,
    connectionId,
    states.map(({ reference }) => reference),
  );
  await recordAccepted(
    tenant,
    connectionId,
    states.filter(({ status }) => status !== 'cancelled'),
  );
  const { rows } = await sql<Moved>`
    with said as (
      select distinct on (reference) * from unnest(${states.map((state) => state.reference)}::text[], ${states.map((state) => state.status)}::text[],
        ${states.map((state) => state.held)}::boolean[], ${states.map((state) => state.changedAt)}::timestamptz[]) as s (reference, status, held, changed_at)
      order by reference, changed_at desc
    ),
    moved as (
      update warehouse_orders w set provider_status = said.status, held = said.held, changed_at = said.changed_at,
        state = case when said.status = 'shipped' then 'shipped' else w.state end
      from said
      where w.account_id = ${tenant.accountId} and w.connection_id = ${connectionId} and w.reference = said.reference and w.state in ('accepted', 'shipped')
        and w.provider_status is distinct from said.status and (w.changed_at is null or w.changed_at <= said.changed_at)
      returning w.id, new.provider_status as is
    )
    select o.id, moved.id as warehouse_order_id, moved.is from moved join orders o on o.account_id = ${tenant.accountId} and o.warehouse_order_id = moved.id`.execute(
    tenant.db,
  );
  await recordEvents(
    tenant,
    rows.filter((row) => row.is === 'packed').map(({ id }) => ({ orderId: id, kind: 'packed', sentence: 'Picked and packed.' })),
  );
  await settleOrders(
    tenant,
    rows.filter((row) => row.is === 'packed').map(({ id }) => id),
  );
  for (const warehouseOrderId of new Set(rows.filter((row) => row.is === 'cancelled').map((row) => row.warehouse_order_id))) {
    await recordCancelledByWarehouse(tenant, warehouseOrderId);
  }
}
