import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { existing, invalid, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { unlessTaken } from '../../../../platform/unless-taken.ts';
import type { ChangeNoun } from '../../../base/changes/noun.ts';
import { recordChange, recordChanges } from '../../../base/changes/record.ts';
import { requireUnchanged } from '../../../base/changes/unchanged.ts';
import { type Kind, kinds } from '../kinds.ts';
import type { Category } from './contract.ts';
import { mostCategories, roomForCategories } from './queries.ts';

const categories: ChangeNoun = { name: 'category' };

/** Creates a category. @throws Invalid for a name that is taken; Refusal 409 when there are too many */
export async function createCategory(tenant: Tenant, kind: Kind, name: string): Promise<Category> {
  if ((await roomForCategories(tenant, kind)) === 0)
    throw refuse(
      409,
      'too_many',
      `There are ${mostCategories.toLocaleString('en-US')} categories. Delete one that you no longer use first.`,
    );
  const added = sql<Category>`
    insert into categories (account_id, kind, name) values (${tenant.accountId}, ${kind}, ${name}) returning id, name`.execute(tenant.db);
  const [category] = (await unlessTaken('categories_by_name', added, () => invalid({ category: [taken(kind, name)] }))).rows as [Category];
  await recordChange(tenant, categories, { record: category, was: null, is: { name, kind } });
  notify(tenant, kind);
  return category;
}

type Renaming = Category & { was?: string | undefined };

/**
 * Renames the categories of this list whose names differ. @throws Refusal 404 for one that is not there; 409 for a name that is taken,
 * and where one is not called what it `was`
 */
export async function renameCategories(tenant: Tenant, kind: Kind, list: Renaming[]): Promise<void> {
  const { rows: before } = await sql<Category>`
    select id, name from categories where ${inAccount(tenant)} and kind = ${kind} and id = any(${list.map(({ id }) => id)}::bigint[])
    order by id for update`.execute(tenant.db);
  const named = new Map(before.map(({ id, name }) => [id, name]));
  if (list.some(({ id }) => !named.has(id))) throw refuse(404, 'not_found', 'One of these categories no longer exists.');
  for (const { id, name, was } of list) {
    const now = named.get(id);
    const which = { noun: categories, recordId: id };
    await requireUnchanged(tenant, which, { was, now, to: name }, ({ who, on }) => `${who} renamed “${was}” to “${now}”${on}.`);
  }
  const changed = list.filter(({ id, name }) => named.get(id) !== name);
  // Two may swap their names: none of the new ones is taken while they are written.
  await sql`update categories set name = id || ' ' || ${randomUUID()} where ${inAccount(tenant)}
    and id = any(${changed.map(({ id }) => id)}::bigint[])`.execute(tenant.db);
  for (const { id, name } of changed) {
    const write = sql`update categories set name = ${name} where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
    await unlessTaken('categories_by_name', write, () => refuse(409, 'taken', taken(kind, name)));
  }
  await recordChanges(
    tenant,
    categories,
    changed.map(({ id, name }) => ({ record: { id, name }, was: { name: named.get(id) }, is: { name } })),
  );
  if (changed.length > 0) notify(tenant, kind);
}

/** Deletes a category, unless items are assigned to it. Returns whether it was deleted. @throws Refusal 404 */
export async function deleteCategory(tenant: Tenant, kind: Kind, id: number): Promise<boolean> {
  const { rows } = await sql<Columns<'categories', 'name'>>`
    select name from categories where ${inAccount(tenant)} and kind = ${kind} and id = ${id} for update`.execute(tenant.db);
  const category = existing(rows[0], 'This category does not exist.');
  // A statement of its own sees the item that was being assigned while this one waited for the lock.
  const { rows: items } = await sql`
    select from ${sql.table(kind)} where ${inAccount(tenant)} and category_id = ${id} limit 1`.execute(tenant.db);
  if (items.length > 0) return false;
  await sql`delete from categories where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await recordChange(tenant, categories, { record: { id, name: category.name }, was: { name: category.name }, is: null });
  notify(tenant, kind);
  return true;
}

/** The category of this name, whatever its case; null for no name. @throws Invalid where there is none */
export async function categoryNamed(tenant: Tenant, kind: Kind, name: string | null): Promise<number | null> {
  if (name === null) return null;
  const { rows } = await sql<Columns<'categories', 'id'>>`
    select id from categories where ${inAccount(tenant)} and kind = ${kind}
      and lower(name) = lower(${name}) for key share`.execute(tenant.db);
  if (!rows[0]) throw invalid({ category: [`There is no category “${name}”.`] });
  return rows[0].id;
}

/** The category with this id, which nobody deletes until the transaction ends; undefined where there is none. */
export async function keepCategory(tenant: Tenant, kind: Kind, id: number): Promise<Category | undefined> {
  const { rows } = await sql<Category>`
    select id, name from categories where ${inAccount(tenant)} and kind = ${kind} and id = ${id} for key share`.execute(tenant.db);
  return rows[0];
}

const taken = (kind: Kind, name: string) => `There is a category of ${kinds[kind].many} named “${name}” already.`;
