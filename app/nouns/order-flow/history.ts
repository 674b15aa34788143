import { sql } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';

/** The kinds of history entries. The steps on the order's page are derived from them. */
export type EventKind =
  | 'arrived'
  | 'changed'
  | 'checked'
  | 'stopped'
  | 'mended'
  | 'released'
  | 'recalled'
  | 'accepted'
  | 'replacing'
  | 'replaced'
  | 'rejected'
  | 'packed'
  | 'shipped'
  | 'confirmed'
  | 'cancelled'
  | 'cancel_requested'
  | 'cancel_answered'
  | 'held'
  | 'unheld'
  | 'locked'
  | 'unlocked'
  | 'edited'
  | 'undone'
  | 'linked'
  | 'retried'
  | 'decided'
  | 'archived'
  | 'deleted'
  | 'restored';

export type Changes = Record<string, { from: unknown; to: unknown }>;
export type OrderEvent = {
  orderId: number;
  kind: EventKind;
  sentence: string;
  changes?: Changes;
  /** The change of the ledger that it tells of. */
  change_id?: number;
  /** What the channel had sold of the lines that an edit removed. */
  removed_worth?: string;
};

/** Writes history entries in one statement, by the tenant's person. */
export async function recordEvents(tenant: Tenant, events: OrderEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into order_events (account_id, order_id, kind, sentence, changes, change_id, removed_worth, user_id)
    select ${tenant.accountId}, order_id, kind, sentence, changes, change_id, removed_worth, ${tenant.userId}
    from json_to_recordset(${JSON.stringify(events.map(({ orderId: order_id, ...rest }) => ({ order_id, ...rest })))}::json)
      as event (order_id bigint, kind text, sentence text, changes jsonb, change_id bigint, removed_worth numeric)`.execute(tenant.db);
}
