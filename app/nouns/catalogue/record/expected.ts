import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { readPrepared } from '../../../../platform/prepared.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { unitsToCome } from '../items/purchased-units.ts';
import type { Kind } from '../kinds.ts';

export type ExpectedOrder = Columns<'purchase_orders', 'id' | 'po_number' | 'source_number' | 'status' | 'vendor_name'> & {
  expected_at: Column<'purchase_order_lines', 'expected_at'>;
  /** Units of this item that have not been received. */
  units: number;
};
export type Expected = { units: number; count: number; orders: ExpectedOrder[] };

const mostShown = 20;
const columnOf = { products: 'product_id', raw_materials: 'raw_material_id' } as const satisfies Record<Kind, string>;

/** The purchase orders that will bring an item, the next ones first. */
export async function readExpected(tenant: Tenant, kind: Kind, id: number): Promise<Expected> {
  const query = sql<Expected>`
    with open as materialized (
      select po.id, po.po_number, po.source_number, po.status, po.vendor_name, min(coalesce(l.expected_at, po.expected_at)) as expected_at,
        least(sum(${unitsToCome('l')}), 2147483647)::int as units
      from purchase_order_lines l join purchase_orders po on ${inAccount(tenant, 'po')} and po.id = l.purchase_order_id
      where ${inAccount(tenant, 'l')} and l.${sql.ref(columnOf[kind])} = ${id} and po.status in ('pending', 'hold', 'received')
        and po.deleted_at is null and ${unitsToCome('l')} > 0
      group by po.account_id, po.id
    )
    select (select coalesce(sum(units), 0)::int from open) as units, (select count(*)::int from open) as count,
      coalesce((select json_agg(first) from (select * from open order by expected_at nulls last, id limit ${mostShown}) as first),
        '[]') as orders`;
  const rows = await readPrepared(tenant, query);
  return rows[0] ?? { units: 0, count: 0, orders: [] };
}
