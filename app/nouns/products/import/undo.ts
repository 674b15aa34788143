import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type Pack, unpacked } from '../../../base/changes/packed.ts';
import type { ImportJob, Undone } from '../../../shared/imports/entity.ts';
import { keepsIt, lockForDeletion } from '../../catalogue/items/delete-items.ts';
import type { Kind } from '../../catalogue/kinds.ts';
import { type ItemField, isFed } from '../../catalogue/values/fields.ts';
import { deleteCreatedCategories } from './missing-categories.ts';
import { fieldsOf } from './typed.ts';

const changedSince = { code: 'changed_since_import' } as const;

/** Takes back a chunk of what an import did to items. */
export async function undoItems(kind: Kind, tenant: Tenant, job: ImportJob, pack: Pack): Promise<Undone> {
  if (pack.form === 'created') return deleteCreated(kind, tenant, pack);
  if (pack.form === 'changed') return restoreChanged(kind, tenant, job, pack);
  await deleteCreatedCategories(kind, tenant, pack);
  return { undone: 0, kept: [] };
}

/**
 * Only what the import changed goes back. A field that it took from the warehouse is the warehouse's again, with what that says today.
 * What nobody else has changed since is as old as before, so that an earlier import that created it can be undone as well.
 */
async function restoreChanged(kind: Kind, tenant: Tenant, { importId, columns }: ImportJob, pack: Pack): Promise<Undone> {
  const table = sql.table(kind);
  const fields = fieldsOf(columns);
  if (fields.includes('category_id')) await lockFormerCategories(tenant, pack);
  const { rows } = await sql<Columns<'products', 'id'> & { label: string; lacks: boolean; restored: boolean }>`
    with change as (
      select (each ->> 'id')::bigint as id, (each ->> 'at')::timestamptz as at, each -> 'was' as was, each -> 'now' as now
      from (${unpacked(tenant, pack)}) as c
    ),
    item_now as (
      select item.id, item.sku, ${sql.join(fields.map(isAsLeft), sql` and `)} as is_same, ${lacksFormerCategory(tenant, fields)} as lacks,
        ${sql.join(fields.map(restored))}, item.warehouse_values - ${ownedSince(fields)} as warehouse_values,
        coalesce(case when item.updated_at = i.applied_at then change.at end, now()) as updated_at
      from change join ${table} item on ${inAccount(tenant, 'item')} and item.id = change.id
      join imports i on ${inAccount(tenant, 'i')} and i.id = ${importId}
      cross join lateral json_populate_record(null::${table}, change.was) as was
      cross join lateral json_populate_record(null::${table}, change.now) as now
      for update of item
    ),
    restored as (
      update ${table} item set ${sql.join(fields.map((field) => sql`${sql.ref(field)} = ${sql.ref(`item_now.${field}`)}`))},
        warehouse_values = item_now.warehouse_values, updated_at = item_now.updated_at
      from item_now where ${inAccount(tenant, 'item')} and item.id = item_now.id and item_now.is_same and not item_now.lacks
      returning item.id
    )
    select change.id, coalesce(item_now.sku, '#' || change.id) as label, item_now.is_same and item_now.lacks as lacks,
      restored.id is not null as restored
    from change left join item_now using (id) left join restored using (id)`.execute(tenant.db);
  const kept = rows
    .filter(({ restored }) => !restored)
    .map(({ id, label, lacks }) => ({ id, label, reason: whyKept(label === `#${id}`, lacks) }));
  return { undone: rows.length - kept.length, kept };
}

const whyKept = (isGone: boolean, lacks: boolean) => {
  if (isGone) return { code: 'deleted_since_import' } as const;
  return { code: lacks ? 'category_deleted' : 'changed_since_import' } as const;
};

/** Nobody deletes the categories that the items had, until the transaction ends. */
const lockFormerCategories = (tenant: Tenant, pack: Pack) =>
  sql`
  select from categories c where ${inAccount(tenant, 'c')}
    and c.id in (select (each -> 'was' ->> 'category_id')::bigint from (${unpacked(tenant, pack)}) as p)
  order by c.id for key share`.execute(tenant.db);

