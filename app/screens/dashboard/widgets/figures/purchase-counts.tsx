import type { PurchaseTabs } from '../../../../nouns/purchase-flow/contract/filter.ts';
import { addressOfView } from '../../../../nouns/purchase-orders/list/view-address.ts';
import { LinkedFigures } from './linked-figures.tsx';

const figures = [
  { view: 'late', label: 'Late', hint: 'Expected before today, and nothing has come' },
  { view: 'attention', label: 'Need a person', hint: 'Purchase orders with an issue' },
  { view: 'open', label: 'Open', hint: 'Neither closed out nor cancelled' },
] as const;

/** How many purchase orders are late, wait for a person, and are open; each figure leads to their list. */
export function PurchaseCounts({ counts }: { counts: PurchaseTabs }) {
  const shown = figures.map(({ view, ...figure }) => ({
    ...figure,
    to: addressOfView(view),
    written: counts[view].toLocaleString('en-US'),
  }));
  return <LinkedFigures title="Purchase orders" figures={shown} />;
}
