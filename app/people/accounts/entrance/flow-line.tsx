import { StatusIcon } from '../../../ui/status/status-icon.tsx';
import { statuses } from '../../../ui/status/statuses.ts';
import classes from './flow-line.module.css';

/** The steps of an order in our icons: what the product does, in one line. */
export function FlowLine() {
  return (
    <footer className={classes.flow}>
      {path.map((status) => (
        <span key={status} data-status={status}>
          <StatusIcon status={status} /> {statuses[status].label}
        </span>
      ))}
    </footer>
  );
}

const path = ['pending', 'packing', 'shipped', 'fulfilled'] as const;
