import { href, Link } from 'react-router';
import { EmptyState } from '../../../../ui/blocks/empty-state.tsx';
import type { PurchaseOrderFilter } from '../../../purchase-flow/contract/filter.ts';
import { addressOfView } from '../view-address.ts';

type View = NonNullable<PurchaseOrderFilter['view']>;
type Props = { view: PurchaseOrderFilter['view']; connected: boolean };

/** Why a tab of the list is empty. */
export function NoPurchaseOrders({ view = 'all', connected }: Props) {
  const text = textOf[view];
  if (text)
    return (
      <EmptyState title={text.title} action={<Link to={addressOfView('all')}>See all purchase orders</Link>}>
        {text.text}
      </EmptyState>
    );
  return (
    <EmptyState title="No purchase orders yet" action={!connected && <Link to={href('/settings/connectors')}>Connect a source</Link>}>
      {connected
        ? 'They appear here as their source has them, and are announced to the warehouse by themselves.'
        : 'They come from a source such as NetSuite, or are made here by hand.'}
    </EmptyState>
  );
}

const textOf: Record<View, { title: string; text: string } | null> = {
  open: { title: 'Nothing is open', text: 'Purchase orders of which goods are still expected or not yet processed are listed here.' },
  attention: { title: 'Nothing needs attention', text: 'Purchase orders that stop are listed here.' },
  late: { title: 'Nothing is late', text: 'Purchase orders of which goods are still expected after their day are listed here.' },
  all: null,
  archived: { title: 'Nothing is archived', text: 'Purchase orders that you archive are listed here.' },
};
