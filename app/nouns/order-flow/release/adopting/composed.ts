import { sql } from 'kysely';
import type { WarehouseOrder } from '../../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { inAccount, type OfAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import type { AddressField, AddressValues } from '../../../../base/addresses/address.ts';
import { unitsOfLine, unitsToSend } from '../../lines/units.ts';
import { isCalledBack } from '../../order-sql.ts';
import { isOfOrder } from '../../values/ruled-fields.ts';
import { lineReference } from './references.ts';

/** What rules and mappings give an order and its lines. */
type Ruled = Columns<'orders', 'id' | 'shipping_code' | 'warehouse_code'> & { fields: Record<string, string> };
type Linked = Columns<'order_lines', 'id' | 'product_id' | 'mapped_sku' | 'units_per_sale'>;

/**
 * What the warehouse is to have in place of what it has, and what its orders' rows are then. `address`: nothing else is asked for but that
 * it goes there.
 */
export type Replacement = {
  order: WarehouseOrder;
  orders: Ruled[];
  lines: Linked[];
  address?: { orderId: number; shipTo: AddressValues };
};

/** A warehouse order as its orders' rows are. */
export type Composed = Columns<'warehouse_orders', 'id' | 'reference' | 'provider_ref'> & {
  sent: WarehouseOrder | null;
  replacement: Replacement | null;
  /** One of its orders is not to be sent as it is now. */
  is_called_back: boolean;
  order_numbers: string[];
  ruled: Ruled[];
  /** Of each of its orders. */
  notes: (Columns<'orders', 'note'> & { is_edited: boolean })[];
  first: Columns<'orders', AddressField | 'warehouse_code' | 'edited_fields'> & {
    shipping_code: NonNullable<Column<'orders', 'shipping_code'>>;
    fields: Record<string, string>;
  };
  lines:
    | (Linked & {
        reference: Column<'warehouse_orders', 'reference'>;
        sku: NonNullable<Column<'order_lines', 'mapped_sku'>>;
        quantity: Column<'order_lines', 'quantity'>;
      })[]
    | null;
};

/**
 * Of the orders `o` of a warehouse order `w`, what was cancelled is not sent with those that were not: nothing of it is to leave. Where all
 * were cancelled, they are what was sent.
 */
const isSent = (tenant: OfAccount) => sql`(o.cancelled_at is null or not exists (select from orders other
  where ${inAccount(tenant, 'other')} and other.warehouse_order_id = w.id and other.cancelled_at is null))`;

