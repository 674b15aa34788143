import { sql } from 'kysely';
import type { Failure } from '../../connectors/contract.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { openIssues } from '../issues/commands.ts';
import type { IssueType } from '../issues/issue.ts';
import { recordEvents } from '../orders/history.ts';
import type { Effect } from './outbox.ts';
import type { Connection } from './session.ts';

type Refused = { parcel: Effect; failure: Failure };

/** The other side said no, or kept failing: the row ends, and each order it concerns gets an issue with its reason. */
export async function recordRefusals(tenant: Tenant, connection: Connection, rows: Refused[], token: string): Promise<void> {
  for (const { parcel, failure } of rows) {
    const { rows: ours } = await sql<{ id: number }>`
      update outbox set state = 'failed', done_at = now(), lease_token = null, lease_until = null, last_failure = ${failure.reason}
      where account_id = ${tenant.accountId} and id = ${parcel.id} and lease_token = ${token}::uuid returning id`.execute(tenant.db);
    if (ours.length === 0) continue;
    const orderIds = await ordersOf(tenant, parcel);
    if (parcel.kind === 'submit' && failure.kind === 'rejected') await takeApart(tenant, parcel, orderIds);
    if (parcel.kind === 'hold' || parcel.kind === 'release') await holdRefused(tenant, parcel);
    await openIssues(
      tenant,
      orderIds.map((orderId) => ({ orderId, connectionId: connection.id, ...issueOf(connection, parcel, failure) })),
    );
  }
}

/** Whether it may have arrived or not, a rejected parcel is not with the warehouse: its orders are editable again. */
async function takeApart(tenant: Tenant, parcel: Effect, orderIds: number[]): Promise<void> {
  await sql`update warehouse_orders set state = 'rejected', changed_at = now() where account_id = ${tenant.accountId} and id = ${parcel.warehouse_order_id}`.execute(
    tenant.db,
  );
  await sql`update orders set warehouse_order_id = null, revision = revision + 1 where account_id = ${tenant.accountId} and id = any(${orderIds}::bigint[])`.execute(
    tenant.db,
  );
  await recordEvents(
    tenant,
    orderIds.map((orderId) => ({ orderId, kind: 'rejected', sentence: 'The warehouse did not take it.' })),
  );
}

async function holdRefused(tenant: Tenant, parcel: Effect): Promise<void> {
  await sql`update orders set hold_outcome = 'refused', on_hold = ${parcel.kind === 'release'}
    where account_id = ${tenant.accountId} and warehouse_order_id = ${parcel.warehouse_order_id}`.execute(tenant.db);
}

async function ordersOf(tenant: Tenant, parcel: Effect): Promise<number[]> {
  if (parcel.order_id !== null) return [parcel.order_id];
  const { rows } = await sql<{ id: number }>`
    select id from orders where account_id = ${tenant.accountId} and warehouse_order_id = ${parcel.warehouse_order_id} order by id`.execute(
    tenant.db,
  );
  return rows.map(({ id }) => id);
}

const doing: Record<Effect['kind'], string> = {
  submit: 'take the order',
  replace: 'take the change',
  cancel: 'answer the cancellation',
  hold: 'hold the order',
  release: 'take the order off hold',
  confirm: 'take the shipment',
};

function issueOf(
  connection: Connection,
  parcel: Effect,
  failure: Failure,
): { type: IssueType; subject: string; sentence: string; blocking: boolean } {
  const blocking = parcel.kind === 'submit' || parcel.kind === 'confirm';
  if (failure.kind === 'retry') {
    return {
      type: 'retries_exhausted',
      subject: parcel.kind,
      blocking,
      sentence: `${connection.name} did not ${doing[parcel.kind]} in ${parcel.attempts} attempts. ${failure.reason}`,
    };
  }
  if (failure.kind === 'rejected' && failure.code === 'out_of_stock') {
    return { type: 'out_of_stock', subject: 'stock', blocking, sentence: `${connection.name} is out of stock: ${failure.reason}` };
  }
  const type = parcel.kind === 'confirm' ? 'rejected_by_channel' : 'rejected_by_warehouse';
  return { type, subject: parcel.kind, blocking, sentence: `${connection.name} did not ${doing[parcel.kind]}: ${failure.reason}` };
}
