import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { queueEffects } from '../../../shared/outbox/queue.ts';
import { recordForAll } from '../history.ts';
import { isReady, isReadyButForIssues } from '../order-sql.ts';

/** By it the closing of an order without goods is known among confirmations. */
const prefix = 'no-goods-';

/** Asks the channel to close orders that consist of charges, since there is nothing to pack. Its reply makes them fulfilled. */
export async function confirmWithoutGoods(tenant: Tenant, orderIds: number[]): Promise<void> {
  const queued = await queueEffects(
    tenant,
    {
      kind: 'confirm',
      connectionId: sql`o.connection_id`,
      key: sql`${prefix}::text || o.remote_id`,
      orderId: sql`o.id`,
      from: sql`orders o where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) and ${isReady} and o.units_ordered = 0`,
    },
    // It may have been held, or had goods, since it was queued before.
    'when_dropped',
  );
  const closing = queued.flatMap(({ order_id }) => order_id ?? []);
  await recordForAll(tenant, closing, 'released', { code: 'released_without_goods' });
}

/** What a confirmation `x` of an order `o` closes is still an order without goods, and nobody has stopped that. */
export const hasWhatItCloses = sql`(x.shipment_id is not null or not starts_with(x.key, ${prefix}::text)
  or o.units_ordered = 0 and ${isReadyButForIssues})`;

/** A confirmation is to close an order that has goods by now, was stopped or has ended: its channel is not told that it shipped. */
export async function closesNothing(tenant: Tenant, effectId: number): Promise<boolean> {
  const { rows } = await sql<Columns<'outbox', 'id'>>`
    select x.id from outbox x join orders o on ${inAccount(tenant, 'o')} and o.id = x.order_id
    where ${inAccount(tenant, 'x')} and x.id = ${effectId} and not ${hasWhatItCloses}`.execute(tenant.db);
  return rows.length > 0;
}
