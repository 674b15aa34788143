import { sql } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';
import type { PurchaseEventKind } from './event-kinds.ts';

export type PurchaseEvent = {
  purchaseOrderId: number;
  kind: PurchaseEventKind;
  sentence: string;
  changes?: Record<string, { from: unknown; to: unknown }>;
};

/** Writes history entries in one statement, by the tenant's person. */
export async function recordPurchaseEvents(tenant: Tenant, events: PurchaseEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into purchase_order_events (account_id, purchase_order_id, kind, sentence, changes, user_id)
    select ${tenant.accountId}, "purchaseOrderId", kind, sentence, changes, ${tenant.userId}
    from json_to_recordset(${JSON.stringify(events)}::json) as event ("purchaseOrderId" bigint, kind text, sentence text, changes jsonb)`.execute(
    tenant.db,
  );
}

/** The same entry for several purchase orders. */
export function recordForAll(tenant: Tenant, ids: number[], kind: PurchaseEventKind, sentence: string): Promise<void> {
  return recordPurchaseEvents(
    tenant,
    ids.map((purchaseOrderId) => ({ purchaseOrderId, kind, sentence })),
  );
}
