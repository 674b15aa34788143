import { href } from 'react-router';
import type { Tab } from '../../../../ui/list/tabs.tsx';
import type { OrderFilter } from '../../../order-flow/contract/filter.ts';

type View = NonNullable<OrderFilter['view']>;
type Counts = Record<'attention' | 'held' | 'all' | 'archived', number>;

/** The tabs, in the order in which an operator works through them; none is selected while a saved view is shown. */
export function orderTabs(chosen: View | null, counts: Counts): Tab[] {
  return [
    { label: 'Ready', to: `${href('/orders')}?view=ready`, selected: chosen === 'ready' },
    { label: 'Needs attention', to: `${href('/orders')}?view=attention`, selected: chosen === 'attention', count: counts.attention },
    { label: 'On hold', to: `${href('/orders')}?view=held`, selected: chosen === 'held', count: counts.held },
    { label: 'All', to: `${href('/orders')}?view=all`, selected: chosen === 'all', count: counts.all },
    { label: 'Archived', to: `${href('/orders')}?view=archived`, selected: chosen === 'archived', count: counts.archived },
  ];
}
