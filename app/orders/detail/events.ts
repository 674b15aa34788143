import { sql } from 'kysely';
import { readPrepared } from '../../../platform/prepared.ts';
import type { Tenant } from '../../../platform/tenant.ts';

/** A line in a history entry. */
export type EventLine = { sku: string; name: string; quantity: number };
type EventValue = string | number | boolean | null | EventLine;

export type TimelineEntry = {
  id: number;
  at: Date;
  kind: string;
  sentence: string;
  who: string | null;
  changes: Record<string, { from: EventValue; to: EventValue }> | null;
  /** An edit that was undone. */
  undone: boolean;
};

/** The history of an order, oldest first. */
export async function eventsOf(tenant: Tenant, orderId: number): Promise<TimelineEntry[]> {
  return readPrepared(
    tenant,
    sql<TimelineEntry>`
    select e.id, e.at, e.kind, e.sentence, e.changes, u.name as who, undoing.id is not null as undone
    from order_events e left join users u on u.id = e.user_id
    left join order_events undoing on undoing.account_id = e.account_id and undoing.undoes = e.id
    where e.account_id = ${tenant.accountId} and e.order_id = ${orderId} order by e.id`,
  );
}
