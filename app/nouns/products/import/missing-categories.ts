import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type Pack, recordPacked } from '../../../base/changes/packed.ts';
import { type AlsoCreates, type ImportJob, mostNamed } from '../../../shared/imports/entity.ts';
import { UnreadableTable } from '../../../shared/imports/reading/rows.ts';
import { createCategory, deleteCategory } from '../../catalogue/categories/commands.ts';
import type { Category } from '../../catalogue/categories/contract.ts';
import { mostCategories, roomForCategories } from '../../catalogue/categories/queries.ts';
import type { Kind } from '../../catalogue/kinds.ts';

export const newCategories = { most: mostCategories, noun: { one: 'category', many: 'categories' } };

/**
 * Creates the categories that only the file has, each once whatever its case; before all changes, so that an undo takes them back last.
 * @throws UnreadableTable where there is no room for them
 */
export async function addMissingCategories(kind: Kind, tenant: Tenant, job: ImportJob): Promise<void> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, (count(*) over ())::int as count from (${missingCategories(kind, tenant, job)}) as missing
    order by name limit ${mostCategories + 1}`.execute(tenant.db);
  const [{ count } = { count: 0 }] = rows;
  const room = await roomForCategories(tenant, kind);
  if (count > room) throw new UnreadableTable({ code: 'too_many_new', count, room, ...newCategories });
  const created: Category[] = [];
  for (const { name } of rows) created.push(await createCategory(tenant, kind, name));
  await recordPacked(tenant, { group: job.group, noun: 'category', form: 'categories' }, created);
}

/** How many that will be of an import that was checked, and the first of them. */
export async function countMissingCategories(kind: Kind, tenant: Tenant, job: ImportJob): Promise<AlsoCreates> {
  const { rows } = await sql<AlsoCreates>`
    with missing as materialized (${missingCategories(kind, tenant, job)})
    select (select count(*)::int from missing) as count, array(select name from missing order by name limit ${mostNamed}) as names`.execute(
    tenant.db,
  );
  return rows[0] ?? { count: 0, names: [] };
}

/** The names that good rows have, and that no category has. */
function missingCategories(kind: Kind, tenant: Tenant, { importId, columns, createCategories }: ImportJob): RawBuilder<unknown> {
  const at = columns.indexOf('category') + 1;
  if (!createCategories || at === 0) return sql`select '' as name where false`;
  return sql`
    select min(name) as name
    from import_chunks p, unnest(string_to_array(p.codes, null), p.cells[${sql.lit(at)}:${sql.lit(at)}]) as u (code, name)
    where ${inAccount(tenant, 'p')} and p.import_id = ${importId} and u.code in ('c', 'u') and name <> ''
      and not exists (select from categories c where ${inAccount(tenant, 'c')} and c.kind = ${kind} and lower(c.name) = lower(u.name))
    group by lower(name)`;
}

/** Deletes those that nothing is in by now, and that nobody renamed. */
export async function deleteCreatedCategories(kind: Kind, tenant: Tenant, pack: Pack): Promise<void> {
  const { rows } = await sql<Columns<'categories', 'id'>>`
    select c.id from changes i, json_to_recordset(i.packed) as created (id bigint, name text)
    join categories c on ${inAccount(tenant, 'c')} and c.id = created.id and c.name = created.name
    where ${inAccount(tenant, 'i')} and i.id = ${pack.id} order by c.id`.execute(tenant.db);
  for (const { id } of rows) await deleteCategory(tenant, kind, id);
}
