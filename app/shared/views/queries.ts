import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Paginated } from '../../../platform/list/query.ts';
import { readPage } from '../../../platform/list/read-page.ts';
import type { ListSource } from '../../../platform/list/source.ts';
import { readPrepared } from '../../../platform/prepared.ts';
import type { SignedIn } from '../../../platform/signed-in.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { NounName } from '../../base/nouns.ts';
import { listViewsCall, type Opening, type View, type ViewListQuery } from './contract.ts';

type Who = Pick<SignedIn, 'userId' | 'role'>;

export async function readOpening(tenant: Tenant, who: Who, entity: NounName): Promise<Opening> {
  const [row] = await readPrepared(
    tenant,
    sql<{ views: StoredView[] } & Columns<'list_openings', 'columns'>>`
    select (select columns from list_openings where ${inAccount(tenant)} and user_id = ${who.userId} and entity = ${entity}) as columns,
      (select coalesce(json_agg(v), '[]') from (${usable(tenant, who.userId)} and v.entity = ${entity}
        order by v.owner_id = ${who.userId} desc, lower(v.name), v.id) as v) as views`,
  );
  return { views: (row?.views ?? []).map((stored) => asSeenBy(who, stored)), columns: row?.columns ?? null };
}

/** One page of the views that this person may use, of all lists. */
export function listViews(tenant: Tenant, who: Who, query: ViewListQuery): Promise<Paginated<View>> {
  const { entity, owner } = query;
  const isMine = sql`owner_id = ${who.userId}`;
  const source: ListSource<'saved_views', ViewListQuery['orderBy']> = {
    table: 'saved_views',
    sorts: { name: sql`lower(name)` },
    words: ['name'],
    scope: sql`${isMine} or shared`,
    filters: [...(entity ? [sql`entity = ${entity}`] : []), ...(owner ? [owner === 'me' ? isMine : sql`not ${isMine}`] : [])],
  };
  return readPage(tenant, listViewsCall, query, source, async (ids) => {
    const { rows } = await sql<StoredView>`${usable(tenant, who.userId)} and v.id = any(${ids}::bigint[])`.execute(tenant.db);
    return rows.map((stored) => asSeenBy(who, stored));
  });
}

/** A view that this person may use, or null; another person's private view is not found. */
export async function findView(tenant: Tenant, who: Who, id: number): Promise<View | null> {
  const { rows } = await sql<StoredView>`${usable(tenant, who.userId)} and v.id = ${id}`.execute(tenant.db);
  return rows[0] ? asSeenBy(who, rows[0]) : null;
}

type StoredView = Omit<View, 'mine' | 'changeable'> & Columns<'saved_views', 'owner_id'>;

const usable = (tenant: Tenant, userId: number) => sql`
  select v.id, v.entity, v.name, v.query, v.columns, v.shared, v.owner_id, u.name as owner, o.view_id is not null as opens
  from saved_views v left join users u on u.id = v.owner_id
  left join list_openings o on ${inAccount(tenant, 'o')} and o.user_id = ${userId} and o.entity = v.entity and o.view_id = v.id
  where ${inAccount(tenant, 'v')} and (v.owner_id = ${userId} or v.shared)`;

/** Shared views may be changed by the account's admins and super admins too. */
function asSeenBy({ userId, role }: Who, { owner_id, ...stored }: StoredView): View {
  const mine = owner_id === userId;
  return { ...stored, mine, changeable: mine || role === 'account_admin' || role === 'super' };
}
