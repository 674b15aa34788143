import { sql } from 'kysely';
import type { Tenant } from '../../platform/tenant.ts';

/** What an order's timeline tells; the path on its page is drawn from these. */
export type EventKind =
  | 'arrived'
  | 'changed'
  | 'checked'
  | 'stopped'
  | 'mended'
  | 'released'
  | 'recalled'
  | 'accepted'
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
  | 'archived'
  | 'deleted'
  | 'restored';

export type Changes = Record<string, { from: unknown; to: unknown }>;
export type OrderEvent = {
  orderId: number;
  kind: EventKind;
  sentence: string;
  changes?: Changes;
  /** The lines that an edit removed, whole, so that they can come back. */
  removed_lines?: unknown[];
  /** The edit that this entry took back. */
  undoes?: number;
};

/** Writes timeline entries, many in one statement; the person is the tenant's. */
export async function recordEvents(tenant: Tenant, events: OrderEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into order_events (account_id, order_id, kind, sentence, changes, removed_lines, undoes, user_id)
    select ${tenant.accountId}, order_id, kind, sentence, changes, removed_lines, undoes, ${tenant.userId}
    from json_to_recordset(${JSON.stringify(events.map(({ orderId: order_id, ...rest }) => ({ order_id, ...rest })))}::json)
      as event (order_id bigint, kind text, sentence text, changes jsonb, removed_lines json, undoes bigint)`.execute(tenant.db);
}
