import { sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import type { Reply } from '../../../platform/endpoint.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Paginated } from '../../../platform/list/query.ts';
import { paginate } from '../../../platform/list/read-page.ts';
import { isNodeLost } from '../../../platform/nodes/lost-nodes.ts';
import type { UnlessLost } from '../../../platform/nodes/unless-lost.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Directory } from '../../people/accounts/people/directory.ts';
import { listAudit } from '../../people/audit/queries.ts';
import { listHealth } from '../../shared/connections/queries.ts';
import { countNeedsPerson } from '../../shared/issues/queries.ts';
import { missing } from './commands.ts';
import { type AccountsQuery, type ListedAccount, listAccountsCall, type listActingCall } from './contract.ts';
import { sharedNames } from './shared.ts';

type Row = Columns<'accounts', 'id' | 'name' | 'timezone' | 'created_at' | 'suspended_at'> & {
  users: number;
  last_seen_at: Column<'last_visits', 'at'> | null;
  total: number;
};

/** Reads within one account, as whoever asks: nothing of another can be seen in it. Its database node may be lost. */
export type Within = <T>(accountId: number, work: (tenant: Tenant) => Promise<T>) => Promise<UnlessLost<T>>;

const sorts = { name: 'lower(a.name)', created_at: 'a.created_at' } as const;

/**
 * One page of all accounts. Who is in them is read as sign-in does; their connections and orders each within that account, by the
 * same row-level security as its own people; which connections two accounts have, as shared.ts compares them.
 */
export async function listAllAccounts(directory: Directory, within: Within, query: AccountsQuery): Promise<Paginated<ListedAccount>> {
  const { page, perPage, search, orderBy, orderDir } = query;
  const rows = await directory.query<Row>(
    `select a.id, a.name, a.timezone, a.created_at, a.suspended_at, count(*) over ()::int as total,
       (select count(*)::int from members m where m.account_id = a.id) as users,
       (select max(v.at) from members m join last_visits v on v.user_id = m.user_id where m.account_id = a.id) as last_seen_at
     from accounts a where strpos(lower(a.name), lower($1)) > 0 order by ${sorts[orderBy]} ${orderDir}, a.id limit $2 offset $3`,
    [search, perPage, (page - 1) * perPage],
  );
  const shared = await sharedNames(
    directory,
    rows.map(({ id }) => id),
  ).catch((error) => {
    if (!isNodeLost(error)) throw error;
    return new Map<number, string[]>();
  });
  const data: ListedAccount[] = [];
  for (const { total: _total, ...row } of rows) {
    const activity = await within(row.id, activityIn);
    const read = 'done' in activity ? { ...activity.done, lost_node: null } : { ...nothingRead, lost_node: activity.lost.node };
    data.push({ ...row, shared: shared.get(row.id) ?? [], ...read });
  }
  return paginate(listAccountsCall.path, query, { data, total: rows[0]?.total ?? 0, exact: true, scanned: null });
}

/** The name of this tenant's account, and what was done in it by those who acted as it, the newest first. @throws Refusal 404 */
export async function listActing(tenant: Tenant, before: number | undefined, most = 50): Promise<Reply<typeof listActingCall>> {
  const [
    {
      rows: [account],
    },
    { rows: data },
  ] = await Promise.all([
    sql<Columns<'accounts', 'name'>>`select name from accounts where id = ${tenant.accountId}`.execute(tenant.db),
    listAudit(tenant, { acting: 'yes', before }, most),
  ]);
  if (!account) throw missing();
  return { name: account.name, data };
}

type Activity = Pick<ListedAccount, 'connections' | 'orders' | 'needsPerson' | 'acted'>;
const nothingRead: Activity = { connections: [], orders: 0, needsPerson: 0, acted: null };

async function activityIn(tenant: Tenant): Promise<Activity> {
  const [
    {
      rows: [last],
    },
    connections,
    needsPerson,
    { rows },
  ] = await Promise.all([
    listAudit(tenant, { acting: 'yes' }, 1),
    listHealth(tenant),
    countNeedsPerson(tenant),
    sql<{ orders: number }>`
      select coalesce(sum(n), 0)::int as orders from orders_by_day
      where ${inAccount(tenant)} and imported_day > current_date - 30`.execute(tenant.db),
  ]);
  return {
    connections: connections.map(({ slug, name, health }) => ({ slug, name, health })),
    needsPerson,
    orders: rows[0]?.orders ?? 0,
    acted: last ? { at: last.at, who: last.who ?? '' } : null,
  };
}
