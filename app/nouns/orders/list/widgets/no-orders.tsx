import { href, Link } from 'react-router';
import { EmptyState } from '../../../../ui/blocks/empty-state.tsx';
import type { OrderFilter } from '../../../order-flow/contract/filter.ts';

export type NoOrdersProps = { view: OrderFilter['view']; connected: boolean };

/** Why the view is empty, and what to do next. */
export default function NoOrders({ view, connected }: NoOrdersProps) {
  if (!connected && (view === undefined || view === 'all'))
    return (
      <EmptyState title="No orders yet" action={<Link to={href('/settings/connectors')}>Connect a channel</Link>}>
        Orders arrive automatically once a sales channel is connected.
      </EmptyState>
    );
  const { title, text } = textOf[view ?? 'all'];
  return (
    <EmptyState title={title} action={view && view !== 'all' && <Link to={`${href('/orders')}?view=all`}>See all orders</Link>}>
      {text}
    </EmptyState>
  );
}

const textOf: Record<NonNullable<OrderFilter['view']>, { title: string; text: string }> = {
  ready: { title: 'No orders are waiting to be sent', text: 'Every ready order has been sent to the warehouse.' },
  attention: { title: 'Nothing needs attention', text: 'Every order is being processed. Orders that stop are listed here.' },
  held: { title: 'Nothing is on hold', text: 'Orders that you put on hold are listed here until you take them off hold.' },
  all: { title: 'No orders yet', text: 'The channel is connected; its orders appear here as they arrive.' },
  archived: { title: 'Nothing is archived', text: 'Orders that you archive are listed here.' },
};
