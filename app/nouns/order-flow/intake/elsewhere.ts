import { sql } from 'kysely';
import type { ChannelOrder } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Source } from './order-rows.ts';

/**
 * Orders that another connection of the same shop has already, as one that read all stores before it was narrowed to one: they stay
 * where they are, and what changed of them is stored there by `store`. Imported here too, they would be sent twice. Returns their ids.
 */
export async function storeElsewhere(
  tenant: Tenant,
  source: Source,
  unknown: ChannelOrder[],
  store: (source: Source, orders: ChannelOrder[]) => Promise<unknown>,
): Promise<Set<string>> {
  if (unknown.length === 0) return new Set();
  const { rows } = await sql<Columns<'orders', 'remote_id'> & Columns<'connections', 'id' | 'name'>>`
    select o.remote_id, c.id, c.name from connections me
    join connections c on ${inAccount(tenant, 'c')} and c.connector = me.connector and c.id <> me.id
    join orders o on ${inAccount(tenant, 'o')} and o.connection_id = c.id
      and o.remote_id = any(${unknown.map(({ remoteId }) => remoteId)}::text[])
    where ${inAccount(tenant, 'me')} and me.id = ${source.connectionId}
      and exists (select from unnest(me.identities || me.past_identities) as mine, unnest(c.identities || c.past_identities) as other
        where mine = other or starts_with(mine, other || '/') or starts_with(other, mine || '/'))
    order by c.id`.execute(tenant.db);
  for (const [id, theirs] of Map.groupBy(rows, (row) => row.id)) {
    const ids = new Set(theirs.map(({ remote_id }) => remote_id));
    const orders = unknown.filter(({ remoteId }) => ids.has(remoteId));
    await store({ ...source, connectionId: id, label: theirs[0]?.name ?? source.label }, orders);
  }
  return new Set(rows.map(({ remote_id }) => remote_id));
}
