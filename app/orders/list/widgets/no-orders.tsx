import { href, Link } from 'react-router';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { OrderFilter } from '../filter.ts';

/** Why the view is empty, and what to do next. */
export function NoOrders({ view, connected }: { view: OrderFilter['view']; connected: boolean }) {
  if (!connected && (view === undefined || view === 'all'))
    return (
      <EmptyState title="No orders yet" action={<Link to={href('/settings/connectors')}>Connect a channel</Link>}>
        Orders arrive by themselves once a sales channel is connected.
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
  ready: { title: 'Nothing waits to be sent', text: 'Every order that is ready has gone to the warehouse.' },
  attention: { title: 'Nothing needs you', text: 'Every order is on its way by itself. What stops will be listed here.' },
  held: { title: 'Nothing is on hold', text: 'An order that you put on hold stays here until you let it go.' },
  all: { title: 'No orders yet', text: 'The channel is connected; its orders appear here as they arrive.' },
  archived: { title: 'Nothing is archived', text: 'Orders that are done with can be put away here.' },
};
