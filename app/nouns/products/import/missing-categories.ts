import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type Pack, recordPacked } from '../../../base/changes/packed.ts';
import type { ImportJob } from '../../../shared/imports/entity.ts';
import { createCategory, deleteCategory } from '../../catalogue/categories/commands.ts';
import type { Category } from '../../catalogue/categories/contract.ts';
import type { Kind } from '../../catalogue/kinds.ts';

/** Creates the categories that only the file has, each once whatever its case; before all changes, so that an undo takes them back last. */
export async function addMissingCategories(
  kind: Kind,
  tenant: Tenant,
  { importId, group, columns, createCategories }: ImportJob,
): Promise<void> {
  const at = columns.indexOf('category') + 1;
  if (!createCategories || at === 0) return;
  const { rows } = await sql<{ missing: string }>`
    select min(name) as missing from import_chunks p, unnest(string_to_array(p.codes, null), p.cells[${sql.lit(at)}:${sql.lit(at)}]) as u
      (code, name)
    where ${inAccount(tenant, 'p')} and p.import_id = ${importId} and u.code in ('c', 'u') and name <> ''
      and not exists (select from categories c where ${inAccount(tenant, 'c')} and c.kind = ${kind} and lower(c.name) = lower(u.name))
    group by lower(name) order by 1`.execute(tenant.db);
  const created: Category[] = [];
  for (const { missing } of rows) created.push(await createCategory(tenant, kind, missing));
  await recordPacked(tenant, { group, noun: 'category', form: 'categories' }, created);
}

/** Deletes those that nothing is in by now, and that nobody renamed. */
export async function deleteCreatedCategories(kind: Kind, tenant: Tenant, pack: Pack): Promise<void> {
  const { rows } = await sql<Columns<'categories', 'id'>>`
    select c.id from changes i, json_to_recordset(i.packed) as created (id bigint, name text)
    join categories c on ${inAccount(tenant, 'c')} and c.id = created.id and c.name = created.name
    where ${inAccount(tenant, 'i')} and i.id = ${pack.id} order by c.id`.execute(tenant.db);
  for (const { id } of rows) await deleteCategory(tenant, kind, id);
}
