import { sql } from 'kysely';
import type { ChannelOrder, Cursor, Page } from '../../../connectors/contract.ts';
import { mapResult } from '../../../connectors/http/result.ts';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { type Tenant, withoutPerson } from '../../../platform/tenant.ts';
import { recordSeen } from '../../nouns/order-flow/release/adopting/look-up.ts';
import { capabilityOf } from '../../shared/connections/calls/capability.ts';
import { ordersOf } from './channel-streams.ts';
import { pageOf, type StreamDefinition } from './stream.ts';

/**
 * Reads the orders again that are open here, some at a time, for a channel whose stream would not bring their changes. The cursor
 * is the last id of ours that was read, and when the round began; at the end the next one begins. Those that deliveries name are read by
 * themselves between rounds, and with as many others when a round is due: deliveries that never end do not keep it away. A delivery is
 * handled by the page that reads all that it names.
 */
export const openOrders: StreamDefinition = {
  read: async (engine, connection, call, { cursor, timezone, readAt }) => {
    const { reread } = capabilityOf(engine, connection, 'orders', call);
    const most = reread?.most ?? 1;
    const part = await withoutPerson(engine.database, connection.accountId, (tenant) =>
      partOf(tenant, connection.id, { cursor, readAt, most, everySeconds: reread?.everySeconds ?? 0 }),
    );
    const empty: Page<ChannelOrder> = { records: [], unreadable: [], gone: [], next: {}, more: false };
    const result = reread && part.ids.length > 0 ? await reread.read(part.ids) : { ok: true as const, value: empty };
    if (!result.ok) return result;
    const page = { ...result.value, ...part.onward };
    const { store, ...keeping } = ordersOf(connection, timezone);
    const storeSeen = async (tenant: Tenant, records: ChannelOrder[]) => {
      const counts = await store(tenant, records);
      await recordSeen(
        tenant,
        connection.id,
        records.map(({ remoteId }) => remoteId),
      );
      return counts;
    };
    const read = pageOf({ ok: true, value: page }, { ...keeping, store: storeSeen });
    return mapResult(read, (stored) => ({ ...stored, deliveries: part.deliveries }));
  },
};

type Round = { cursor: Cursor | null; readAt: Date; most: number; everySeconds: number };
type Part = { ids: string[]; deliveries: number[]; onward: Pick<Page<never>, 'next' | 'more' | 'again'> };

async function partOf(tenant: Tenant, connectionId: number, { cursor, readAt, most, everySeconds }: Round): Promise<Part> {
  const began = typeof cursor?.began === 'string' ? new Date(cursor.began) : null;
  const due = began ? new Date(began.getTime() + everySeconds * 1000) : readAt;
  const isDue = due <= readAt;
  const { ids: named, deliveries, left } = await openAndNamed(tenant, connectionId, readAt, isDue ? Math.ceil(most / 2) : most);
  const room = most - named.length;
  if (deliveries.length > 0 && (!isDue || room <= 0))
    return { ids: named, deliveries, onward: { next: cursor ?? {}, more: false, again: left ? readAt : due } };
  const after = typeof cursor?.after === 'number' ? cursor.after : 0;
  const open = await openAfter(tenant, connectionId, after, room);
  const more = open.length === room;
  const since = after === 0 ? readAt : (began ?? readAt);
  const next = { after: more ? (open.at(-1)?.id ?? after) : 0, began: since.toISOString() };
  const ids = [...new Set([...named, ...open.map(({ remote_id }) => remote_id)])];
  // What follows is not read ahead: deliveries count as handled once this page is stored.
  const later = deliveries.length > 0 && (more || left);
  return { ids, deliveries, onward: { next, ...(later ? { more: false, again: readAt } : { more }) } };
}

type Waiting = { ids: string[]; deliveries: number[]; left: boolean };

/**
 * The orders that are open here and that waiting deliveries name, of so many of the oldest deliveries that they are not more than
 * `most`; of the first one, all. `left`: others wait.
 */
async function openAndNamed(tenant: Tenant, connectionId: number, until: Date, most: number): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    with waiting as materialized (select id, remote_ids from webhook_deliveries
      where ${inAccount(tenant)} and connection_id = ${connectionId} and stream = 'open_orders' and handled_at is null
        and received_at <= ${until}),
    named as (select o.remote_id, min(w.id) as delivery
      from waiting w cross join unnest(w.remote_ids) as n (remote_id)
      join orders o on ${inAccount(tenant, 'o')} and o.connection_id = ${connectionId} and o.remote_id = n.remote_id
        and o.order_status not in ('fulfilled', 'cancelled') and o.gone_at is null
      group by o.remote_id),
    counted as (select remote_id, delivery, count(*) over (order by delivery) <= ${most} or delivery = min(delivery) over () as fits
      from named),
    unread as (select min(delivery) as first from counted where not fits)
    select coalesce(json_agg(remote_id order by delivery, remote_id) filter (where fits), '[]') as ids,
      (select coalesce(json_agg(id), '[]') from waiting where id < first or first is null) as deliveries, first is not null as left
    from unread left join counted on true group by first`.execute(tenant.db);
  return rows[0] ?? { ids: [], deliveries: [], left: false };
}

async function openAfter(
  tenant: Tenant,
  connectionId: number,
  after: number,
  most: number,
): Promise<Columns<'orders', 'id' | 'remote_id'>[]> {
  const { rows } = await sql<Columns<'orders', 'id' | 'remote_id'>>`
    select id, remote_id from orders where ${inAccount(tenant)} and connection_id = ${connectionId} and id > ${after}
      and order_status not in ('fulfilled', 'cancelled') and gone_at is null order by id limit ${most}`.execute(tenant.db);
  return rows;
}
