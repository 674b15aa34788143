import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import type { Files } from '../../../../platform/files.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordChange } from '../../../base/changes/record.ts';
import { recordTypeOf } from '../../../base/nouns.ts';
import { deleteImage } from '../../../shared/files/images.ts';
import { recordAction } from '../../../shared/runs/commands.ts';
import { type OutcomeSentence, wordOutcome } from '../../../shared/runs/outcome-sentences.ts';
import { type Kind, kinds } from '../kinds.ts';
import { itemNoun, lockItem } from './commands.ts';
import { settleLowStock } from './low-stock.ts';

type Facts = Columns<'products', 'id' | 'sku' | 'name' | 'own_image_id' | 'fetched_image_id' | 'named_at' | 'gone_at'> & {
  named: boolean;
  linked: boolean;
  ordered: boolean;
  purchased: boolean;
};

/** Deletes an item. Returns its SKU, and the run by which it is undone. @throws Refusal 404; 409 with what keeps it */
export async function deleteItem(tenant: Tenant, files: Files, kind: Kind, id: number): Promise<{ sku: string; runId: number }> {
  const [item] = await lockForDeletion(tenant, kind, [id]);
  if (!item) throw refuse(404, 'not_found', `This ${kinds[kind].one} does not exist.`);
  const reason = keepsIt(item);
  if (reason) throw refuse(409, 'in_use', wordOutcome(reason));
  const { sku, values, category_id, warehouse_values } = await lockItem(tenant, kind, id);
  await sql`delete from ${sql.table(kind)} where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await settleLowStock(tenant);
  // One of its own stays for as long as the deletion can be undone; a fetched one is fetched again.
  await deleteImage(tenant, files, item.fetched_image_id);
  const times = { named_at: item.named_at?.toISOString() ?? null, gone_at: item.gone_at?.toISOString() ?? null };
  const was = { sku, ...values, category_id, warehouse_values, own_image_id: item.own_image_id, ...times };
  const changeGroup = await recordChange(tenant, itemNoun(kind), { record: { id, name: sku }, was, is: null });
  const runId = await recordAction(tenant, {
    ...{ subject: { code: 'one', name: sku, action: 'delete' }, entity: kind, action: 'delete', undoable: true, changeGroup },
    record: { type: recordTypeOf(kind), id, label: sku },
  });
  return { sku, runId };
}

/** Locks items that may be deleted: `keepsIt` says of each what is against it. Until the transaction ends nothing new refers to them. */
export async function lockForDeletion(tenant: Tenant, kind: Kind, ids: number[]): Promise<Facts[]> {
  const isProduct = kind === 'products';
  const refersTo = (table: string) =>
    sql`exists (select from ${sql.table(table)} r where ${inAccount(tenant, 'r')}
      and ${sql.ref(isProduct ? 'r.product_id' : 'r.raw_material_id')} = i.id)`;
  const referred = isProduct ? [refersTo('connector_products'), refersTo('order_lines')] : [sql`false`, sql`false`];
  // Locked first: a reference that is being written holds the row, and is seen by the second statement once it is committed.
  await sql`select from ${sql.table(kind)} where ${inAccount(tenant)}
    and id = any(${ids}::bigint[]) order by sku collate "C" for update`.execute(tenant.db);
  const { rows } = await sql<Facts>`
    select id, sku, name, own_image_id, fetched_image_id, named_at, gone_at, named_at is not null and gone_at is null as named,
      ${referred[0]} as linked, ${referred[1]} as ordered, ${refersTo('purchase_order_lines')} as purchased
    from ${sql.table(kind)} i where ${inAccount(tenant)} and id = any(${ids}::bigint[]) order by id`.execute(tenant.db);
  return rows;
}

/** Why an item stays; undefined when it can be deleted. */
export function keepsIt({
  named,
  linked,
  ordered,
  purchased,
}: Pick<Facts, 'named' | 'linked' | 'ordered' | 'purchased'>): OutcomeSentence | undefined {
  if (named) return { code: 'named_by_warehouse' };
  if (ordered) return { code: 'ordered' };
  if (purchased) return { code: 'purchased' };
  return linked ? { code: 'linked_to' } : undefined;
}
