import { sql } from 'kysely';
import type { WhyDeclined } from '../../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import type { IssueSentence, IssueType } from '../../../../shared/issues/issue.ts';
import { type EffectSource, queueEffects } from '../../../../shared/outbox/queue.ts';
import { recordEvents } from '../../history.ts';

/** Of the effects that tell the channel, for the request `r`. */
export const acceptKey = sql<string>`r.id || '.accepted'`;
export const declineKey = sql<string>`r.id || '.declined'`;

/** Has the channel told that what it asks for, by these requests, is shipped from here. What is ended here is not. */
export async function acceptShipRequests(tenant: Tenant, requestIds: number[]): Promise<void> {
  if (requestIds.length === 0) return;
  await queueEffects(tenant, {
    kind: 'decide_ship',
    ...{ connectionId: sql`o.connection_id`, key: acceptKey, orderId: sql`o.id` },
    from: sql`ship_requests r join orders o on ${inAccount(tenant, 'o')} and o.id = r.order_id
      where ${inAccount(tenant, 'r')} and r.id = any(${requestIds}::bigint[]) and o.cancelled_at is null and o.gone_at is null`,
  });
}

type Ended = Columns<'ship_requests', 'id' | 'order_id'> & {
  channel: Column<'connections', 'name'>;
  stopped: { type: IssueType; sentence: IssueSentence } | null;
};

/**
 * Declines what channels asked us to ship of these orders, where a person ended them here, or the warehouse did as they asked: nothing of
 * them leaves. The reason is what kept the order until then. What the channel itself cancelled, or asked to cancel, it knows.
 */
export async function declineEnded(tenant: Tenant, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const { rows } = await sql<Ended>`
    select r.id, r.order_id, c.name as channel, (
      select json_build_object('type', i.type, 'sentence', i.sentence) from issues i
      where ${inAccount(tenant, 'i')} and i.order_id = o.id and i.blocking and i.closed_at = o.cancelled_at
      order by i.type in (${sql.join(Object.keys(whyOf).map((type) => sql.lit(type)))}) desc, i.id limit 1) as stopped
    from ship_requests r join orders o on ${inAccount(tenant, 'o')} and o.id = r.order_id
    join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
    where ${inAccount(tenant, 'r')} and r.order_id = any(${[...orderIds]}::bigint[])
      -- One whose order was not cancelled any longer by the time it was to be told is declined anew.
      and (r.declined_at is null or r.decline_reply = 'over' and r.declined_at < o.cancelled_at)
      and o.cancelled_at is not null and o.ended_by is null and o.source_state <> 'cancelled' and o.gone_at is null
      and not exists (select from cancel_requests asked where ${inAccount(tenant, 'asked')} and asked.order_id = o.id
        and asked.outcome = 'accepted' and asked.requested_at >= r.requested_at)
    order by r.id for no key update of r`.execute(tenant.db);
  if (rows.length === 0) return;
  const declined = rows.map(({ id, stopped }) => ({ id, ...reasonOf(stopped) }));
  await sql`
    update ship_requests r set declined_at = now(), declined_by = ${tenant.userId}, why = given.why, stopped = given.stopped,
      decline_reply = null
    from json_to_recordset(${JSON.stringify(declined)}::json) as given (id bigint, why text, stopped jsonb)
    where ${inAccount(tenant, 'r')} and r.id = given.id`.execute(tenant.db);
  await recordEvents(
    tenant,
    rows.map(({ order_id: orderId, channel }) => ({
      ...{ orderId, kind: 'decided' as const },
      sentence: { code: 'ship_declined' as const, channel },
    })),
  );
  const source: EffectSource = {
    kind: 'decide_ship',
    ...{ connectionId: sql`o.connection_id`, key: declineKey, orderId: sql`o.id`, userId: tenant.userId },
    from: sql`ship_requests r join orders o on ${inAccount(tenant, 'o')} and o.id = r.order_id
      where ${inAccount(tenant, 'r')} and r.id = any(${idsOf(rows)}::bigint[])`,
  };
  await queueEffects(tenant, source, 'when_ended');
}

const whyOf: Partial<Record<IssueType, WhyDeclined>> = {
  unmapped_sku: 'unknown_sku',
  address_incomplete: 'bad_address',
  out_of_stock: 'out_of_stock',
};

/** What kept an order here counts as the reason where the channel has a word for it. */
function reasonOf(stopped: Ended['stopped']): { why: WhyDeclined; stopped: IssueSentence | null } {
  const why = stopped ? whyOf[stopped.type] : undefined;
  return stopped && why ? { why, stopped: stopped.sentence } : { why: 'other', stopped: null };
}
