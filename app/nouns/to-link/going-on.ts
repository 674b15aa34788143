import { sql } from 'kysely';
import type { Reply } from '../../../platform/endpoint.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { isPartOfNone, isReadyButForIssues } from '../order-flow/order-sql.ts';
import type { goingOnCall } from './contract.ts';

type GoingOn = Reply<typeof goingOnCall>;

/** So many issues are looked at; nobody reads the exact number of more. */
const countedAtMost = 20_000;
const namedOrders = 5;

/** Which orders have nothing else to wait for once these SKUs are linked: neither another issue, nor a hold, a lock or their channel. */
export async function ordersGoingOn(tenant: Tenant, skus: readonly { connection_id: number; sku: string }[]): Promise<GoingOn> {
  const { rows } = await sql<GoingOn & { looked_at: number }>`
    with given as (select distinct connection_id, sku from json_to_recordset(${JSON.stringify(skus)}::json) as g (connection_id bigint,
      sku text)),
    waiting as (
      select i.order_id, i.blocking from given g
      join issues i on ${inAccount(tenant, 'i')} and i.type = 'unmapped_sku' and i.connection_id = g.connection_id and i.subject = g.sku
        and i.closed_at is null
      where i.order_id is not null limit ${countedAtMost}
    ),
    mended as (select order_id, count(*) filter (where blocking) as issues from waiting group by 1),
    found as (
      select o.order_number, o.id, o.blocking_issues <= m.issues and o.units_shipped = 0 and ${isReadyButForIssues}
        and ${isPartOfNone(tenant)} as is_free from mended m
      join orders o on ${inAccount(tenant, 'o')} and o.id = m.order_id where o.deleted_at is null
    )
    select count(*) filter (where is_free)::int as goes_on, count(*) filter (where not is_free)::int as waits_on,
      coalesce((array_agg(order_number order by id) filter (where is_free))[1:${sql.lit(namedOrders)}], '{}') as order_numbers,
      (select count(*)::int from waiting) as looked_at
    from found`.execute(tenant.db);
  const [{ looked_at, ...found }] = rows as [(typeof rows)[number]];
  return looked_at < countedAtMost ? found : { ...found, goes_on: null };
}
