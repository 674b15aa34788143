import { Fragment } from 'react';
import { href, Link } from 'react-router';
import type { Reply } from '../../../../../platform/endpoint.ts';
import { StatusIcon } from '../../../../ui/status/status-icon.tsx';
import { statuses } from '../../../../ui/status/statuses.ts';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import type { orderStatusesCall } from '../../contract.ts';
import classes from './status-counters.module.css';
import { useCounted } from './use-counted.ts';

const countedStatuses = ['pending', 'packing', 'partially_shipped', 'shipped', 'fulfilled', 'error'] as const;
type Counted = Reply<typeof orderStatusesCall>;
type Counts = Counted['orderCounts'];

/** The number of orders in each status, with links to them; below, what else was imported, so that all add up. */
export function StatusCounters({ counted }: { counted: Counted }) {
  return (
    <div className={classes.frame}>
      <nav className={classes.counters} aria-label="Orders by status">
        {countedStatuses.map((status) => (
          <Counter key={status} status={status} count={counted.orderCounts[status]} />
        ))}
      </nav>
      <Rest counted={counted} />
    </div>
  );
}

function Rest({ counted: { cancelled, archived, total } }: { counted: Counted }) {
  const orders = href('/orders');
  const others = [
    { count: cancelled, word: 'cancelled', to: `${orders}?filterBy=cancelled` },
    { count: archived, word: 'archived', to: `${orders}?view=archived` },
  ].filter(({ count }) => count > 0);
  return (
    <p className={classes.rest}>
      {others.map(({ count, word, to }) => (
        <Fragment key={word}>
          <Link to={to}>
            {count.toLocaleString('en-US')} {word}
          </Link>
          {', '}
        </Fragment>
      ))}
      {countedWords(total, 'order')} in all
    </p>
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
