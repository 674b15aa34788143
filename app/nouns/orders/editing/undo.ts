import { type Selectable, sql } from 'kysely';
import type { Orders } from '../../../../db/tables.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { type Refusal, refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { checkOrders } from '../../order-flow/checking/check.ts';
import { type Changes, type OrderEvent, recordEvents } from '../../order-flow/history.ts';
import { enqueueReread } from '../../order-flow/recheck.ts';
import { lockForEditing } from '../../order-flow/release/lock-for-editing.ts';
import { retryEdited } from '../../order-flow/release/retry-when-mended.ts';
import { withStockUpdate } from '../../stock-out/queue.ts';
import { restoreLines } from './lines/restore.ts';
import { sentenceOf } from './words.ts';

type Edit = Columns<'order_events', 'id'> & {
  changes: Changes;
  removed_lines: NonNullable<OrderEvent['removed_lines']> | null;
  who: Column<'users', 'name'> | null;
};

/**
 * Undoes the last edit in force, fields and lines, while the order is unreleased. `edit` is the entry that the person saw as the
 * last. Fields that no other edit in force touched follow the channel again.
 */
export async function undoEdit(tenant: Tenant, id: number, edit?: number): Promise<void> {
  const order = await lockForEditing(tenant, id);
  const edits = await editsInForce(tenant, id);
  const last = edits.pop();
  if (edit !== undefined && edit !== last?.id) throw await refusalOf(tenant, id, { edits, edit, by: last?.who });
  if (!last) throw refuse(409, 'nothing_to_undo', 'There is no edit of this order left to undo.');
  const changes = reversed(last.changes);
  refuseOverwritten(order, changes);
  const freed = fieldsOf(last.changes).filter((field) => !edits.some((other) => fieldsOf(other.changes).includes(field)));
  await writeBack(tenant, order, changes, freed);
  await withStockUpdate(tenant, [id], () => restoreLines(tenant, id, changes, last.removed_lines ?? []));
  await recordEvents(tenant, [
    {
      orderId: id,
      kind: 'undone',
      sentence: sentenceOf('Undone', changes),
      changes: { ...changes, revision: { from: order.revision, to: order.revision + 1 } },
      undoes: last.id,
    },
  ]);
  if (freed.length > 0) await followChannelAgain(tenant, id, last.id);
  await retryEdited(tenant, id);
  await checkOrders(tenant, [id]);
  notify(tenant, `order:${id}`, [id]);
}

async function editsInForce(tenant: Tenant, orderId: number): Promise<Edit[]> {
  const { rows } = await sql<Edit>`
    select e.id, e.changes, e.removed_lines, u.name as who from order_events e left join users u on u.id = e.user_id
    where e.account_id = ${tenant.accountId} and e.order_id = ${orderId} and e.kind = 'edited' and e.changes is not null
      and not exists (select from order_events undoing where undoing.account_id = e.account_id and undoing.undoes = e.id)
    order by e.id`.execute(tenant.db);
  return rows;
}

/** Why an edit that is not the last in force is not undone. */
async function refusalOf(
  tenant: Tenant,
  orderId: number,
  { edits, edit, by }: { edits: Edit[]; edit: number; by: string | null | undefined },
): Promise<Refusal> {
  if (edits.some(({ id }) => id === edit))
    return refuse(409, 'edited_since', `${by ?? 'Someone'} edited this order after that. Undo the newest edit first.`);
  const known = await tenant.db
    .selectFrom('order_events')
    .select('id')
    .where('account_id', '=', tenant.accountId)
    .where('order_id', '=', orderId)
    .where('id', '=', edit)
    .where('kind', '=', 'edited')
    .executeTakeFirst();
  return known
    ? refuse(409, 'nothing_to_undo', 'This edit has been undone already.')
    : refuse(404, 'not_found', 'This order has no such edit.');
}

function reversed({ revision: _, ...changes }: Changes): Changes {
  return Object.fromEntries(Object.entries(changes).map(([field, { from, to }]) => [field, { from: to, to: from }]));
}

const isLine = (field: string) => field.startsWith('line:');

/** Names as in edited_fields: columns, and `lines` for any line. */
function fieldsOf(changes: Changes): string[] {
  const fields = Object.keys(changes).filter((field) => field !== 'revision');
  return [...new Set(fields.map((field) => (isLine(field) ? 'lines' : field)))];
}

function refuseOverwritten(order: Selectable<Orders>, changes: Changes): void {
  const overwritten = Object.entries(changes).some(([field, { from }]) => !isLine(field) && order[field as keyof typeof order] !== from);
  if (overwritten) throw refuse(409, 'edited_since', 'The order has changed since that edit, so it cannot be undone.');
}

async function writeBack(tenant: Tenant, order: Selectable<Orders>, changes: Changes, freed: string[]): Promise<void> {
  const columns = Object.entries(changes).filter(([field]) => !isLine(field));
  await tenant.db
    .updateTable('orders')
    .set({
      ...Object.fromEntries(columns.map(([column, { to }]) => [column, to])),
      edited_fields: order.edited_fields.filter((field) => !freed.includes(field)),
      revision: order.revision + 1,
      updated_by: tenant.userId,
      updated_at: new Date(),
    })
    .where('account_id', '=', tenant.accountId)
    .where('id', '=', order.id)
    .execute();
}

/**
 * The channel may have changed fields that the edit protected. Then the order is read again before it is released, as after a
 * lock. Clearing its hash makes intake store the content even if it did not change.
 */
async function followChannelAgain(tenant: Tenant, orderId: number, edit: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update orders o set must_reread = true, content_hash = ''
    where o.account_id = ${tenant.accountId} and o.id = ${orderId}
      and exists (select from order_events e where e.account_id = o.account_id and e.order_id = o.id and e.kind = 'changed' and e.id > ${edit})`.execute(
    tenant.db,
  );
  if (numAffectedRows) await enqueueReread(tenant, [orderId]);
}
