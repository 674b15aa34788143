import type { Selectable } from 'kysely';
import type { Orders } from '../../../../../db/tables.ts';
import { invalid } from '../../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { recordChange } from '../../../../base/changes/record.ts';
import { lastChangedBy } from '../../../../base/changes/since.ts';
import { changedMeanwhile, somebodyElse } from '../../../../base/changes/unchanged.ts';
import { type UndoVerb, undoChanges } from '../../../../base/changes/undo.ts';
import { planSplit, type WantedLine } from '../../../order-flow/lines/split.ts';
import { lockForEditing } from '../../../order-flow/release/lock-for-editing.ts';
import { lineField } from '../../../order-flow/values/fields.ts';
import { followEdits } from '../follow-edits.ts';
import { splitOrder } from './split-noun.ts';
import { splitLines, writeSplit } from './stored-split.ts';

/** `group`: of changes, by which it is undone; null where it was so already. */
type Split = { order: Selectable<Orders>; isSplit: boolean; group: number | null };

/**
 * Says what of an order goes in a second parcel, while nothing of it is with the warehouse: what is in the outbox is taken back first.
 * @throws Refusal 404; 409 where it has left, is being sent, or others have changed it since; Invalid
 */
export async function saveSplit(tenant: Tenant, id: number, wanted: readonly WantedLine[]): Promise<Split> {
  const order = await lockForEditing(tenant, id, 'split');
  const lines = (await splitLines(tenant, [id])).get(id) ?? [];
  const plan = planSplit(lines, wanted);
  switch (plan.kind) {
    case 'changed':
      throw changedMeanwhile(await changedSince(tenant, id));
    case 'too_many':
      throw invalid({ lines: ['The second parcel cannot have more of a line than there is.'] });
    case 'none_stays':
      throw invalid({ lines: ['Leave something in the first parcel.'] });
    case 'not_split':
      throw invalid({ lines: ['Choose what goes in the second parcel.'] });
    case 'same':
      return { order, isSplit: true, group: null };
    default: {
      await writeSplit(tenant, id, plan.later);
      const side = (of: (line: (typeof lines)[number]) => number) =>
        Object.fromEntries(lines.map((line) => [lineField(line.id), of(line)]));
      const group = await recordChange(tenant, splitOrder, {
        ...{ record: { id, name: order.order_number }, was: side(({ later_quantity }) => later_quantity) },
        is: side(({ id: line }) => plan.later.get(line) ?? 0),
      });
      await followEdits(tenant, [id]);
      return { order, isSplit: plan.kind === 'split', group };
    }
  }
}

async function changedSince(tenant: Tenant, recordId: number): Promise<string> {
  const { who, on } = (await lastChangedBy(tenant, { noun: splitOrder.name, recordId })) ?? somebodyElse;
  return `${who} changed the lines of this order, or how it is split, since you opened it${on}.`;
}

/** Undoes a split, or the end of one, while nothing of the order has left. @throws Refusal 404, 409 */
export const undoSplit = (tenant: Tenant, group: number): Promise<void> => undoChanges(tenant, group, [splitUndo]);

const splitUndo: UndoVerb<void> = {
  noun: splitOrder,
  async nameOf(tenant, changes) {
    const names = await Promise.all(changes.map(async ({ record_id }) => [record_id, await numberOf(tenant, record_id)] as const));
    return new Map(names);
  },
  async read(tenant, { changes }) {
    const ids = changes.map(({ record_id }) => record_id);
    for (const id of ids) await lockForEditing(tenant, id, 'split');
    const lines = await splitLines(tenant, ids);
    return new Map(
      ids.map((id) => [id, Object.fromEntries((lines.get(id) ?? []).map((line) => [lineField(line.id), line.later_quantity]))]),
    );
  },
  async write(tenant, { changes }) {
    for (const { record_id, was } of changes)
      await writeSplit(
        tenant,
        record_id,
        new Map(Object.entries(was ?? {}).map(([field, quantity]) => [Number(field.slice('line:'.length)), Number(quantity)])),
      );
  },
  follow: (tenant, { changes }) =>
    followEdits(
      tenant,
      changes.map(({ record_id }) => record_id),
    ),
  changedSince: (_field, by) =>
    by
      ? `${by.who} changed how this order is split${by.on}, so this cannot be undone.`
      : 'The lines of this order have changed since it was split, so this cannot be undone.',
};

async function numberOf(tenant: Tenant, id: number): Promise<string> {
  const order = await tenant.db
    .selectFrom('orders')
    .select('order_number')
    .where(inAccount(tenant))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return order.order_number;
}
