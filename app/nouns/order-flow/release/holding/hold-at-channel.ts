import { sql } from 'kysely';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { queueEffects } from '../../../../shared/outbox/queue.ts';
import { dropFormerWishes } from '../../../../shared/outbox/wishes.ts';
import { recordEvents } from '../../history.ts';
import { enqueueReread } from '../../recheck.ts';

/** Between the holds of a bulk action, so that they take no more than half of a small allowance from the shipments to confirm. */
const secondsApart = 6;

/**
 * Asks the channels that can to hold these orders, or to hold them no longer where we had asked. Each request says what is so when it is
 * sent, so a change of mind needs no order of its own: a hold that has not left is dropped, and nothing is sent. Only for orders that the
 * warehouse does not have. One that the channel holds by itself is left to it: some know one hold alone, which would end with ours.
 */
export async function queueHoldsAtChannel(tenant: Tenant, orderIds: number[], held: boolean): Promise<void> {
  const former = held ? 'free-' : 'hold-';
  const dropped = await dropFormerWishes(
    tenant,
    sql`o.kind = 'hold_at_channel' and o.order_id = any(${orderIds}::bigint[]) and o.key = ${former} || o.order_id`,
  );
  const inDoubt = dropped.flatMap(({ order_id, in_doubt }) => (in_doubt ? (order_id ?? []) : []));
  await queueEffects(
    tenant,
    {
      kind: 'hold_at_channel',
      connectionId: sql`o.connection_id`,
      key: sql`${held ? 'hold-' : 'free-'} || o.id`,
      orderId: sql`o.id`,
      userId: tenant.userId,
      dueAt: sql`now() + make_interval(secs => (row_number() over (order by o.id) - 1) * ${secondsApart})`,
      from: sql`orders o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
        where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) and c.holds and c.disconnected_at is null
        and o.warehouse_order_id is null and o.gone_at is null and (${held} and o.source_state <> 'held' or o.held_at_channel
          or o.id = any(${inDoubt}::bigint[]) or exists (
          select from outbox x where ${inAccount(tenant, 'x')} and x.order_id = o.id and x.kind = 'hold_at_channel'
            and x.state in ('waiting', 'sending')))`,
    },
    'unless_sending',
  );
}

/** An order as its hold at the channel is asked for; null for `until` releases it there. */
export type HoldAtChannel = Columns<'orders', 'remote_id' | 'held_at_channel' | 'held_at_channel_until'> & {
  outbox_id: Column<'outbox', 'id'>;
  until: Date | null;
};

/** Without a day, a channel that wants one is given this many. */
const daysWithoutEnd = 365;

/**
 * What these effects ask for, as the orders are now. A hold that ends while nobody knows whether its renewal was done is there until
 * either day.
 */
export async function holdsAtChannel(tenant: Tenant, outboxIds: number[]): Promise<HoldAtChannel[]> {
  if (outboxIds.length === 0) return [];
  const { rows } = await sql<HoldAtChannel>`
    select x.id as outbox_id, o.remote_id, o.held_at_channel,
      case when o.on_hold or not ${isHoldInDoubt(tenant)} then o.held_at_channel_until end as held_at_channel_until,
      case when o.on_hold then coalesce(o.hold_until, now() + make_interval(days => ${daysWithoutEnd})) end as until
    from outbox x join orders o on ${inAccount(tenant, 'o')} and o.id = x.order_id
    where ${inAccount(tenant, 'x')} and x.id = any(${outboxIds}::bigint[])`.execute(tenant.db);
  return rows;
}

const isHoldInDoubt = (tenant: Tenant) => sql`exists (select from outbox h where ${inAccount(tenant, 'h')} and h.order_id = o.id
  and h.kind = 'hold_at_channel' and h.key = 'hold-' || o.id and h.maybe_done and h.state <> 'done')`;

/** Until when the channel holds an order; null where it does no longer, `its own` where its hold is not ours. */
type Reply = { orderId: number; until: Date | 'its own' | null };

/**
 * Records what the channel has done. One that it holds no longer, or holds by itself, is read again at once, so that it need not wait for
 * the next read.
 */
export async function recordHeldAtChannel(tenant: Tenant, channel: string, replies: Reply[]): Promise<void> {
  await leaveToChannel(
    tenant,
    replies.flatMap(({ orderId, until }) => (until === 'its own' ? orderId : [])),
  );
  const changed = replies.flatMap(({ orderId, until }) => (until === 'its own' ? [] : { orderId, until }));
  if (changed.length === 0) return;
  const { rows: orders } = await sql<Columns<'orders', 'id' | 'held_at_channel'> & { was: Column<'orders', 'held_at_channel'> }>`
    update orders o set held_at_channel = r.until is not null, held_at_channel_until = r.until,
      must_reread = o.must_reread or o.held_at_channel and r.until is null,
      reread_requests = o.reread_requests + (o.held_at_channel and r.until is null)::int,
      revision = o.revision + (o.held_at_channel <> (r.until is not null))::int
    from unnest(${changed.map(({ orderId }) => orderId)}::bigint[], ${changed.map(({ until }) => until)}::timestamptz[]) as r (id, until)
    where ${inAccount(tenant, 'o')} and o.id = r.id
    returning o.id, o.held_at_channel, old.held_at_channel as was`.execute(tenant.db);
  const rows = orders.filter(({ held_at_channel, was }) => held_at_channel !== was);
  await recordEvents(
    tenant,
    rows.map(({ id, held_at_channel }) => ({
      orderId: id,
      kind: held_at_channel ? 'held' : 'unheld',
      sentence: { code: held_at_channel ? 'held_at_channel' : 'not_held_at_channel', channel },
    })),
  );
  await enqueueReread(
    tenant,
    rows.flatMap(({ id, held_at_channel }) => (held_at_channel ? [] : id)),
  );
}

/** The channel holds these by itself, which was not known, or no longer for us: what was to end ours there would end its own. */
async function leaveToChannel(tenant: Tenant, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await dropFormerWishes(
    tenant,
    sql`o.kind = 'hold_at_channel' and o.order_id = any(${orderIds}::bigint[]) and o.key = 'free-' || o.order_id`,
  );
  await sql`update orders set must_reread = true, reread_requests = reread_requests + 1, held_at_channel = false,
      held_at_channel_until = null, revision = revision + held_at_channel::int
    where ${inAccount(tenant)} and id = any(${orderIds}::bigint[])`.execute(tenant.db);
  await enqueueReread(tenant, orderIds);
}
