import type { Tab } from '../../../ui/list/tabs.tsx';
import type { OrderFilter } from '../filter.ts';

type View = NonNullable<OrderFilter['view']>;
type Counts = Record<'attention' | 'held' | 'all' | 'archived', number>;

/** The tabs, in the order in which an operator works through them; none is selected while a saved view is shown. */
export function orderTabs(chosen: View | null, counts: Counts): Tab[] {
  return [
    { label: 'Ready', to: '/orders?view=ready', selected: chosen === 'ready' },
    { label: 'Needs attention', to: '/orders?view=attention', selected: chosen === 'attention', count: counts.attention },
    { label: 'On hold', to: '/orders?view=held', selected: chosen === 'held', count: counts.held },
    { label: 'All', to: '/orders?view=all', selected: chosen === 'all', count: counts.all },
    { label: 'Archived', to: '/orders?view=archived', selected: chosen === 'archived', count: counts.archived },
  ];
}
