import { sql } from 'kysely';
import { notify } from '../../../platform/events.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { checkOrders } from '../checking/check.ts';
import { record } from '../history.ts';
import { isEditable } from '../order.ts';
import { recallOrders } from '../release/recall.ts';

/** What a person may change on an order that is not with the warehouse. */
export const editableColumns = [
  'customer_name',
  'customer_phone',
  'customer_email',
  'company_name',
  'address',
  'address_2',
  'city',
  'state',
  'postal_code',
  'country',
  'note',
  'shipping_code',
] as const;
export type OrderEdit = Partial<Record<(typeof editableColumns)[number], string | null>> & { id: number; revision?: number };

/**
 * Saves a person's edit and checks the order at once. What was edited is never overwritten by sync. When someone else
 * saved since `revision`, fields that both changed are refused by name, and nothing is written.
 */
export async function saveOrder(tenant: Tenant, { id, revision, ...edit }: OrderEdit): Promise<{ changed: string[] }> {
  await recallOrders(tenant, [id]);
  const order = await tenant.db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', tenant.accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!order) throw refuse(404, 'not_found', 'This order does not exist.');
  if (order.warehouse_order_id !== null && order.in_amware === 0)
    throw refuse(409, 'being_sent', 'This order is being sent to the warehouse at this moment. Try again in a few seconds.');
  if (!isEditable(order)) throw refuse(409, 'not_editable', 'This order is with the warehouse and can no longer be edited.');
  const changes = Object.fromEntries(
    editableColumns.flatMap((column) => {
      const to = edit[column] === undefined ? undefined : cleaned(column, edit[column]);
      return to === undefined || to === order[column] ? [] : [[column, { from: order[column], to }]];
    }),
  );
  const columns = Object.keys(changes);
  if (columns.length === 0) return { changed: [] };
  if (revision !== undefined && revision !== order.revision) await refuseConflict(tenant, id, revision, columns);
  await tenant.db
    .updateTable('orders')
    .set({
      ...Object.fromEntries(Object.entries(changes).map(([column, { to }]) => [column, to])),
      edited_fields: [...new Set([...order.edited_fields, ...columns])],
      revision: order.revision + 1,
      updated_by: tenant.userId,
      updated_at: new Date(),
    })
    .where('account_id', '=', tenant.accountId)
    .where('id', '=', id)
    .execute();
  await record(tenant, [
    {
      orderId: id,
      kind: 'edited',
      sentence: `Edited: ${columns.map(inWords).join(', ')}.`,
      changes: { ...changes, revision: { from: order.revision, to: order.revision + 1 } },
    },
  ]);
  await checkOrders(tenant, [id]);
  notify(tenant, `order:${id}`, [id]);
  return { changed: columns };
}

/** Empty means none: a column that must hold text holds the empty one, the others null. */
const required = new Set<string>(['customer_name', 'address', 'city', 'postal_code', 'country']);
function cleaned(column: string, value: string | null): string | null {
  const text = (value ?? '').trim();
  return text === '' && !required.has(column) ? null : column === 'country' ? text.toUpperCase() : text;
}

const inWords = (column: string) => column.replaceAll('_', ' ').replace('shipping code', 'shipping method');

async function refuseConflict(tenant: Tenant, id: number, revision: number, columns: string[]): Promise<void> {
  const { rows } = await sql<{ field: string; name: string | null }>`
    select distinct field, u.name from order_events e cross join lateral jsonb_object_keys(e.changes) as field left join users u on u.id = e.user_id
    where e.account_id = ${tenant.accountId} and e.order_id = ${id} and e.kind = 'edited' and (e.changes -> 'revision' ->> 'from')::int >= ${revision} and field = any(${columns}::text[])`.execute(
    tenant.db,
  );
  if (rows.length === 0) return;
  const who = rows.find(({ name }) => name)?.name ?? 'Someone else';
  throw refuse(
    409,
    'conflict',
    `${who} changed ${rows.map(({ field }) => inWords(field)).join(', ')} meanwhile. Your text is kept here; reload the order to see theirs before you save.`,
  );
}
