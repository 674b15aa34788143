import type { Selectable } from 'kysely';
import type { Orders } from '../../../../../db/tables.ts';
import { invalid, refuse } from '../../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import type { Values } from '../../../../base/changes/noun.ts';
import { recordChange } from '../../../../base/changes/record.ts';
import { lastChangedBy } from '../../../../base/changes/since.ts';
import { changedMeanwhile, somebodyElse } from '../../../../base/changes/unchanged.ts';
import { type UndoVerb, undoChanges } from '../../../../base/changes/undo.ts';
import { planSplit, type WantedLine } from '../../../order-flow/lines/split.ts';
import { lockForEditing } from '../../../order-flow/release/lock-for-editing.ts';
import { lineField } from '../../../order-flow/values/fields.ts';
import { followEdits } from '../follow-edits.ts';
import { laterOf, splitOrder, splitValue } from './split-noun.ts';
import { type StoredSplitLine, splitLines, writeSplit } from './stored-split.ts';

/** `group`: of changes, by which it is undone; null where it was so already. */
type Split = { order: Selectable<Orders>; isSplit: boolean; group: number | null };

/**
 * Says what of an order goes in a second parcel, while nothing of it is with the warehouse: what is in the outbox is taken back first.
 * `takesEndBack`: the person saw that the second parcel had been ended, and has all of it sent after all.
 * @throws Refusal 404; 409 where it has left, is being sent, or others have changed it since; Invalid
 */
export async function saveSplit(tenant: Tenant, id: number, wanted: readonly WantedLine[], { takesEndBack = false } = {}): Promise<Split> {
  const order = await lockForEditing(tenant, id, 'split');
  if (order.second_ended_at !== null && !takesEndBack) throw refuse(409, 'changed_meanwhile', endedMeanwhile);
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
      // Only the decision that the second parcel is not sent is taken back.
      return order.second_ended_at === null ? { order, isSplit: true, group: null } : record(tenant, order, lines, plan.later);
    default:
      return record(tenant, order, lines, plan.later);
  }
}

async function record(
  tenant: Tenant,
  order: Split['order'],
  lines: readonly StoredSplitLine[],
  later: ReadonlyMap<number, number>,
): Promise<Split> {
  const { id, order_number: name } = order;
  await writeSplit(tenant, id, later);
  const side = (of: (line: StoredSplitLine) => number, ended: boolean): Values => ({
    ...Object.fromEntries(lines.map((line) => [lineField(line.id), splitValue(line, of(line))])),
    ended,
  });
  const group = await recordChange(tenant, splitOrder, {
    ...{ record: { id, name }, was: side(({ later_quantity }) => later_quantity, order.second_ended_at !== null) },
    is: side(({ id: line }) => later.get(line) ?? 0, false),
  });
  await followEdits(tenant, [id]);
  return { order, isSplit: [...later.values()].some((quantity) => quantity > 0), group };
}

const endedMeanwhile =
  'It was decided that the second parcel of this order is not sent. Look at it again before you split it: all of it is sent then.';

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
    for (const id of ids) {
      const order = await lockForEditing(tenant, id, 'split');
      if (order.second_ended_at !== null)
        throw refuse(409, 'changed_since', 'It was decided since that the second parcel is not sent, so this cannot be undone.');
    }
    const lines = await splitLines(tenant, ids);
    return new Map(
      ids.map((id) => [
        id,
        {
          ...Object.fromEntries((lines.get(id) ?? []).map((line) => [lineField(line.id), splitValue(line, line.later_quantity)])),
          ended: false,
        },
      ]),
    );
  },
  async write(tenant, { changes }) {
    for (const { record_id: id, was } of changes) {
      const lines = (await splitLines(tenant, [id])).get(id) ?? [];
      // Lines that it did not change may be others by now, so that nothing might be left in one of the parcels.
      const plan = planSplit(
        lines,
        lines.map((line) => asItWas(line, was)),
      );
      if (!('later' in plan)) throw refuse(409, 'changed_since', linesChanged);
      await writeSplit(tenant, id, plan.later, { isEnded: was?.ended === true });
    }
  },
  follow: (tenant, { changes }) =>
    followEdits(
      tenant,
      changes.map(({ record_id }) => record_id),
    ),
  changedSince: (_field, by) => (by ? `${by.who} changed how this order is split${by.on}, so this cannot be undone.` : linesChanged),
};

const linesChanged = 'The lines of this order have changed since it was split, so this cannot be undone.';

/** A line with what went of it in the second parcel before the change. */
function asItWas({ id, quantity, later_quantity }: StoredSplitLine, was: Values | null): WantedLine {
  const value = was?.[lineField(id)];
  return { id, of: quantity, was: later_quantity, quantity: value === undefined ? later_quantity : laterOf(value) };
}

async function numberOf(tenant: Tenant, id: number): Promise<string> {
  const order = await tenant.db
    .selectFrom('orders')
    .select('order_number')
    .where(inAccount(tenant))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return order.order_number;
}
