import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { unitsLeft, unitsOfLine } from '../lines/units.ts';
import { openOrderIssues } from '../order-issues.ts';
import { goodsInWords } from '../release/adopting/differences.ts';
import { lineReference } from '../release/adopting/references.ts';
import { withdrawUnsent } from '../release/withdraw.ts';
import type { Content } from './parcel-contents.ts';

/**
 * Follows new parcels of warehouse orders after which the rest of an order was sent with another one: what has not been sent of that goes
 * without what has left by now, or not at all. Where it may be on its way with the same goods, a person is told. The caller has locked and
 * counted the orders.
 */
export async function followFormerParcels(tenant: Tenant, connectionId: number, contents: readonly Content[]): Promise<void> {
  const parts = [...Map.groupBy(contents, ({ order_id, parcel }) => `${order_id} ${parcel.remoteId}`).values()];
  const given = parts.flatMap(([first], n) => (first ? [{ n, orderId: first.order_id, leftWith: first.warehouse_order_id }] : []));
  if (!(await withoutRest(tenant, given))) return;
  const { rows } = await sql<Twice>`
    select given.n, o.id, o.connection_id, there.name as warehouse
    from json_to_recordset(${JSON.stringify(given)}::json) as given (n int, "orderId" bigint, "leftWith" bigint)
    join orders o on ${inAccount(tenant, 'o')} and o.id = given."orderId"
    join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id and w.id > given."leftWith" and w.sent is not null
    join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
    join connections there on ${inAccount(tenant, 'there')} and there.id = ${connectionId}
    where exists (select from order_lines l where ${inAccount(tenant, 'l')} and l.order_id = o.id and not l.is_charge
      and ${unitsLeft(tenant, sql`s.warehouse_order_id <> w.id`)} + coalesce((select sum((line ->> 'quantity')::int)
        from jsonb_array_elements(w.sent -> 'lines') as line where line ->> 'lineReference' = ${lineReference}), 0) > ${unitsOfLine})
    order by o.id`.execute(tenant.db);
  await openOrderIssues(
    tenant,
    rows.flatMap(({ n, id: orderId, connection_id: connectionId, warehouse }) => {
      const part = parts[n] ?? [];
      return part.slice(0, 1).map(({ parcel }) => ({
        ...{ orderId, connectionId, type: 'changed_after_release' as const, subject: `parcel:${parcel.remoteId}`, blocking: false },
        sentence: {
          ...{ code: 'parcel_left_twice' as const, warehouse, parcel: parcel.trackingNumber || parcel.remoteId },
          goods: goodsInWords(part.map(({ line }) => line)),
        },
      }));
    }),
  );
}

type Twice = Columns<'orders', 'id' | 'connection_id'> & { n: number; warehouse: Column<'connections', 'name'> };
type Given = { n: number; orderId: Content['order_id']; leftWith: Content['warehouse_order_id'] };

/** Takes back what waits to be sent of orders of which all has left by now. False where none of these was sent on. */
async function withoutRest(tenant: Tenant, given: readonly Given[]): Promise<boolean> {
  const { rows } = await sql<Columns<'orders', 'id'> & { whole: boolean }>`
    select distinct o.id, o.units_shipped >= o.units_ordered as whole
    from json_to_recordset(${JSON.stringify(given)}::json) as given ("orderId" bigint, "leftWith" bigint)
    join orders o on ${inAccount(tenant, 'o')} and o.id = given."orderId" and o.warehouse_order_id > given."leftWith"
    order by o.id`.execute(tenant.db);
  const whole = idsOf(rows.filter((row) => row.whole));
  if (whole.length > 0) await withdrawUnsent(tenant, whole);
  return rows.length > 0;
}
