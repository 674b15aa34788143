import { sql } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Changes } from '../history.ts';

/** Columns whose change a person wants to hear of. What they edited here stays as it is, and is not among what changed. */
const told = [
  ...['customer_name', 'customer_phone', 'customer_email', 'company_name', 'address', 'address_2', 'city', 'state', 'postal_code'],
  ...['country', 'note', 'source_ref_num', 'source_status', 'source_shipping', 'source_shipping_description'],
  ...['shipping_cost', 'tax_cost', 'total_cost'],
];

/** For `returning` of an update of orders: what it changed of these, from what to what, and the revision, by which an edit made meanwhile is compared. */
export const changedColumns = sql<Changes>`(
  select coalesce(jsonb_object_agg(now_is.key, jsonb_build_object('from', was.value, 'to', now_is.value)), '{}')
    || jsonb_build_object('revision', jsonb_build_object('from', old.revision, 'to', new.revision))
  from jsonb_each_text(to_jsonb(new)) as now_is join jsonb_each_text(to_jsonb(old)) as was using (key)
  where now_is.key = any(${told}::text[]) and now_is.value is distinct from was.value)`;

type Line = { id: number; order_id: number; sku: string; name: string; quantity: number };
export type Lines = Map<number, Line>;

/** The lines of these orders, by id, to compare with what becomes of them. */
export async function linesOf(tenant: Tenant, orderIds: number[]): Promise<Lines> {
  const { rows } = await sql<Line>`
    select id, order_id, sku, name, quantity from order_lines where account_id = ${tenant.accountId} and order_id = any(${orderIds}::bigint[]) order by order_id, position`.execute(
    tenant.db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** What became of the lines, by order, as an edit tells of it. */
export function changedLines(before: Lines, after: Lines): Map<number, Changes> {
  const changes = new Map<number, Changes>();
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [from, to] = [before.get(id), after.get(id)];
    if (from?.sku === to?.sku && from?.quantity === to?.quantity) continue;
    const orderId = (from ?? to)?.order_id as number;
    changes.set(orderId, { ...changes.get(orderId), [`line:${id}`]: { from: asTold(from), to: asTold(to) } });
  }
  return changes;
}

const asTold = (line: Line | undefined) => (line ? { sku: line.sku, name: line.name, quantity: line.quantity } : null);