/** An item cannot have its former category again, because somebody deleted that. */
const lacksFormerCategory = (tenant: Tenant, fields: readonly ItemField[]) =>
  fields.includes('category_id')
    ? sql`(not (${stays('category_id')}) and was.category_id is not null and not exists (
        select from categories c where ${inAccount(tenant, 'c')} and c.id = was.category_id))`
    : sql`false`;

const isAsLeft = (field: ItemField) =>
  sql`(${stays(field)} or ${sql.ref(`item.${field}`)} is not distinct from ${sql.ref(`now.${field}`)})`;
const restored = (field: ItemField) =>
  sql`case when ${stays(field)} then ${sql.ref(`item.${field}`)} else ${before(field)} end as ${sql.ref(field)}`;

/** The import left this field of the item as it was. */
const stays = (field: ItemField) => sql`${sql.ref(`was.${field}`)} is not distinct from ${sql.ref(`now.${field}`)}`;

function before(field: ItemField): RawBuilder<unknown> {
  const was = sql.ref(`was.${field}`);
  if (!isFed(field)) return was;
  const theirs = sql`item.warehouse_values ->> ${sql.lit(field)}`;
  const fed = field === 'name' ? sql`coalesce(${theirs}, was.name)` : theirs;
  const owns = (item: 'item' | 'was') => sql`jsonb_exists(${sql.ref(`${item}.warehouse_values`)}, ${sql.lit(field)})`;
  return sql`case when ${owns('item')} and not ${owns('was')} then ${fed} else ${was} end`;
}

/** The fields that the import took from the warehouse. What it left as it was may have been set by a person since, and stays theirs. */
const ownedSince = (fields: readonly ItemField[]) => sql`array(
  select field from unnest(${fields.filter(isFed)}::text[]) as field
  where change.now -> field is not null and not jsonb_exists(was.warehouse_values, field))`;

const isLinkedByHand = (tenant: Tenant) => sql`exists (select from connector_products cp
  where ${inAccount(tenant, 'cp')} and cp.product_id = item.id and cp.linked_by is not null)`;

/** Deletes items that the import created, unless they are in use by now. Links that were made by themselves go with them. */
async function deleteCreated(kind: Kind, tenant: Tenant, pack: Pack): Promise<Undone> {
  const { rows: made } = await sql<Columns<'products', 'id'>>`
    select (each #>> '{}')::bigint as id from (${unpacked(tenant, pack)}) as c`.execute(tenant.db);
  const items = await lockForDeletion(tenant, kind, idsOf(made));
  // Read once they are locked: whoever was changing one has done so.
  const { rows: created } = await sql<Columns<'products', 'id'> & { changed: boolean; by_hand: boolean }>`
    select item.id, item.updated_at <> item.created_at or item.own_image_id is not null as changed,
      ${kind === 'products' ? isLinkedByHand(tenant) : sql`false`} as by_hand
    from ${sql.table(kind)} item where ${inAccount(tenant, 'item')} and item.id = any(${idsOf(items)}::bigint[])`.execute(tenant.db);
  const facts = new Map(created.map((item) => [item.id, item]));
  const judged = items.map((item) => ({
    ...item,
    reason: facts.get(item.id)?.changed ? changedSince : keepsIt({ ...item, linked: facts.get(item.id)?.by_hand ?? false }),
  }));
  const gone = judged.filter(({ reason }) => !reason).map(({ id }) => id);
  if (kind === 'products')
    await sql`update connector_products set product_id = null, linked_at = null where ${inAccount(tenant)}
      and product_id = any(${gone}::bigint[])`.execute(tenant.db);
  await sql`delete from ${sql.table(kind)} where ${inAccount(tenant)} and id = any(${gone}::bigint[])`.execute(tenant.db);
  // Their bytes have no row then, and are deleted as strays.
  const pictures = judged.flatMap(({ fetched_image_id, reason }) => (fetched_image_id && !reason ? [fetched_image_id] : []));
  await sql`delete from files where ${inAccount(tenant)} and id = any(${pictures}::bigint[])`.execute(tenant.db);
  return { undone: gone.length, kept: judged.flatMap(({ id, sku, reason }) => (reason ? [{ id, label: sku, reason }] : [])) };
}
