import { sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { lineReference } from '../../nouns/order-flow/release/adopting/references.ts';

/** An order in one row, to compare with the file it came from. Lines, units and money include charges. */
export type ReportedOrder = Columns<'orders', 'country'> & {
  orderNumber: Column<'orders', 'source_order_number'>;
  status: Column<'orders', 'order_status'>;
  issues: string[];
  lines: number;
  units: number;
  money: string;
  warehouseLines: number;
  chargeLinesSent: number;
  remoteId: Column<'orders', 'remote_id'>;
  endedBy: Column<'orders', 'ended_by'>;
  lineReferences: string[];
};

/** Every order of these connections as the replay's report wants it. `warehouseLines` are lines of parcels that the warehouse accepted. */
export async function reportOrders(tenant: Tenant, slugs: string[]): Promise<ReportedOrder[]> {
  const { rows } = await sql<ReportedOrder>`
    select o.source_order_number as "orderNumber", o.country, o.order_status as status,
      coalesce((select array_agg(distinct i.type) from issues i where ${inAccount(tenant, 'i')} and i.order_id = o.id
        and i.closed_at is null), '{}') as issues,
      o.remote_id as "remoteId", o.ended_by as "endedBy", l.refs as "lineReferences", l.lines, l.units, case when scale(trim_scale(l.money))
        < 2 then l.money::numeric(16, 2)::text else trim_scale(l.money)::text end as money,
      case when o.in_amware = 1 then l.goods else 0 end as "warehouseLines",
      (select count(*)::int from shipment_lines s join order_lines c on ${inAccount(tenant, 'c')} and c.id = s.order_line_id
        where ${inAccount(tenant, 's')} and c.order_id = o.id and c.is_charge) as "chargeLinesSent"
    from orders o
    join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id and c.slug = any(${slugs}::text[])
    cross join lateral (
      select count(*)::int as lines, sum(quantity)::int as units, sum(quantity * unit_price) as money, count(*) filter (where not
        is_charge)::int as goods,
        coalesce(json_agg(${lineReference}), '[]') as refs
      from order_lines l where ${inAccount(tenant, 'l')} and l.order_id = o.id
    ) as l
    where ${inAccount(tenant, 'o')}`.execute(tenant.db);
  return rows;
}
