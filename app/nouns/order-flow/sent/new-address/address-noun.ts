import type { Change, ChangeNoun, Values } from '../../../../base/changes/noun.ts';
import { recordEvents } from '../../history.ts';

/** The address that what has not left of an order goes to, apart from what people edit while all of it is here. */
export const orderAddress: ChangeNoun = {
  name: 'order address',
  audited: (_tenant, changes) =>
    changes.map(({ record, was, is, undoes }) => ({
      ...{ verb: undoes === undefined ? ('changed' as const) : ('undid' as const), noun: 'order', record },
      ...{ from: was ?? {}, to: is ?? {} },
    })),
  history: (tenant, changes) => recordEvents(tenant, changes.map(inHistory)),
};

function inHistory({ id, record, was, is, undoes }: Change & { id: number }) {
  return {
    ...{ orderId: record.id, change_id: id, kind: 'decided' as const },
    sentence: { code: undoes === undefined ? ('address_wanted' as const) : ('address_not_wanted' as const) },
    changes: Object.fromEntries(Object.keys(is ?? {}).map((field) => [field, { from: sideOf(was, field), to: sideOf(is, field) }])),
  };
}

const sideOf = (side: Values | null, field: string) => side?.[field] ?? null;
