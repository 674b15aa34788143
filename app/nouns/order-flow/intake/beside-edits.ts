import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { placeFields } from '../../../base/addresses/address.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { isSold } from '../conditions.ts';
import type { Changes } from '../history.ts';
import { openOrderIssues } from '../order-issues.ts';
import { labelOf } from '../values/fields.ts';
import { lineRows } from './lines.ts';
import type { Source, StoredOrder } from './order-rows.ts';

/**
 * `columns`: what its channel has just changed of what is not edited; `isMoved`: it changed a line of the address that is;
 * `hasOtherLines`: its lines are edited, and others at the channel.
 */
type Followed = Columns<'orders', 'id' | 'edited_fields' | 'open_issues'> & {
  columns: Changes | undefined;
  isMoved: boolean;
  hasOtherLines: boolean;
};

/**
 * Stops orders of which the channel changed a part of the address, lines or the shipping that it asks for, beside what people edited of
 * them: both together may be what nobody wants. One that is edited no longer goes on.
 */
export async function stopBesideEdits(tenant: Tenant, { label: channel, connectionId }: Source, orders: Followed[]): Promise<void> {
  const methods = await shippingAskedFor(tenant, orders);
  await closeNoLongerEdited(tenant, orders, methods);
  const at = new Date().toISOString();
  const issues = orders.flatMap((order) => {
    const issue = { orderId: order.id, connectionId, type: 'changed_beside_edits' as const };
    const kept = placesOf(order).map(labelOf);
    const isMixed = kept.length > 0 && (order.isMoved || placeFields.some((field) => order.columns?.[field] !== undefined));
    const shipping = methods.get(order.id);
    return [
      ...(shipping?.is_other
        ? [
            {
              ...issue,
              subject: 'shipping',
              sentence: { code: 'shipping_beside_edits' as const, channel, asks: shipping.asks, kept: shipping.kept, at },
            },
          ]
        : []),
      ...(isMixed ? [{ ...issue, subject: 'address', sentence: { code: 'address_beside_edits' as const, channel, kept, at } }] : []),
      ...(order.hasOtherLines ? [{ ...issue, subject: 'lines', sentence: { code: 'lines_beside_edits' as const, channel, at } }] : []),
    ];
  });
  await openOrderIssues(tenant, issues);
}

const placesOf = ({ edited_fields }: Followed) => placeFields.filter((field) => edited_fields.includes(field));

type Asked = Columns<'orders', 'id'> & {
  asks: Column<'orders', 'source_shipping'>;
  kept: NonNullable<Column<'orders', 'shipping_code'>>;
  is_other: boolean;
};

/**
 * What the channel asks for by now of the orders whose shipping method a person chose; `is_other`: that is not mapped to the chosen one.
 */
async function shippingAskedFor(tenant: Tenant, orders: readonly Followed[]): Promise<Map<number, Asked>> {
  const ids = idsOf(orders.filter((order) => isChosen(order) && order.columns?.source_shipping !== undefined));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Asked>`
    select o.id, case when o.source_shipping is not null then coalesce(nullif(o.source_shipping_description, ''), o.source_shipping)
      end as asks,
      o.shipping_code as kept, so.amware_code is distinct from o.shipping_code as is_other
    from orders o left join shipping_options so on ${inAccount(tenant, 'so')} and so.connection_id = o.connection_id
      and so.connector_code = o.source_shipping
    where ${inAccount(tenant, 'o')} and o.id = any(${ids}::bigint[]) and o.shipping_code is not null`.execute(tenant.db);
  return new Map(rows.map((row) => [row.id, row]));
}

const isChosen = ({ edited_fields }: Followed) => edited_fields.includes('shipping_code');

async function closeNoLongerEdited(tenant: Tenant, orders: readonly Followed[], asked: ReadonlyMap<number, Asked>): Promise<void> {
  const close = async (subject: 'address' | 'lines' | 'shipping', isEdited: (order: Followed) => boolean) => {
    const orderIds = idsOf(orders.filter((order) => order.open_issues > 0 && !isEdited(order)));
    if (orderIds.length > 0) await closeIssues(tenant, { orderIds, types: ['changed_beside_edits'], subjects: [subject] });
  };
  await close('address', (order) => placesOf(order).length > 0);
  await close('lines', ({ edited_fields }) => edited_fields.includes('lines'));
  await close('shipping', (order) => isChosen(order) && asked.get(order.id)?.is_other !== false);
}

/**
 * Those of these orders, whose lines are edited here, that have other lines at the channel than when it was last read: one that is no
 * longer there, of another SKU, of another quantity than before and here, or that came in addition. One that an edit removed is known by
 * the ledger.
 */
export async function otherLines(tenant: Tenant, changed: StoredOrder[]): Promise<Set<number>> {
  // What takes in another order waits as one that shares its goods.
  const orders = changed.filter(({ order }) => order.mergedIds.length === 0);
  if (orders.length === 0) return new Set();
  const ids = orders.map(({ orderId }) => orderId);
  const { rows } = await sql<Columns<'order_lines', 'order_id'>>`
    with incoming as (select * from json_to_recordset(${JSON.stringify(orders.flatMap(lineRows))}::json)
      as line (order_id bigint, remote_line_id text, sku text, quantity int, is_charge boolean) where not is_charge),
    stored as (
      select order_id, remote_line_id, sku, quantity as here, coalesce(source_quantity, quantity) as quantity from order_lines l
      -- Without those that were added here.
      where ${inAccount(tenant, 'l')} and order_id = any(${ids}::bigint[]) and ${isSold}
    ),
    removed as (
      select c.record_id as order_id, line.value ->> 'remote_line_id' as remote_line_id
      from changes c cross join jsonb_each(c.was) as line
      where ${inAccount(tenant, 'c')} and c.noun = 'order' and c.record_id = any(${ids}::bigint[]) and c.packed is null
        and line.key like 'line:%' and jsonb_typeof(c.is -> line.key) = 'null'
    )
    select order_id from incoming i left join stored s using (order_id, remote_line_id)
    where (s.sku, s.quantity) is distinct from (i.sku, i.quantity) and (s.sku, s.here) is distinct from (i.sku, i.quantity)
      and (s.sku is not null or not exists (select from removed r where (r.order_id, r.remote_line_id) = (i.order_id, i.remote_line_id)))
    union
    select order_id from stored s
    where not exists (select from incoming i where (i.order_id, i.remote_line_id) = (s.order_id, s.remote_line_id))`.execute(tenant.db);
  return new Set(rows.map(({ order_id }) => order_id));
}