/** The warehouse orders with these ids. One without orders is left out. */
export async function composedOrders(tenant: Tenant, ids: number[]): Promise<Map<number, Composed>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Composed>`
    select w.id, w.reference, w.provider_ref, w.sent, w.replacement, (array_agg(to_jsonb(o) order by o.id))[1] as first,
      array_agg(o.order_number order by o.id) || array_agg(distinct o.source_order_number) as order_numbers,
      bool_or(${isCalledBack(tenant)}) as is_called_back,
      json_agg(json_build_object('id', o.id, 'shipping_code', o.shipping_code, 'warehouse_code', o.warehouse_code, 'fields', o.fields)
        order by o.id) as ruled,
      json_agg(json_build_object('note', o.note, 'is_edited', 'note' = any(o.edited_fields)) order by o.id) as notes,
      (select json_agg(json_build_object('id', l.id, 'product_id', l.product_id, 'mapped_sku', l.mapped_sku, 'units_per_sale',
          l.units_per_sale, 'reference', ${lineReference}, 'sku', l.mapped_sku, 'quantity', ${unitsToSend(tenant)}) order by l.id)
        from orders o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
        -- An offset, so that a few orders never read all lines: after a rush of orders the planner knows too little of them.
        cross join lateral (select l.* from order_lines l where ${inAccount(tenant, 'l')} and l.order_id = o.id and not l.is_charge
          and l.product_id is not null offset 0) as l
        where ${inAccount(tenant, 'o')} and o.warehouse_order_id = w.id and ${isSent(tenant)}
          and (o.units_shipped = 0 and not o.is_split or ${unitsToSend(tenant)} > 0)) as lines
    from warehouse_orders w join orders o on ${inAccount(tenant, 'o')} and o.warehouse_order_id = w.id
    where ${inAccount(tenant, 'w')} and w.id = any(${ids}::bigint[]) and ${isSent(tenant)}
    group by w.account_id, w.id`.execute(tenant.db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The message to the warehouse. */
export function asWarehouseOrder({ reference, order_numbers, first, notes, lines }: Composed): WarehouseOrder {
  return {
    reference,
    orderNumbers: order_numbers,
    methodCode: first.shipping_code,
    warehouseId: first.warehouse_code,
    shipTo: shipToOf(first),
    note: noteOf(notes, first.fields),
    fields: Object.fromEntries(Object.entries(first.fields).filter(([name]) => !isOfOrder(name))),
    lines: (lines ?? []).map((line) => ({ lineReference: line.reference, sku: line.sku, quantity: line.quantity })),
  };
}

/** Those of all orders that travel together, each once. */
function noteOf(notes: Composed['notes'], fields: Composed['first']['fields']): string | null {
  const all = notes.flatMap(({ note, is_edited }) => (is_edited ? note : (fields.note ?? note)) || []);
  return all.length === 0 ? null : [...new Set(all)].join('\n');
}

const shipToOf = (first: Composed['first']): WarehouseOrder['shipTo'] => ({
  name: first.customer_name,
  company: ruled(first, 'company_name'),
  line1: first.address,
  line2: first.address_2,
  city: first.city,
  state: first.state,
  postalCode: first.postal_code,
  country: first.country,
  phone: ruled(first, 'customer_phone'),
  email: ruled(first, 'customer_email'),
});

/** Goods and recipient of orders that are in no warehouse order, one by one. A line that is not linked has no SKU. */
export async function goodsOfOrders(
  { accountId, db }: Tenant,
  orderIds: readonly number[],
): Promise<Pick<WarehouseOrder, 'lines' | 'shipTo'>[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await sql<Pick<Composed, 'first'> & Pick<WarehouseOrder, 'lines'>>`
    select to_jsonb(o) as first, json_agg(json_build_object(
      'lineReference', ${lineReference}, 'sku', coalesce(l.mapped_sku, ''), 'quantity', ${unitsOfLine}) order by l.id) as lines
    from orders o join connections c on ${inAccount({ accountId }, 'c')} and c.id = o.connection_id
    join order_lines l on ${inAccount({ accountId }, 'l')} and l.order_id = o.id and not l.is_charge
    where ${inAccount({ accountId }, 'o')} and o.id = any(${orderIds}::bigint[]) group by o.account_id, o.id`.execute(db);
  return rows.map(({ first, lines }) => ({ lines, shipTo: shipToOf(first) }));
}

/** What a rule says, unless a person edited it. */
function ruled(order: Composed['first'], column: 'company_name' | 'customer_phone' | 'customer_email'): string | null {
  return order.edited_fields.includes(column) ? order[column] : (order.fields[column] ?? order[column]);
}

/** Keeps what is about to be sent for the first time: from then on the warehouse may have it. */
export async function recordSent(tenant: Tenant, orders: readonly Composed[]): Promise<void> {
  const sent = orders.flatMap((order) => (order.sent === null ? [{ id: order.id, sent: asWarehouseOrder(order) }] : []));
  if (sent.length === 0) return;
  await sql`
    update warehouse_orders w set sent = given.sent from json_to_recordset(${JSON.stringify(sent)}::json) as given (id bigint, sent jsonb)
    where ${inAccount(tenant, 'w')} and w.id = given.id`.execute(tenant.db);
}

/** What would replace it, were its orders' rows as they are now. */
export const asReplacement = (order: Composed): Replacement => ({
  order: asWarehouseOrder(order),
  orders: order.ruled,
  lines: (order.lines ?? []).map(({ id, product_id, mapped_sku, units_per_sale }) => ({ id, product_id, mapped_sku, units_per_sale })),
});
