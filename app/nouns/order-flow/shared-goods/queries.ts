import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { relatedTo } from '../../../shared/issues/types/related.ts';
import type { ComparedOrder } from './contract.ts';

/** An order and those related to it, the related ones first, each with its goods; empty when this account has no such order. */
export async function compareOrders(tenant: Tenant, id: number): Promise<ComparedOrder[]> {
  const { rows } = await sql<ComparedOrder>`
    select o.id, o.order_number, o.order_status, related.relation,
      coalesce((select json_agg(json_build_object('sku', l.sku, 'name', l.name, 'quantity', l.quantity) order by l.position)
        from order_lines l where ${inAccount(tenant, 'l')} and l.order_id = o.id and not l.is_charge), '[]') as lines
    from (
      select ${id}::bigint as id, null as relation
      union all select r.id, r.relation from orders it cross join lateral (${relatedTo(tenant, 'it')}) as r
        where ${inAccount(tenant, 'it')} and it.id = ${id}
    ) as related join orders o on ${inAccount(tenant, 'o')} and o.id = related.id
    order by related.relation is null, o.id`.execute(tenant.db);
  return rows.some((row) => row.id === id) ? rows : [];
}
