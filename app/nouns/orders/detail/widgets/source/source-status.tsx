import badge from '../../../../../ui/status/status-badge.module.css';
import type { Order } from '../order.ts';

/**
 * The three labels of the display rule, and the channel's own word beside it: "Cancelled" stands for all that is neither open nor shipped.
 */
export function SourceStatus({ order: { source_status, source_display } }: { order: Pick<Order, 'source_status' | 'source_display'> }) {
  const { label, tone } = displayOf(source_display);
  const own = source_status.replaceAll('_', ' ');
  return (
    <>
      <span className={badge.badge} data-tone={tone} data-pill="plain">
        {label}
      </span>
      {own && own.toLowerCase() !== label.toLowerCase() && <span className="faint"> {own}</span>}
    </>
  );
}

/** Success, primary and default, as the display rule has them. */
function displayOf(status: string): { label: string; tone: 'green' | 'blue' | 'grey' } {
  if (status === 'awaiting_shipment') return { label: 'Pending', tone: 'green' };
  return status === 'shipped' ? { label: 'Shipped', tone: 'blue' } : { label: 'Cancelled', tone: 'grey' };
}
