import type { Selectable } from 'kysely';
import type { Orders } from '../../../../db/tables.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Values } from '../../../base/changes/noun.ts';
import type { StoredChange, UndoVerb } from '../../../base/changes/undo.ts';
import type { EventLine } from '../../order-flow/contract/detail.ts';
import { enqueueReread } from '../../order-flow/recheck.ts';
import { chosenOf, type EditableColumn, isLine } from '../../order-flow/values/fields.ts';
import { withStockUpdate } from '../../stock-out/queue.ts';
import { editedOrder } from './edit-noun.ts';
import { followEdits } from './follow-edits.ts';
import { restoreLines } from './lines/restore.ts';
import { writeColumns } from './save.ts';

/** An edit that is undone. `freed`: the fields that no other edit holds; `event`: its entry of the history. */
export type UndoneEdit = { event: number; freed: string[] };

/**
 * How an edit of this order, which is locked, is undone. `followUndone` does what follows from it, once all that are undone together are
 * written.
 */
export const undoOfEdit = (order: Selectable<Orders>, { freed }: UndoneEdit): Omit<UndoVerb<void>, 'keep'> => ({
  noun: editedOrder,
  nameOf: () => new Map([[order.id, order.order_number]]),
  async read(tenant, { changes }) {
    const lines = await linesNow(tenant, order.id);
    return new Map(changes.map((change) => [change.record_id, valuesNow(order, lines, change)]));
  },
  async write(tenant, { changes }) {
    const was: Values = Object.assign({}, ...changes.map((change) => change.was));
    const is: Values = Object.assign({}, ...changes.map((change) => change.is));
    const fields = Object.fromEntries(Object.entries(was).filter(([field]) => !isLine(field)));
    const edited = order.edited_fields.filter((field) => !freed.includes(field));
    await writeColumns(tenant, order, fields, edited);
    await withStockUpdate(tenant, [order.id], () => restoreLines(tenant, order.id, was, is));
  },
  follow: () => Promise.resolve(),
  changedSince: (_field, by) =>
    by
      ? `${by.who} changed this order${by.on}, so the edit before cannot be undone.`
      : 'The order has changed since that edit, so it cannot be undone.',
});

/** What follows from edits that were undone together, by their orders. */
export async function followUndone(tenant: Tenant, undone: ReadonlyMap<number, UndoneEdit>): Promise<void> {
  for (const [id, { freed, event }] of undone) if (freed.length > 0) await followChannelAgain(tenant, id, event);
  await followEdits(tenant, [...undone.keys()]);
}

type Lines = Map<number, Columns<'order_lines', 'quantity'>>;

async function linesNow({ db, accountId }: Tenant, orderId: number): Promise<Lines> {
  const rows = await db
    .selectFrom('order_lines')
    .select(['id', 'quantity'])
    .where(inAccount({ accountId }))
    .where('order_id', '=', orderId)
    .execute();
  return new Map(rows.map((line) => [line.id, line]));
}

/** The fields of a change as they are now. What a line is called says the channel: only its quantity is compared. */
function valuesNow(order: Selectable<Orders>, lines: Lines, { is }: StoredChange): Values {
  return Object.fromEntries(
    Object.entries(is ?? {}).map(([field, value]) => {
      if (!isLine(field)) return [field, chosenOf(order, field as EditableColumn)];
      const line = lines.get(Number(field.slice('line:'.length)));
      return [field, line ? { ...(value as EventLine | null), quantity: line.quantity } : null];
    }),
  );
}

/**
 * The channel may have changed fields that the edit protected. Then the order is read again before it is released, as after a
 * lock. Clearing its hash makes intake store the content even if it did not change.
 */
async function followChannelAgain(tenant: Tenant, orderId: number, edit: number): Promise<void> {
  const { numUpdatedRows } = await tenant.db
    .updateTable('orders')
    .set({ must_reread: true, content_hash: '' })
    .where(inAccount(tenant))
    .where('id', '=', orderId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('order_events as e')
          .select('e.id')
          .where(inAccount(tenant, 'e'))
          .where('e.order_id', '=', orderId)
          .where('e.kind', '=', 'changed')
          .where('e.id', '>', edit),
      ),
    )
    .executeTakeFirst();
  if (numUpdatedRows) await enqueueReread(tenant, [orderId]);
}
