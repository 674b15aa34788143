import type { PurchaseTabs } from '../../../nouns/purchase-flow/contract/filter.ts';
import { addressOfView, writeView } from '../../../nouns/purchase-orders/list/view-address.ts';

const figures = [
  { view: 'late', label: 'Late', hint: 'Expected before today, and nothing has come' },
  { view: 'attention', label: 'Need a person', hint: 'Purchase orders with an issue' },
  { view: 'open', label: 'Open', hint: 'Neither closed out nor cancelled' },
] as const;

/** How many purchase orders are late, wait for a person, and are open; each figure leads to their list. None where there are none. */
export const purchaseFigures = (counts: PurchaseTabs) =>
  counts.all === 0
    ? []
    : figures.map(({ view, label, hint }) => ({ label, hint, to: addressOfView(view), written: writeView(view, counts[view]) }));
