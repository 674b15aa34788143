import { sql } from 'kysely';
import type { WarehouseOrderState } from '../../../connectors/contract.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { record } from '../history.ts';
import { settleOrders } from '../settle.ts';
import { queueCancels } from './cancel.ts';

/** The warehouse has these orders: only its own answer says so. A cancellation asked for meanwhile is sent now. */
export async function accepted(tenant: Tenant, states: WarehouseOrderState[]): Promise<void> {
  if (states.length === 0) return;
  const { rows } = await sql<{ id: number; warehouse_order_id: number; provider_ref: string; cancel: boolean }>`
    with parcel as (
      update warehouse_orders w set provider_ref = said.provider_ref, provider_status = coalesce(w.provider_status, said.status), state = 'accepted',
        accepted_at = coalesce(w.accepted_at, now()), changed_at = now()
      from unnest(${states.map(({ reference }) => reference)}::text[], ${states.map(({ providerRef }) => providerRef)}::text[], ${states.map(({ status }) => status)}::text[])
        as said (reference, provider_ref, status)
      where w.account_id = ${tenant.accountId} and w.reference = said.reference and w.state = 'waiting'
      returning w.id, said.provider_ref
    )
    update orders o set in_amware = 1, amware_ref_num = parcel.provider_ref, revision = o.revision + 1
    from parcel where o.account_id = ${tenant.accountId} and o.warehouse_order_id = parcel.id
    returning o.id, parcel.id as warehouse_order_id, parcel.provider_ref, o.cancel_requested_at is not null as cancel`.execute(tenant.db);
  await record(
    tenant,
    rows.map(({ id, provider_ref }) => ({ orderId: id, kind: 'accepted', sentence: `The warehouse accepted it as ${provider_ref}.` })),
  );
  await settleOrders(
    tenant,
    rows.map(({ id }) => id),
  );
  await queueCancels(
    tenant,
    rows.filter(({ cancel }) => cancel).map(({ warehouse_order_id }) => warehouse_order_id),
  );
}
