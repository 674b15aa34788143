import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type StoredChange, type UndoVerb, undoChanges } from '../../../base/changes/undo.ts';
import { relink } from '../../order-flow/checking/relink.ts';
import { lockRulesForChange } from '../../order-flow/recheck.ts';
import { type MappingKind, undoSeconds } from '../../order-flow/release/delay.ts';
import { lockForEditing } from '../../order-flow/release/lock-for-editing.ts';
import { followMappedCode } from '../../purchase-flow/checking/follow-mapping.ts';
import { queueListingsAnew } from '../../stock-out/queue.ts';
import { followMapping } from './follow.ts';
import { type Before, kinds } from './kinds.ts';
import { type Meaning, meaningOf, nouns } from './nouns.ts';
import { codesOf } from './save.ts';
import { followSaveLater } from './sent.ts';

/**
 * Undoes a save of links or mappings: each code means again what it meant before, and the orders that went by it stop or follow
 * that. Only while nothing that it mended can have left. Returns how many orders it concerned.
 * @throws Refusal 403, 404, 409
 */
export const undoSave = (tenant: Tenant, id: number, mayMap: boolean): Promise<{ stopped: number }> =>
  undoChanges(
    tenant,
    id,
    (Object.keys(kinds) as MappingKind[]).map((kind) => undoOf(kind, mayMap)),
  );

const undoOf = (kind: MappingKind, mayMap: boolean): UndoVerb<{ stopped: number }> => ({
  noun: nouns[kind],
  nameOf: (_tenant, changes) => new Map(changes.map((change) => [change.record_id, codesOf(codesIn(change))])),
  async read(tenant, { changes }) {
    if (kinds[kind].needsMap && !mayMap) throw refuse(403, 'not_allowed', 'You may not change mappings.');
    if (kind === 'line') await lockOrders(tenant, changes);
    const read = changes.map(async (change) => {
      const codes = codesIn(change);
      const { rows } = await kinds[kind].read(tenant, change.record_id, codes, deletedIn(change)).execute(tenant.db);
      return [
        change.record_id,
        Object.fromEntries([...codes.map((code) => [code, null]), ...rows.map(({ code, to }) => [code, to])]),
      ] as const;
    });
    return new Map(await Promise.all(read));
  },
  async write(tenant, { changes }) {
    for (const { record_id, was } of changes)
      for (const statement of kinds[kind].restore(tenant, record_id, Object.entries(was ?? {}).map(before)))
        await statement.execute(tenant.db);
  },
  async follow(tenant, { id, changes }) {
    const orders = new Set<number>();
    for (const change of changes) for (const order of await followCodes(tenant, kind, id, change)) orders.add(order);
    notify(tenant, 'issues');
    notify(tenant, 'runs');
    return { stopped: orders.size };
  },
  changedSince: (code, by) =>
    by
      ? `${by.who} mapped ${code} anew${by.on}, so this cannot be undone.`
      : `${code} has been mapped anew since, so this cannot be undone.`,
  deadline: {
    seconds: undoSeconds,
    late:
      'It can no longer be undone: what it mended has left for the warehouse or is leaving. ' +
      'Change the link or mapping instead: what has not left stops.',
  },
});

/** A line that was linked alone is what its order left with, whatever it meant before. @throws Refusal 409 where it has left */
async function lockOrders(tenant: Tenant, changes: readonly StoredChange[]): Promise<void> {
  for (const change of changes) {
    await lockRulesForChange(tenant, change.record_id);
    const { rows } = await sql<Columns<'order_lines', 'order_id'>>`
      select distinct l.order_id from order_lines l
      where ${inAccount(tenant, 'l')} and l.id = any(${codesIn(change)}::bigint[]) order by l.order_id`.execute(tenant.db);
    for (const { order_id } of rows) await lockForEditing(tenant, order_id);
  }
}

const codesIn = ({ is }: StoredChange) => Object.keys(is ?? {});

const deletedIn = ({ was }: StoredChange) =>
  Object.entries(was ?? {})
    .map(before)
    .flatMap(({ code, deleted }) => (deleted ? code : []));

function before([code, value]: [string, unknown]): Before {
  const meaning = value as Meaning;
  return { code, ...(typeof meaning === 'object' && meaning), to: meaningOf(meaning) };
}

/** Orders that go by these codes stop, or follow what they mean again. Returns them. */
async function followCodes(tenant: Tenant, kind: MappingKind, groupId: number, change: StoredChange): Promise<number[]> {
  const { record_id: connectionId } = change;
  const codes = codesIn(change);
  const orders: number[] = [];
  if (kind === 'product') {
    await queueListingsAnew(tenant, connectionId, codes);
    // However many SKUs were saved together, each order is taken back once.
    orders.push(...(await relink(tenant, { connectionId, skus: codes })));
  } else for (const code of codes) orders.push(...(await followMapping(tenant, kind, { connectionId, code })));
  if (kind === 'product' || kind === 'location') await followMappedCode(tenant, { connectionId, kind, codes });
  if (kind !== 'line') await followSaveLater(tenant, groupId, { connectionId, kind, codes });
  return orders;
}
