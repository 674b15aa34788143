import type { Tenant } from '../../../../../platform/tenant.ts';
import type { Change, ChangeNoun, Values } from '../../../../base/changes/noun.ts';
import { recordEvents } from '../../../order-flow/history.ts';
import { lineField } from '../../../order-flow/values/fields.ts';
import { parcelsOf, type StoredSplitLine, splitLines } from './stored-split.ts';

/** How an order was split: by line, how many go in the second parcel. Apart from what people edit of the order itself. */
export const splitOrder: ChangeNoun = {
  name: 'order split',
  async audited(tenant, changes) {
    const lines = await linesOf(tenant, changes);
    return changes.map(({ record, was, is, undoes }) => ({
      ...{ verb: undoes === undefined ? ('changed' as const) : ('undid' as const), noun: 'order', record },
      ...{ from: inWords(lines.get(record.id), was), to: inWords(lines.get(record.id), is) },
    }));
  },
  async history(tenant, changes) {
    const lines = await linesOf(tenant, changes);
    await recordEvents(
      tenant,
      changes.map(({ id, record }) => {
        const parcels = parcelsOf(lines.get(record.id) ?? []);
        const sentence = parcels.second.length > 0 ? { code: 'split' as const, ...parcels } : { code: 'joined' as const };
        return { orderId: record.id, change_id: id, kind: 'split', sentence };
      }),
    );
  },
};

const linesOf = (tenant: Tenant, changes: readonly Change[]) =>
  splitLines(
    tenant,
    changes.map(({ record }) => record.id),
  );

/** Of the lines that a change names, what went in the second parcel. */
function inWords(lines: readonly StoredSplitLine[] = [], side: Values | null): Values {
  const named = lines.flatMap(({ id, sku }) => {
    const quantity = side?.[lineField(id)];
    return typeof quantity === 'number' && quantity > 0 ? [`${quantity} of ${sku}`] : [];
  });
  return { second_parcel: named.length > 0 ? named.join(', ') : null };
}
