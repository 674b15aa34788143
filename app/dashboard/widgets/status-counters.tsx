import { href, Link } from 'react-router';
import type { Reply } from '../../../platform/endpoint.ts';
import { StatusIcon } from '../../ui/status/status-icon.tsx';
import { statuses } from '../../ui/status/statuses.ts';
import type { orderStatusesCall } from '../contract.ts';
import classes from './status-counters.module.css';
import { useCounted } from './use-counted.ts';

const shown = ['pending', 'packing', 'partially_shipped', 'shipped', 'fulfilled', 'error'] as const;
type Counts = Reply<typeof orderStatusesCall>['orderCounts'];

/** The number of orders in each status, with links to them. */
export function StatusCounters({ counts }: { counts: Counts }) {
  return (
    <nav className={classes.counters} aria-label="Orders by status">
      {shown.map((status) => (
        <Counter key={status} status={status} count={counts[status]} />
      ))}
    </nav>
  );
}

function Counter({ status, count }: { status: keyof Counts; count: number }) {
  const { label, tone } = statuses[status];
  const counted = useCounted(count);
  return (
    <Link
      to={`${href('/orders')}?search=&orderDir=DESC&orderBy=order_date&filterBy=${status}`}
      className={classes.counter}
      data-wrong={status === 'error' || undefined}
      style={{ '--tone': `var(--${tone})` } as React.CSSProperties}
      data-none={count === 0 || undefined}
    >
      <span className={classes.word}>
        <StatusIcon status={status} />
        {label}
      </span>
      <span className={classes.count}>{counted.toLocaleString('en-US')}</span>
    </Link>
  );
}
