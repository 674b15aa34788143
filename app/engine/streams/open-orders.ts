import { sql } from 'kysely';
import type { ChannelOrder, Cursor, Page } from '../../../connectors/contract.ts';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { inTenant, type Tenant } from '../../../platform/tenant.ts';
import { recordSeen } from '../../nouns/order-flow/release/adopting/look-up.ts';
import { capabilityOf } from '../../shared/connections/calls/capability.ts';
import { ordersOf } from './channel-streams.ts';
import { pageOf, type StreamDefinition } from './stream.ts';

/**
 * Reads the orders again that are open here, some at a time, for a channel whose stream would not bring their changes. The cursor
 * is the last id of ours that was read, and when the round began; at the end the next one begins. Those that deliveries name are read by
 * themselves between rounds, and with some others when a round is due: deliveries that never end do not keep it away.
 */
export const openOrders: StreamDefinition = {
  read: async (engine, connection, call, { cursor, timezone, readAt }) => {
    const { reread } = capabilityOf(engine, connection, 'orders', call);
    const most = reread?.most ?? 1;
    const part = await inTenant(engine.database, { accountId: connection.accountId, userId: null }, (tenant) =>
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
    return pageOf({ ok: true, value: page }, { ...keeping, store: storeSeen });
  },
};

type Round = { cursor: Cursor | null; readAt: Date; most: number; everySeconds: number };
type Part = { ids: string[]; onward: Pick<Page<never>, 'next' | 'more' | 'again'> };

async function partOf(tenant: Tenant, connectionId: number, { cursor, readAt, most, everySeconds }: Round): Promise<Part> {
  const named = await openAndNamed(tenant, connectionId, readAt, most + 1);
  const began = typeof cursor?.began === 'string' ? new Date(cursor.began) : null;
  // More than fit are read with all the others.
  const fitting = named !== null && named.length <= most ? named : [];
  const due = began ? new Date(began.getTime() + everySeconds * 1000) : readAt;
  if (fitting === named && due > readAt) return { ids: fitting, onward: { next: cursor ?? {}, more: false, again: due } };
  const after = typeof cursor?.after === 'number' ? cursor.after : 0;
  const room = most - fitting.length;
  const open = room === 0 ? [] : await openAfter(tenant, connectionId, after, room);
  const more = open.length === room;
  const since = after === 0 ? readAt : (began ?? readAt);
  const next = { after: more ? (open.at(-1)?.id ?? after) : 0, began: since.toISOString() };
  const ids = [...new Set([...fitting, ...open.map(({ remote_id }) => remote_id)])];
  // What follows is not read ahead: deliveries count as handled once this page is stored.
  return { ids, onward: { next, ...(more && fitting === named ? { more: false, again: readAt } : { more }) } };
}

/** The orders that are open here and that waiting deliveries name; null while none waits. */
async function openAndNamed(tenant: Tenant, connectionId: number, until: Date, most: number): Promise<string[] | null> {
  const { rows } = await sql<{ ids: string[] | null }>`
    with named as materialized (select remote_ids from webhook_deliveries
      where ${inAccount(tenant)} and connection_id = ${connectionId} and stream = 'open_orders' and handled_at is null
        and received_at <= ${until})
    select case when exists (select from named) then array(select remote_id from orders
      where ${inAccount(tenant)} and connection_id = ${connectionId} and remote_id in (select unnest(remote_ids) from named)
        and order_status not in ('fulfilled', 'cancelled') and gone_at is null limit ${most}) end as ids`.execute(tenant.db);
  return rows[0]?.ids ?? null;
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
