import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { fieldsByRules } from '../../order-flow/checking/set-fields.ts';
import { valueAt } from '../../order-flow/checking/value-at.ts';
import { isUnreleased } from '../../order-flow/order-sql.ts';
import { describeSent } from '../../order-flow/sent/in-words.ts';
import { ordersNumbered } from '../../order-flow/values/numbered.ts';
import { latestPayloads } from '../../order-flow/values/payload-bundles.ts';
import { ruledFields, sourceColumns } from '../../order-flow/values/ruled-fields.ts';
import type { SentParts } from '../saves/contract.ts';
import { allOf } from '../saves/sent.ts';
import type { RuleChange, Trial } from './contract.ts';
import { writeChange } from './put-back.ts';

/** So many waiting orders are looked at. */
const most = 5_000;

type Impact = {
  changes: number;
  mends: number;
  stops: number;
  all: boolean;
  at_warehouse: string | null;
  at_warehouse_parts: SentParts | null;
};

/** What a rule would do to the orders of a connection that are not released, before it is saved or deleted. @throws Invalid; Refusal 404 */
export async function impactOf(tenant: Tenant, connectionId: number, change: RuleChange): Promise<Impact> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select o.id from orders o where ${inAccount(tenant, 'o')} and o.connection_id = ${connectionId} and ${isUnreleased}
    order by o.id desc limit ${most + 1}`.execute(tenant.db);
  const ids = rows.slice(0, most).map(({ id }) => id);
  const counts = await asIfSaved(tenant, connectionId, change, async () => {
    const counted = await sql<Omit<Impact, 'all' | 'at_warehouse' | 'at_warehouse_parts'>>`
      select count(*) filter (where (o.fields, o.shipping_code, o.warehouse_code)
          is distinct from (made.fields, made.shipping_code, made.warehouse_code))::int as changes,
        count(*) filter (where o.shipping_code is null and made.shipping_code is not null)::int as mends,
        count(*) filter (where o.shipping_code is not null and made.shipping_code is null)::int as stops
      from orders o join (${await fieldsByRules(tenant, ids)}) as made on made.id = o.id
      where ${inAccount(tenant, 'o')}`.execute(tenant.db);
    const none = { changes: 0, mends: 0, stops: 0 };
    const sent = await describeSent(tenant, allOf(connectionId));
    return {
      ...(counted.rows[0] ?? none),
      at_warehouse: sent?.words ?? null,
      at_warehouse_parts: sent && { head: sent.head, parts: sent.short },
    };
  });
  return { ...counts, all: rows.length <= most };
}

/**
 * Tries a rule on an order, by its number: what the rule reads, and what would go to the warehouse without it and with it.
 * @throws Refusal 404
 */
export async function tryRule(tenant: Tenant, connectionId: number, number: string, change: RuleChange): Promise<Trial> {
  const order = await orderToTry(tenant, connectionId, number);
  if (!order)
    throw refuse(404, 'not_found', number === '' ? 'This connection has no order yet.' : `There is no order ${number} of this connection.`);
  const before = await goesOut(tenant, order.id);
  const after = await asIfSaved(tenant, connectionId, change, () => goesOut(tenant, order.id));
  const payload = (await latestPayloads(tenant, [order.id])).get(order.id);
  const own = Object.keys(sourceColumns).flatMap((column) => (order.row[column] ? [[column, String(order.row[column])]] : []));
  const path = change.mapping?.source_field;
  const read = path && !(path in sourceColumns) ? valueAt(payload, path) : null;
  const { id, order_number } = order;
  return { order: { id, order_number }, source: { ...Object.fromEntries(own), ...(path && read ? { [path]: read } : {}) }, before, after };
}

type OrderToTry = Columns<'orders', 'id' | 'order_number'> & { row: Record<string, unknown> };

/** Without a number the newest, one that is archived only where all are. */
async function orderToTry(tenant: Tenant, connectionId: number, number: string): Promise<OrderToTry | undefined> {
  const newest = async (isMeant: RawBuilder<boolean>) => {
    const { rows } = await sql<OrderToTry>`
      select o.id, o.order_number, to_jsonb(o) as row from orders o
      where ${inAccount(tenant, 'o')} and o.connection_id = ${connectionId} and o.deleted_at is null and ${isMeant}
      order by o.order_date desc, o.id desc limit 1`.execute(tenant.db);
    return rows[0];
  };
  // Each way by an index: of "this or that" with a limit all orders would be read.
  if (number !== '') return newest(sql`o.id = any(${await ordersNumbered(tenant, number)}::bigint[])`);
  return (await newest(sql`o.archived_at is null`)) ?? newest(sql`o.archived_at is not null`);
}

/** The order's fields as the warehouse would get them by the rules of now. */
async function goesOut(tenant: Tenant, orderId: number): Promise<Record<string, string>> {
  const { rows } = await sql<{
    row: Record<string, unknown>;
    fields: Record<string, string> | null;
    method: string | null;
    place: string | null;
  }>`
    select to_jsonb(o) as row, made.fields, case when made.id is null then o.shipping_code else made.shipping_code end as method,
      case when made.id is null then o.warehouse_code else made.warehouse_code end as place
    from orders o left join (${await fieldsByRules(tenant, [orderId])}) as made on made.id = o.id
    where ${inAccount(tenant, 'o')} and o.id = ${orderId}`.execute(tenant.db);
  const [{ row, fields, method, place }] = rows as [(typeof rows)[number]];
  const edited = (row.edited_fields ?? []) as string[];
  const own = ruledFields.map(({ name }) => {
    if (name === 'shipping_code') return [name, method];
    if (name === 'warehouse_code') return [name, place];
    return [name, edited.includes(name) ? row[name] : (fields?.[name] ?? row[name])];
  });
  const all = { ...fields, ...Object.fromEntries(own) };
  return Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
}

/** Runs work as if the change were saved, and takes it back. */
async function asIfSaved<T>(tenant: Tenant, connectionId: number, change: RuleChange, work: () => Promise<T>): Promise<T> {
  await sql`savepoint rule_tried`.execute(tenant.db);
  await writeChange(tenant, connectionId, change);
  const result = await work();
  await sql`rollback to savepoint rule_tried`.execute(tenant.db);
  return result;
}
