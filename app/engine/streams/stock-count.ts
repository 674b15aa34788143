import type { StockRow } from '../../../connectors/contract.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { because } from '../../base/reasons.ts';
import { aheadMs } from '../../nouns/warehouse/lock-count.ts';
import { finishLots, storeLots } from '../../nouns/warehouse/lots.ts';
import { finishSnapshot, storeStock } from '../../nouns/warehouse/stock.ts';
import { capabilityOf } from '../../shared/connections/calls/capability.ts';
import type { PageRead, StoredCounts } from './pages/page.ts';
import type { StreamDefinition } from './stream.ts';

/** What a count is called among the records that could not be read. */
const countName = 'count of stock';

/** Reads a page of a warehouse's count. Every count starts again: its cursor is kept only while it is being read. */
export const readCount: StreamDefinition['read'] = async (engine, connection, call, { cursor }) => {
  const result = await capabilityOf(engine, connection, 'warehouse', call).stock(cursor);
  if (!result.ok) return result;
  const { takenAt, takenUntil, records, unreadable, next, more } = result.value;
  if (takenAt.getTime() > engine.now().getTime() + aheadMs) return { ok: true, value: notStored(takenAt) };
  const store = (tenant: Tenant, some: unknown[]) => storePlaces(tenant, connection.id, some as StockRow[], takenAt);
  const finish = more ? {} : { finish: (tenant: Tenant) => finishPlaces(tenant, connection.id, takenAt, takenUntil) };
  const place = { count: records.length, readIds: more ? [] : [countName], next: more ? next : null, more, acknowledges: false };
  return { ok: true, value: { ...place, unreadable, records, store, ...finish } };
};

/**
 * A count that is dated in the future by the warehouse's own clock: what leaves and comes until then would be taken for counted, so none of
 * it is stored. It is an issue, anew each day as long as that lasts, and closed by the next count.
 */
function notStored(takenAt: Date): PageRead {
  const at = takenAt.toISOString();
  const unreadable = [{ remoteId: countName, reason: because({ code: 'reading.count_ahead', at }), raw: { dated: at.slice(0, 10) } }];
  const store = async () => ({ done: 0, skipped: 0 });
  return { count: 1, readIds: [], unreadable, next: null, more: false, acknowledges: false, records: [], store };
}

async function storePlaces(tenant: Tenant, connectionId: number, rows: StockRow[], takenAt: Date): Promise<StoredCounts> {
  await storeLots(tenant, connectionId, rows, takenAt);
  return storeStock(tenant, connectionId, rows, takenAt);
}

async function finishPlaces(tenant: Tenant, connectionId: number, takenAt: Date, takenUntil: Date): Promise<void> {
  const isUsed = await finishSnapshot(tenant, connectionId, takenAt, takenUntil);
  // Its units are those of the levels, which are as counted from here on.
  if (isUsed) await finishLots(tenant, connectionId, takenAt);
}
