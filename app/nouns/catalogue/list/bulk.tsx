import { NativeSelect, TextInput } from '@mantine/core';
import { call } from '../../../../platform/call.ts';
import { recordTypeOf } from '../../../base/nouns.ts';
import { assigning } from '../../../shared/comments/assigning/action.ts';
import { followRun } from '../../../shared/runs/working/report-outcome.ts';
import { tagging } from '../../../shared/tags/many/action.ts';
import type { Bulk, BulkAction, BulkTarget } from '../../../ui/list/declaration.ts';
import { bulkCalls, filterOf } from '../bulk/contract.ts';
import type { Category } from '../categories/contract.ts';
import type { ItemQuery } from '../contract.ts';
import type { Kind } from '../kinds.ts';

type Fields = NonNullable<BulkAction['Fields']>;
type Values = { category?: string; reorder_point?: number | string };

/** What can be done with the selected items, or with all that the filters match. */
export function itemBulk(kind: Kind, query: ItemQuery, categories: readonly Category[], reload: () => void): Bulk {
  const start = async (target: BulkTarget, set: Values) => {
    const meant = 'ids' in target ? { ids: target.ids.map(Number) } : { runId: target.runId };
    const reply = await call(bulkCalls[kind].start, { body: { ...meant, set: set as { category?: string } } });
    followRun({ reply, label: 'Set values', reload });
  };
  return {
    prepare: () => call(bulkCalls[kind].prepare, { body: { filter: filterOf(query) } }),
    actions: [
      {
        label: 'Set category',
        text: 'All of them get this category instead of their own.',
        Fields: categoryField(categories),
        run: (target, { category = '' }) => start(target, { category }),
      },
      {
        label: 'Set reorder point',
        text: 'All of them count as low below this number of units. Empty: never.',
        Fields: ReorderPoint,
        run: (target, { reorder_point: typed = '' }) =>
          start(target, { reorder_point: Number.isFinite(Number(typed)) && typed !== '' ? Number(typed) : typed }),
      },
      ...(kind === 'products' ? [assigning('product', reload)] : []),
      ...tagging(recordTypeOf(kind), reload),
    ],
  };
}

const categoryField = (categories: readonly Category[]): Fields =>
  function CategoryField({ onChange }) {
    const data = [{ value: '', label: 'No category' }, ...categories.map(({ name }) => ({ value: name, label: name }))];
    return (
      <NativeSelect mt={12} label="Category" data={data} onChange={({ currentTarget }) => onChange({ category: currentTarget.value })} />
    );
  };

const ReorderPoint: Fields = ({ onChange }) => (
  <TextInput
    mt={12}
    label="Reorder point"
    inputMode="numeric"
    autoComplete="off"
    onChange={({ currentTarget }) => onChange({ reorder_point: currentTarget.value.trim() })}
  />
);
