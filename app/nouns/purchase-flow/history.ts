import { sql } from 'kysely';
import { bounded } from '../../../platform/sentences.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { insertEvents } from '../../shared/webhooks/events/write.ts';
import type { PurchaseEventKind } from './events/kinds.ts';
import { publicEvents } from './events/public-events.ts';
import type { PurchaseEventSentence } from './events/sentences.ts';

export type PurchaseEvent = {
  purchaseOrderId: number;
  kind: PurchaseEventKind;
  sentence: PurchaseEventSentence;
  changes?: Record<string, { from: unknown; to: unknown }>;
};

/** Writes history entries in one statement, by the tenant's person and key, with the events of theirs that others subscribe to. */
export async function recordPurchaseEvents(tenant: Tenant, events: PurchaseEvent[]): Promise<void> {
  if (events.length === 0) return;
  const given = events.map((event) => ({ ...event, sentence: bounded(event.sentence) }));
  const publicOnes = publicEvents(events);
  const recorded = sql`
    insert into purchase_order_events (account_id, purchase_order_id, kind, sentence, changes, user_id, key_name)
    select ${tenant.accountId}, "purchaseOrderId", kind, sentence, changes, ${tenant.userId}, ${tenant.keyName}::text
    from json_to_recordset(${JSON.stringify(given)}::json) as event ("purchaseOrderId" bigint, kind text, sentence jsonb,
      changes jsonb) returning 1`;
  await (publicOnes.length === 0 ? recorded : sql`with recorded as (${recorded}) ${insertEvents(tenant, publicOnes)}`).execute(tenant.db);
}

/** The same entry for several purchase orders. */
export function recordForAll(tenant: Tenant, ids: number[], kind: PurchaseEventKind, sentence: PurchaseEventSentence): Promise<void> {
  return recordPurchaseEvents(
    tenant,
    ids.map((purchaseOrderId) => ({ purchaseOrderId, kind, sentence })),
  );
}
