import { call } from '../../../../platform/call.ts';
import { recordTypeOf } from '../../../base/nouns.ts';
import { assigning } from '../../../shared/comments/assigning/action.ts';
import { followRun } from '../../../shared/runs/working/report-outcome.ts';
import { tagging } from '../../../shared/tags/many/action.ts';
import { lazily } from '../../../ui/lazily.tsx';
import type { Bulk, BulkTarget, FieldsProps } from '../../../ui/list/declaration.ts';
import { bulkCalls, filterOf } from '../bulk/contract.ts';
import type { Category } from '../categories/contract.ts';
import type { ItemQuery } from '../contract.ts';
import type { Kind } from '../kinds.ts';

type Values = { category_id?: number | null; reorder_point?: number | string };

/** What can be done with the selected items, or with all that the filters match. */
export function itemBulk(kind: Kind, query: ItemQuery, categories: readonly Category[], reload: () => void): Bulk {
  const start = async (target: BulkTarget, set: Values) => {
    const meant = 'ids' in target ? { ids: target.ids.map(Number) } : { runId: target.runId };
    const reply = await call(bulkCalls[kind].start, { body: { ...meant, set: set as { category_id?: number | null } } });
    followRun({ reply, label: 'Set values', reload });
  };
  return {
    prepare: () => call(bulkCalls[kind].prepare, { body: { filter: filterOf(query) } }),
    actions: [
      {
        label: 'Set category',
        text: 'This category takes the place of the present one.',
        Fields: categoryField(categories),
        run: (target, { category_id = '' }) => start(target, { category_id: category_id === '' ? null : Number(category_id) }),
      },
      {
        label: 'Set reorder point',
        text: 'Stock counts as low below this number of units. Empty: never.',
        Fields: ReorderPoint,
        run: (target, { reorder_point: typed = '' }) =>
          start(target, { reorder_point: Number.isFinite(Number(typed)) && typed !== '' ? Number(typed) : typed }),
      },
      ...(kind === 'products' ? [assigning('product', reload)] : []),
      ...tagging(recordTypeOf(kind), reload),
    ],
  };
}

const CategoryField = lazily(() => import('./category-field.tsx'));
const ReorderPoint = lazily(() => import('./reorder-point-field.tsx'));

const categoryField = (categories: readonly Category[]) =>
  function OneOf(props: FieldsProps) {
    return <CategoryField {...props} categories={categories} />;
  };
