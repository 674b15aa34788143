import { sql } from 'kysely';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type Pack, unpackedUndone } from '../../../base/changes/packed.ts';
import { purchaseOrders } from '../actions/edit-noun.ts';

/** What later imports did to a purchase order that their undos took back: the revisions that they gave it, by those that it had before. */
export type LaterUndos = ReadonlyMap<number, number>;

/** By purchase order, of these: what imports after that of a pack did and is undone. */
export async function readLaterUndos(tenant: Tenant, pack: Pack, ids: readonly number[]): Promise<Map<number, LaterUndos>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; before: number; after: number }>`
    select (each ->> 'id')::bigint as id, (each -> 'was' ->> 'revision')::int as before, (each ->> 'revision')::int as after
    from (${unpackedUndone(tenant, pack, { noun: purchaseOrders.name, form: 'changed' })}) as c
    where (each ->> 'id')::bigint = any(${ids}::bigint[])`.execute(tenant.db);
  const byOrder = [...Map.groupBy(rows, ({ id }) => id)];
  return new Map(byOrder.map(([id, undos]) => [id, new Map(undos.map(({ before, after }) => [before, after]))]));
}

/**
 * The revision of a purchase order that had this one, where nothing changed it since but imports that are undone: an undo gives it back
 * what it had, under a revision of its own.
 */
export function revisionSince(revision: number, undos: LaterUndos = new Map()): number {
  let since = revision;
  for (let next = undos.get(since); next !== undefined; next = undos.get(since)) since = revisionSince(next, undos) + 1;
  return since;
}
