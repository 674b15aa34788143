import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { relink } from '../../order-flow/checking/relink.ts';
import { type MappingKind, undoSeconds } from '../../order-flow/release/delay.ts';
import { followMappedCode } from '../../purchase-flow/checking/follow-mapping.ts';
import { queueStockOfListings } from '../../stock-out/queue.ts';
import { followMapping } from './follow.ts';
import { kinds } from './kinds.ts';
import { auditMappings } from './save.ts';
import { followSaveLater } from './sent.ts';

type Save = Columns<'mapping_saves', 'connection_id'> & {
  kind: MappingKind;
  changes: Record<string, { from: string | null; to: string | null; description?: string; added?: true }>;
};

/**
 * Undoes a save of links or mappings: each code means again what it meant before, and the orders that went by it stop or follow
 * that. Only while nothing that it mended can have left. Returns how many orders it concerned.
 * @throws Refusal 403, 404, 409
 */
export async function undoSave(tenant: Tenant, id: number, mayMap: boolean): Promise<{ stopped: number }> {
  const save = await claim(tenant, id);
  const { restore, needsMap } = kinds[save.kind];
  if (needsMap && !mayMap) throw refuse(403, 'not_allowed', 'You may not change mappings.');
  const connectionId = save.connection_id;
  const orders = new Set<number>();
  for (const [code, change] of Object.entries(save.changes)) {
    const { rows } = await restore(tenant, { connectionId, code, ...change }).execute(tenant.db);
    if (rows.length === 0) throw refuse(409, 'changed_since', `${code} has been mapped anew since, so this cannot be undone.`);
    if (save.kind === 'product') continue;
    for (const orderId of await followMapping(tenant, save.kind, { connectionId, code })) orders.add(orderId);
  }
  if (save.kind === 'product') {
    const skus = Object.keys(save.changes);
    await queueStockOfListings(tenant, connectionId, skus);
    // However many SKUs were saved together, each order is taken back once.
    for (const orderId of await relink(tenant, { connectionId, skus })) orders.add(orderId);
  }
  if (save.kind === 'product' || save.kind === 'location')
    await followMappedCode(tenant, { connectionId, kind: save.kind, codes: Object.keys(save.changes) });
  await requireInTime(tenant, id);
  if (save.kind !== 'line') await followSaveLater(tenant, id, { connectionId, kind: save.kind, codes: Object.keys(save.changes) });
  const changes = Object.entries(save.changes).map(([code, { from, to }]) => ({ code, from: to, to: from }));
  await auditMappings(tenant, 'undid', { id: connectionId, kind: save.kind, changes });
  notify(tenant, 'issues');
  notify(tenant, 'runs');
  return { stopped: orders.size };
}

async function claim(tenant: Tenant, id: number): Promise<Save> {
  const { rows } = await sql<Save & { again: boolean }>`
    update mapping_saves set undone_at = coalesce(undone_at, now()) where account_id = ${tenant.accountId} and id = ${id}
    returning kind, connection_id, changes, old.undone_at is not null as again`.execute(tenant.db);
  const [save] = rows;
  if (!save) throw refuse(404, 'not_found', 'There is nothing to undo.');
  if (save.again) throw refuse(409, 'undone', 'This has been undone already.');
  return save;
}

/**
 * Its orders are locked by now. As long as the time of their release has not come, no other transaction can have released them,
 * nor can one until this one ends.
 */
async function requireInTime(tenant: Tenant, id: number): Promise<void> {
  const { rows } = await sql<{ late: boolean }>`
    select clock_timestamp() > saved_at + make_interval(secs => ${undoSeconds}) as late
    from mapping_saves where account_id = ${tenant.accountId} and id = ${id}`.execute(tenant.db);
  if (rows[0]?.late)
    throw refuse(
      409,
      'too_late',
      'It can no longer be undone: what it mended has left for the warehouse or is leaving. Change the link or mapping instead: what has not left stops.',
    );
}
