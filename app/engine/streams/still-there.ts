import type { Cursor, Orders, Result } from '../../../connectors/contract.ts';
import { mapResult } from '../../../connectors/http/result.ts';
import { type Tenant, withoutPerson } from '../../../platform/tenant.ts';
import type { Engine } from '../../base/worker-context.ts';
import { recordSeen } from '../../nouns/order-flow/release/adopting/look-up.ts';
import { rereadUnseen, unseenOfUnknownStatus } from '../../nouns/order-flow/shared-goods/gone/unseen.ts';
import { capabilityOf } from '../../shared/connections/calls/capability.ts';
import type { Connection } from '../../shared/connections/calls/session.ts';
import type { StreamDefinition } from './stream.ts';

/**
 * Where a walk through the open orders stands, and when it began, by the database's clock. `after`: once the list is at its end, the last
 * order of ours that was looked up together with others.
 */
type Walk = { began: string; at: Cursor | null; after: number | null };
/** The ids of orders that the channel has, and where the walk goes on: null at its end. */
type Part = { ids: string[]; next: Walk | null };
type OpenOrders = NonNullable<Orders['listOpen']>;

/**
 * Reads a page of the ids of the orders that a channel still has open. After the last one, those of ours that were not among them
 * are read again: nothing else tells that an order was deleted. Before that the channel is asked together for those whose status no list
 * can be asked for. Every walk starts again.
 */
export const stillThere: StreamDefinition = {
  read: async (engine, connection, call, { cursor, readAt }) => {
    const { listOpen } = capabilityOf(engine, connection, 'orders', call);
    const walk = (cursor as Walk | null) ?? { began: readAt.toISOString(), at: null, after: null };
    const result = listOpen ? await readPart(engine, connection, listOpen, walk) : { ok: true as const, value: none };
    if (!result.ok) return result;
    const { ids, next } = result.value;
    const store = async (tenant: Tenant, some: unknown[]) => {
      await recordSeen(tenant, connection.id, some as string[]);
      return { done: 0, skipped: some.length };
    };
    const finish = (tenant: Tenant) => rereadUnseen(tenant, connection.id, new Date(walk.began));
    const place = { count: ids.length, unreadable: [], readIds: [], next, more: next !== null };
    return { ok: true, value: { ...place, acknowledges: false, records: ids, store, ...(listOpen && next === null ? { finish } : {}) } };
  },
};

const none: Part = { ids: [], next: null };

function readPart(engine: Engine, connection: Connection, listOpen: OpenOrders, walk: Walk): Promise<Result<Part>> {
  if (typeof walk.after !== 'number' || !listOpen.among) return readList(listOpen, walk);
  return readTogether(engine, connection, listOpen.among, { ...walk, after: walk.after });
}

async function readList({ read, among }: OpenOrders, { began, at }: Walk): Promise<Result<Part>> {
  const result = await read(at);
  if (!result.ok) {
    const { failure } = result;
    if (failure.kind !== 'retry' || !failure.next) return result;
    return { ok: false, failure: { ...failure, next: { began, at: failure.next, after: null } } };
  }
  const { records, next, more } = result.value;
  const afterList = among ? { began, at: null, after: 0 } : null;
  return { ok: true, value: { ids: records, next: more ? { began, at: next, after: null } : afterList } };
}

/** Of orders that are not released, and may not be, it says no more than that they are there. */
async function readTogether(
  { database }: Engine,
  { accountId, id }: Connection,
  { most, read }: NonNullable<OpenOrders['among']>,
  walk: Walk & { after: number },
): Promise<Result<Part>> {
  const place = { after: walk.after, most };
  const unseen = await withoutPerson(database, accountId, (tenant) => unseenOfUnknownStatus(tenant, id, new Date(walk.began), place));
  const last = unseen.at(-1);
  if (!last) return { ok: true, value: none };
  const ours = unseen.map(({ remote_id }) => remote_id);
  return mapResult(await read(ours), (found) => {
    const there = new Set(found);
    // Others that it may list are not known to be as they are here.
    return { ids: ours.filter((each) => there.has(each)), next: unseen.length === most ? { ...walk, after: last.id } : null };
  });
}
