import { type RawBuilder, sql } from 'kysely';

type Column = [name: string, value: RawBuilder<unknown>];

/**
 * The columns of the orders file, one row per order, named as in the API. Text from people and other systems goes through
 * formula_safe. Times are in the account's zone. See docs/decisions/0009-orders-file.md.
 */
export function orderColumns(timezone: string): Column[] {
  const at = (column: string): Column => [column, sql`date_trunc('second', ${sql.ref(`o.${column}`)} at time zone ${sql.lit(timezone)})`];
  return [
    own('order_number'),
    safe('source_order_number'),
    ['order_source', sql`formula_safe(c.name)`],
    own('order_status'),
    safe('source_status'),
    at('order_date'),
    safe('customer_id'),
    safe('customer_name'),
    safe('company_name'),
    safe('customer_phone'),
    safe('customer_email'),
    safe('address'),
    safe('address_2'),
    safe('city'),
    safe('state'),
    safe('postal_code'),
    safe('country'),
    safe('note'),
    safe('source_ref_num'),
    safe('amware_ref_num'),
    safe('source_shipping'),
    safe('source_shipping_description'),
    safe('shipping_code'),
    ['tracking_numbers', tracking],
    own('currency'),
    amount('shipping_cost'),
    amount('tax_cost'),
    amount('total_cost'),
    own('weight_grams'),
    own('units_ordered'),
    own('units_shipped'),
    ['has_error', sql`o.open_issues > 0`],
    own('on_hold'),
    own('locked'),
    ['in_amware', sql`o.in_amware = 1`],
    ['archived', sql`o.archived_at is not null`],
    at('updated_at'),
    ['updated_by', sql`case when o.updated_by is not null then formula_safe((select u.name from users u where u.id = o.updated_by)) end`],
  ];
}

const own = (column: string): Column => [column, sql.ref(`o.${column}`)];
/** 54.1000 as 54.1, exact. */
const amount = (column: string): Column => [column, sql`trim_scale(${sql.ref(`o.${column}`)})`];
const safe = (column: string): Column => [column, sql`formula_safe(${sql.ref(`o.${column}`)})`];

/** Looked up only where something was shipped. */
const tracking = sql`case when o.units_shipped > 0 then formula_safe((
  select string_agg(s.tracking_number, ' ' order by s.id) from shipments s where s.account_id = o.account_id and s.order_id = o.id)) end`;
