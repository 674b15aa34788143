import type { Tenant } from '../../../../../platform/tenant.ts';
import type { Change, ChangeNoun, Values } from '../../../../base/changes/noun.ts';
import { recordEvents } from '../../../order-flow/history.ts';
import { lineField } from '../../../order-flow/values/fields.ts';
import { parcelsOf, type StoredSplitLine, splitLines } from './stored-split.ts';

/** Of a line, how many it has, and how many of them go in the second parcel. What is undone is a split of the same quantity. */
type SplitValue = { of: number; later: number };

export const splitValue = ({ quantity }: StoredSplitLine, later: number): SplitValue => ({ of: quantity, later });

/** How many of a line went in the second parcel, by what the ledger has of it. */
export const laterOf = (value: unknown): number => (value as SplitValue).later;

/** How an order was split: by line, how many go in the second parcel; `ended`: not sent. Apart from what people edit of it. */
export const splitOrder: ChangeNoun = {
  name: 'order split',
  async audited(tenant, changes) {
    const lines = await linesOf(tenant, changes);
    return changes.map(({ record, was, is, undoes }) => ({
      ...{ verb: undoes === undefined ? ('changed' as const) : ('undid' as const), noun: 'order', record },
      ...{ from: goodsOf(lines.get(record.id), was), to: goodsOf(lines.get(record.id), is) },
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
function goodsOf(lines: readonly StoredSplitLine[] = [], side: Values | null): Values {
  if (side?.ended === true) return { second_parcel: 'not_sent' };
  const goods = lines.flatMap(({ id, sku }) => {
    const { later: quantity = 0 } = (side?.[lineField(id)] ?? {}) as Partial<SplitValue>;
    return quantity > 0 ? [{ sku, quantity }] : [];
  });
  return { second_parcel: goods.length > 0 ? goods : null };
}
