import { sql } from 'kysely';
import type { ChannelOrder } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { openOrderIssues } from '../order-issues.ts';
import { enqueueCheck } from '../recheck.ts';
import { restoreDeleted } from './restore-deleted.ts';

/** Of an issue that the channel sells something else under the id of an order. */
export const saleSubject = 'sale';

type Reused = Columns<'orders', 'id'> & { number: string; deleted: boolean };

/**
 * Tells a person of what a channel has sold anew under the ids of orders that had ended here before that was ordered: of those nothing is
 * sent any longer. What was deleted is back, and waits until the person has looked. Call it once what the channel has is stored.
 */
export async function reportReusedIds(
  tenant: Tenant,
  source: { connectionId: number; label: string },
  read: ChannelOrder[],
): Promise<void> {
  const orders = read.filter(({ state }) => state === 'ready');
  if (orders.length === 0) return;
  const { rows } = await sql<Reused>`
    select o.id, sent.number, o.deleted_at is not null as deleted
    from unnest(${orders.map(({ remoteId }) => remoteId)}::text[], ${orders.map(({ number }) => number)}::text[],
      ${orders.map(({ orderedAt }) => orderedAt)}::timestamptz[], ${orders.map(({ modifiedAt }) => modifiedAt)}::timestamptz[])
      as sent (remote_id, number, ordered, modified)
    join orders o on ${inAccount(tenant, 'o')} and o.connection_id = ${source.connectionId} and o.remote_id = sent.remote_id
      and sent.ordered > greatest(o.confirmed_at, o.cancelled_at, o.deleted_at) and sent.modified >= o.remote_modified_at
    order by o.id`.execute(tenant.db);
  if (rows.length === 0) return;
  await openOrderIssues(
    tenant,
    rows.map(({ id: orderId, number, deleted }) => ({
      ...{ orderId, connectionId: source.connectionId, type: 'changed_after_release', subject: saleSubject, blocking: deleted },
      sentence: { code: deleted ? 'another_sale_of_deleted' : 'another_sale', channel: source.label, number },
    })),
  );
  const deleted = idsOf(rows.filter((row) => row.deleted));
  if (deleted.length === 0) return;
  await restoreDeleted(tenant, deleted);
  await enqueueCheck(tenant, deleted);
}
