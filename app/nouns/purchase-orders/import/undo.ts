import { sql } from 'kysely';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type Pack, unpacked } from '../../../base/changes/packed.ts';
import type { Undone } from '../../../shared/imports/entity.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import type { PurchaseOrderChange } from '../../purchase-flow/bodies.ts';
import { lockPurchaseOrders } from '../../purchase-flow/lock.ts';
import { refusedBecause } from '../../purchase-flow/purchase-order.ts';
import { remove } from '../actions/delete.ts';
import { savePurchaseOrders } from '../actions/edit.ts';
import { type OrderChange, together } from './change.ts';
import { readLaterUndos, revisionSince } from './later-undos.ts';

const changedSince = { code: 'changed_since_import' } as const;
type Kept = Undone['kept'][number];

/**
 * Deletes what an import created, and has what it changed as it was, unless somebody changed it or goods have come. What later imports
 * changed and their undos took back counts as unchanged.
 */
export async function undoPurchaseOrders(tenant: Tenant, pack: Pack): Promise<Undone> {
  const { rows } = await sql<{ each: unknown }>`select each from (${unpacked(tenant, pack)}) as c`.execute(tenant.db);
  const changes = rows.map(({ each }) => each);
  return pack.form === 'created'
    ? deleteCreated(tenant, pack, changes as number[])
    : restoreChanged(tenant, pack, changes as OrderChange[]);
}

/** Locks all that an import made or changed, in the order of their ids. */
export async function lockChanged(tenant: Tenant, group: number): Promise<void> {
  await sql`
    select from purchase_orders p where ${inAccount(tenant, 'p')} and p.id = any(array(
      select coalesce((each ->> 'id')::bigint, (each #>> '{}')::bigint) from changes c cross join json_array_elements(c.packed) as each
      where ${inAccount(tenant, 'c')} and c.group_id = ${group} and c.packed is not null))
    order by p.id for update`.execute(tenant.db);
}

async function deleteCreated(tenant: Tenant, pack: Pack, ids: number[]): Promise<Undone> {
  const orders = await lockPurchaseOrders(tenant, ids);
  const undos = await readLaterUndos(tenant, pack, idsOf(orders.filter(({ revision }) => revision > 1)));
  const kept = orders.flatMap((order) => {
    const reason = order.revision === revisionSince(1, undos.get(order.id)) ? refusedBecause('delete', order) : changedSince;
    return reason ? [{ id: order.id, label: order.po_number, reason }] : [];
  });
  const gone = orders.filter(({ id }) => !kept.some((each) => each.id === id));
  if (gone.length > 0) await remove(tenant, gone);
  return { undone: gone.length, kept };
}

async function restoreChanged(tenant: Tenant, pack: Pack, changes: OrderChange[]): Promise<Undone> {
  const orders = new Map((await lockPurchaseOrders(tenant, idsOf(changes))).map((order) => [order.id, order]));
  const others = changes.filter(({ id, revision }) => orders.get(id)?.revision !== revision);
  const undos = await readLaterUndos(tenant, pack, idsOf(others));
  const reasons = new Map<number, OutcomeSentence>();
  for (const { id, revision } of changes) {
    const order = orders.get(id);
    const isSame = order?.revision === revisionSince(revision, undos.get(id));
    if (!isSame) reasons.set(id, order ? changedSince : { code: 'deleted_since_import' });
  }
  for (const some of together(changes.filter(({ id }) => !reasons.has(id))))
    for (const [id, refusal] of await restoreSome(tenant, some)) reasons.set(id, refusal.sentence);
  const kept = [...reasons].map(([id, reason]): Kept => ({ id, label: orders.get(id)?.po_number ?? `#${id}`, reason }));
  return { undone: changes.length - kept.length, kept };
}

/** Returns why some stay as they are; the others are as they were. */
const restoreSome = (tenant: Tenant, changes: OrderChange[]) =>
  savePurchaseOrders(tenant, changes.map(editBack), {
    isPacked: true,
    beforeCheck: (ids) =>
      giveBack(
        tenant,
        changes.filter(({ id }) => ids.includes(id)).map(({ was }) => was),
      ),
  });

function editBack({ id, added, was }: OrderChange): PurchaseOrderChange {
  const { mapped_warehouse, expected_at, carrier, freight_number, note } = was;
  const lines = [
    ...was.lines.map(({ id: line, quantity, lot_number, expected_at }) => ({ id: line, quantity, lot_number, expected_at })),
    ...added.map((line) => ({ id: line, isDelete: true })),
  ];
  return { ...{ id, mapped_warehouse, expected_at, carrier, freight_number, note }, lines };
}

/** What nobody had edited is its source's again. */
async function giveBack(tenant: Tenant, orders: OrderChange['was'][]): Promise<void> {
  const lines = orders.flatMap((order) => order.lines.map(({ id, source_quantity }) => ({ id, source_quantity })));
  const heads = orders.map(({ id, edited_fields, expected_time }) => ({ id, edited_fields, expected_time }));
  await sql`
    update purchase_orders p set edited_fields = was.edited_fields, expected_at = coalesce(was.expected_time, p.expected_at)
    from json_to_recordset(${JSON.stringify(heads)}::json) as was (id bigint, edited_fields text[], expected_time timestamptz)
    where ${inAccount(tenant, 'p')} and p.id = was.id`.execute(tenant.db);
  await sql`
    update purchase_order_lines l set source_quantity = was.source_quantity
      from json_to_recordset(${JSON.stringify(lines)}::json) as was (id bigint, source_quantity int)
    where ${inAccount(tenant, 'l')} and l.id = was.id`.execute(tenant.db);
}
