import { sql } from 'kysely';
import { parse } from '../../platform/http/parse.ts';
import { invalid, refuse } from '../../platform/http/refusal.ts';
import type { SignedIn } from '../../platform/signed-in.ts';
import type { Tenant } from '../../platform/tenant.ts';
import type { ListName, View } from './contract.ts';
import { lists, type ViewContent } from './lists.ts';
import { findView } from './queries.ts';

/** The most views per person: few enough for a menu. */
const mostViews = 100;

type Who = Pick<SignedIn, 'userId' | 'role'>;
type NewView = ViewContent & { entity: ListName; name: string; shared: boolean; opens: boolean };

/** Saves a view. @throws Invalid for a taken name or an invalid query; Refusal 409 when there are too many */
export async function saveView(tenant: Tenant, who: Who, { entity, name, shared, opens, ...asked }: NewView): Promise<View> {
  const { query, columns } = parse(lists[entity], 'body', asked);
  const { accountId, db } = tenant;
  const { rows } = await sql<{ id: number; earlier: number }>`
    insert into saved_views (account_id, entity, owner_id, name, query, columns, shared)
    values (${accountId}, ${entity}, ${who.userId}, ${name}, ${JSON.stringify(query)}, ${columns}, ${shared})
    on conflict do nothing
    returning id, (select count(*)::int from saved_views where account_id = ${accountId} and entity = ${entity} and owner_id = ${who.userId}) as earlier`.execute(
    db,
  );
  const [added] = rows;
  if (!added) throw taken(name);
  if (added.earlier >= mostViews)
    throw refuse(409, 'too_many', `You have ${mostViews} views of this list. Delete one that you no longer use first.`);
  if (opens) await openListWith(tenant, who, entity, { view: added.id });
  return found(tenant, who, added.id);
}

export type ViewChange = Partial<ViewContent & { name: string; shared: boolean }>;

/** Changes the given fields of a view. Returns its name. @throws Refusal 404 or 403; Invalid as saveView */
export async function changeView(tenant: Tenant, who: Who, id: number, { name, shared, ...asked }: ViewChange): Promise<string> {
  const before = await changeable(tenant, who, id);
  const { query, columns } = 'query' in asked || 'columns' in asked ? parse(lists[before.entity], 'body', { ...before, ...asked }) : before;
  const { rows } = await sql<{ id: number }>`
    update saved_views v set name = ${name ?? before.name}, shared = ${shared ?? before.shared}, query = ${JSON.stringify(query)}, columns = ${columns}, updated_at = now()
    where account_id = ${tenant.accountId} and id = ${id} and not exists (
      select from saved_views other where other.account_id = v.account_id and other.entity = v.entity and other.owner_id = v.owner_id
        and lower(other.name) = lower(${name ?? before.name}) and other.id <> v.id)
    returning id`.execute(tenant.db);
  if (!rows[0]) throw taken(name ?? before.name);
  return name ?? before.name;
}

/** Deletes a view. Returns its name. Whoever opened the list with it sees everything again. */
export async function deleteView(tenant: Tenant, who: Who, id: number): Promise<string> {
  const { name } = await changeable(tenant, who, id);
  await sql`delete from saved_views where account_id = ${tenant.accountId} and id = ${id}`.execute(tenant.db);
  return name;
}

export type Opening = { view?: number | null | undefined; columns?: string[] | null | undefined };

/** Sets what a list opens with for this person; fields that are not given stay. @throws Refusal 404 for a view that they may not use */
export async function openListWith(tenant: Tenant, who: Who, entity: ListName, { view, columns }: Opening): Promise<void> {
  if (view && (await found(tenant, who, view)).entity !== entity) throw missing();
  const shown = columns ? parse(lists[entity], 'body', { query: {}, columns }).columns : columns;
  await sql`
    insert into list_openings (account_id, user_id, entity, view_id, columns) values (${tenant.accountId}, ${who.userId}, ${entity}, ${view ?? null}, ${shown ?? null})
    on conflict (account_id, user_id, entity) do update set
      view_id = case when ${view !== undefined} then excluded.view_id else list_openings.view_id end,
      columns = case when ${columns !== undefined} then excluded.columns else list_openings.columns end`.execute(tenant.db);
}

async function changeable(tenant: Tenant, who: Who, id: number): Promise<View> {
  const view = await found(tenant, who, id);
  if (!view.changeable)
    throw refuse(403, 'not_allowed', `Only ${view.owner ?? 'its maker'} and your account’s admins may change this view.`);
  return view;
}

async function found(tenant: Tenant, who: Who, id: number): Promise<View> {
  const view = await findView(tenant, who, id);
  if (!view) throw missing();
  return view;
}

const missing = () => refuse(404, 'not_found', 'This view does not exist.');
const taken = (name: string) => invalid({ name: [`You have a view named “${name}” already.`] });
