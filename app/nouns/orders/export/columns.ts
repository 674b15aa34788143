import { type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../../db/tables.ts';
import type { OfAccount } from '../../../../platform/in-account.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { tagNames } from '../../../shared/tags/in-file.ts';

type FileColumn = [name: string, value: RawBuilder<unknown>];
type OrderColumn = keyof DB['orders'];

const customer = ['customer_id', 'customer_name', 'company_name', 'customer_phone', 'customer_email'] as const;
const recipient = [...customer, 'address', 'address_2', 'city', 'state', 'postal_code', 'country'] as const;
const references = ['note', 'source_ref_num', 'amware_ref_num'] as const;
const shipping = ['source_shipping', 'source_shipping_description', 'shipping_code'] as const;
const amounts = ['shipping_cost', 'tax_cost', 'total_cost'] as const;
const counts = ['weight_grams', 'units_ordered', 'units_shipped'] as const;

const own = (column: OrderColumn): FileColumn => [column, sql.ref(`o.${column}`)];
/** 54.1000 as 54.1, exact. */
const amount = (column: OrderColumn): FileColumn => [column, sql`trim_scale(${sql.ref(`o.${column}`)})`];
const safe = (column: OrderColumn): FileColumn => [column, sql`formula_safe(${sql.ref(`o.${column}`)})`];
/** `2026-03-04 09:14:03+01:00` */
const at = (column: OrderColumn): FileColumn => [column, sql`to_char(${sql.ref(`o.${column}`)}, 'YYYY-MM-DD HH24:MI:SSTZH:TZM')`];
const yesNo = (name: string, condition: RawBuilder<unknown>): FileColumn => [name, sql`case when ${condition} then 'yes' else 'no' end`];

const heading: FileColumn[] = [
  own('order_number'),
  safe('source_order_number'),
  ['order_source', sql`formula_safe(c.name)`],
  own('order_status'),
  safe('source_status'),
  at('order_date'),
];

/**
 * Looked up only where something was shipped. Each number is made safe where it is read: formula_safe becomes part of the statement for
 * a column, but is called as a function, many times as slow, for a subquery.
 */
const tracking = (
  tenant: OfAccount,
) => sql`case when o.units_shipped > 0 then (select string_agg(formula_safe(s.tracking_number), ' ' order by s.id)
  from shipments s where ${inAccount(tenant, 's')} and s.order_id = o.id) end`;
const editor = sql`case when o.updated_by is not null then (select formula_safe(u.name) from users u where u.id = o.updated_by) end`;

/**
 * The columns of the orders file, one row per order, named as in the API. Text from people and other systems goes through
 * formula_safe. Times are in the zone of the session, with its offset. See docs/decisions/0009-orders-file.md.
 */
export const orderColumns = (tenant: OfAccount): FileColumn[] => [
  ...heading,
  ...recipient.map(safe),
  ...references.map(safe),
  ...shipping.map(safe),
  ['tracking_numbers', tracking(tenant)],
  safe('currency'),
  ...amounts.map(amount),
  ...counts.map(own),
  yesNo('has_error', sql`o.open_issues > 0`),
  yesNo('on_hold', sql`o.on_hold`),
  yesNo('locked', sql`o.locked`),
  yesNo('in_amware', sql`o.in_amware = 1`),
  yesNo('archived', sql`o.archived_at is not null`),
  at('updated_at'),
  ['updated_by', editor],
  ['tags', tagNames(tenant, 'order', sql`o.id`)],
];

/** A row a line: what was sold, and to whom. Without the order's totals, which would stand there once for each of its lines. */
export const lineColumns: FileColumn[] = [
  ...heading,
  ...recipient.map(safe),
  safe('shipping_code'),
  ['sku', sql`formula_safe(l.sku)`],
  ['name', sql`formula_safe(l.name)`],
  ['mapped_sku', sql`formula_safe(l.mapped_sku)`],
  ['quantity', sql`l.quantity`],
  ['quantity_shipped', sql`l.quantity_shipped`],
  safe('currency'),
  ['unit_price', sql`trim_scale(l.unit_price)`],
  yesNo('is_charge', sql`l.is_charge`),
];
