import { sql } from 'kysely';
import { orderEvents } from '../../../platform/metrics/registry.ts';
import { bounded } from '../../../platform/sentences.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { insertEvents } from '../../shared/webhooks/events/write.ts';
import type { EventKind } from './events/kinds.ts';
import { publicEvents } from './events/public-events.ts';
import type { OrderEventSentence } from './events/sentences.ts';

export type Changes = Record<string, { from: unknown; to: unknown }>;
export type OrderEvent = {
  orderId: number;
  kind: EventKind;
  sentence: OrderEventSentence;
  changes?: Changes;
  /** The change of the ledger that it tells of. */
  change_id?: number;
  /** What the channel had sold of the lines that an edit removed. */
  removed_worth?: string;
};

/** Writes history entries in one statement, by the tenant's person and key, with the events of theirs that others subscribe to. */
export async function recordEvents(tenant: Tenant, events: OrderEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ orderId: order_id, sentence, ...rest }) => ({ order_id, sentence: bounded(sentence), ...rest }));
  const publicOnes = publicEvents(events);
  const recorded = sql`
    insert into order_events (account_id, order_id, kind, sentence, changes, change_id, removed_worth, user_id, key_name)
    select ${tenant.accountId}, order_id, kind, sentence, changes, change_id, removed_worth, ${tenant.userId}, ${tenant.keyName}::text
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as event (order_id bigint, kind text, sentence jsonb, changes jsonb, change_id bigint, removed_worth numeric) returning 1`;
  await (publicOnes.length === 0 ? recorded : sql`with recorded as (${recorded}) ${insertEvents(tenant, publicOnes)}`).execute(tenant.db);
  tenant.afterCommit.push(async () => {
    for (const { kind } of events) orderEvents.inc({ kind });
  });
}

/** The same entry for several orders. */
export const recordForAll = (tenant: Tenant, ids: readonly number[], kind: EventKind, sentence: OrderEventSentence): Promise<void> =>
  recordEvents(
    tenant,
    ids.map((orderId) => ({ orderId, kind, sentence })),
  );
