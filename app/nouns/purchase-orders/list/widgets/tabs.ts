import type { Tab } from '../../../../ui/list/tabs.tsx';
import type { PurchaseOrderFilter, PurchaseTabs } from '../../../purchase-flow/contract/filter.ts';
import { addressOfView, writeView } from '../view-address.ts';

type View = NonNullable<PurchaseOrderFilter['view']>;
const labels: Record<View, string> = { open: 'Open', attention: 'Needs attention', late: 'Late', all: 'All', archived: 'Archived' };

/** The tabs; none is selected while a saved view is shown. */
export const purchaseTabs = (chosen: View | null, counts: PurchaseTabs): Tab[] =>
  (Object.keys(labels) as View[]).map((view) => ({
    label: labels[view],
    to: addressOfView(view),
    selected: chosen === view,
    count: counts[view] && writeView(view, counts[view]),
  }));
