import { sql } from 'kysely';
import type { ChannelOrder, Hint, Listing, Orders } from '../../../connectors/contract.ts';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { because } from '../../base/reasons.ts';
import { removeListings, storeListings } from '../../nouns/links/listings/store.ts';
import { linkSameSkus } from '../../nouns/links/saving/same-skus.ts';
import { storeOrders } from '../../nouns/order-flow/intake/intake.ts';
import { prepareOrders, type Source } from '../../nouns/order-flow/intake/order-rows.ts';
import { apartFrom } from '../../nouns/order-flow/intake/rules.ts';
import { recordGone } from '../../nouns/order-flow/shared-goods/gone/gone.ts';
import { movesStock } from '../../nouns/stock-out/quantities.ts';
import { capabilityOf } from '../../shared/connections/calls/capability.ts';
import type { Connection } from '../../shared/connections/calls/session.ts';
import { readOn } from '../../shared/connections/streams/wake.ts';
import { amongAcknowledged, readAcknowledged, readStream } from '../acknowledged.ts';
import { readListings } from './listings/whole-listings.ts';
import { pageOf, type StreamDefinition } from './stream.ts';

/** What is read from channels: their orders, their products, and hints. */

export const orders: StreamDefinition = {
  read: async (engine, connection, call, place) => {
    const { cursor, since, timezone } = place;
    const { stream, isUndated = false } = capabilityOf(engine, connection, 'orders', call);
    const among = stream.mode === 'queue' ? amongAcknowledged(place) : null;
    if (stream.mode === 'queue' && among) return readAcknowledged(stream, among, ordersOf(connection, timezone, connection.ordersSince));
    const result = stream.mode === 'cursor' ? await stream.read(cursor, since) : await stream.read(cursor);
    // A queue has what was never taken from it, whatever its age; what knows no dates of changes gives orders of any age as well.
    const newSince = stream.mode === 'cursor' ? (connection.ordersSince ?? (isUndated ? since : null)) : null;
    return pageOf(result, ordersOf(connection, timezone, newSince, isUndated), stream.mode);
  },
};

/** What orders of a channel become here. `newSince`: older ones that are not known are left. */
export function ordersOf(connection: Connection, timezone: string, newSince: Date | null = null, isUndated = false) {
  const { id: connectionId, name: label } = connection;
  const source: Source = { connectionId, label, timezone, newSince, isUndated, movesStock: movesStock(connection) };
  return {
    prepare: prepareOrders,
    apartFrom,
    store: async (tenant: Tenant, records: ChannelOrder[]) => {
      const { created, changed, unchanged, skipped } = await storeOrders(tenant, source, records);
      return { done: created + changed, skipped: unchanged + skipped };
    },
    remove: (tenant: Tenant, remoteIds: string[]) => endGone(tenant, source, remoteIds),
  };
}

async function endGone(tenant: Tenant, source: Source, remoteIds: string[]): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select id from orders where ${inAccount(tenant)} and connection_id = ${source.connectionId} and remote_id = any(${remoteIds}::text[])
      order by id`.execute(tenant.db);
  for (const { id } of rows) await recordGone(tenant, source, id);
}

export const listings: StreamDefinition = {
  read: async (engine, connection, call, place) => {
    const { stream } = capabilityOf(engine, connection, 'listings', call);
    const store = async (tenant: Tenant, records: Listing[]) => {
      const counts = await storeListings(tenant, connection.id, records);
      const skus = records.map(({ sku }) => sku);
      // An order links a SKU only when it sees it for the first time.
      if (counts.done > 0) await linkSameSkus(tenant, skus);
      return counts;
    };
    const remove = (tenant: Tenant, remoteIds: string[]) => removeListings(tenant, connection.id, remoteIds);
    if (stream.mode === 'queue') return readStream(stream, place, { store, remove });
    return pageOf(await readListings(engine, connection, stream, place), { store, remove });
  },
};

/**
 * Hints that are fetched wake what they are about; a hint that is read twice wakes it twice. Orders that they name are read at once, each
 * by itself: a search may be rare, and see them only later.
 */
export const hints: StreamDefinition = {
  read: async (engine, connection, call, { cursor, timezone }) => {
    const { poll } = capabilityOf(engine, connection, 'hints', call);
    if (!poll) return { ok: false, failure: { kind: 'rejected', code: 'other', reason: because({ code: 'reading.no_hints' }) } };
    const page = await poll.read(cursor);
    const sells = connection.connector.orders && capabilityOf(engine, connection, 'orders', call);
    const read = page.ok && sells ? await readNamed(sells.get, page.value.records) : new Map<string, ChannelOrder>();
    const orders = ordersOf(connection, timezone, connection.ordersSince);
    const isRead = ({ stream, remoteIds }: Hint) => stream === 'orders' && remoteIds.length > 0 && remoteIds.every((id) => read.has(id));
    const store = async (tenant: Tenant, records: Hint[]) => {
      const named = new Set(records.filter(isRead).flatMap(({ remoteIds }) => remoteIds));
      const found = [...named].flatMap((id) => read.get(id) ?? []);
      if (found.length > 0) await orders.store(tenant, found);
      const others = records.filter((hint) => !isRead(hint));
      for (const stream of new Set(others.map((hint) => hint.stream))) await readOn(tenant, connection.id, stream);
      return { done: records.length, skipped: 0 };
    };
    return pageOf(page, { store });
  },
};

/** The orders that hints name, by their ids. What cannot be read now is left to its stream. */
async function readNamed(get: Orders['get'], records: Hint[]): Promise<Map<string, ChannelOrder>> {
  const read = new Map<string, ChannelOrder>();
  const named = new Set(records.flatMap(({ stream, remoteIds }) => (stream === 'orders' ? remoteIds : [])));
  for (const id of named) {
    const found = await get(id);
    if (found.ok) read.set(id, found.value);
    else if (found.failure.kind !== 'rejected' && found.failure.kind !== 'not_found') break;
  }
  return read;
}
