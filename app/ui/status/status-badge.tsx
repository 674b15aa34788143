import classes from './status-badge.module.css';
import { StatusIcon } from './status-icon.tsx';
import { type Status, statuses } from './statuses.ts';

/** A status as icon and word. `label` replaces the word where the screen has a better one. */
export function StatusBadge({ status, label, pill = false }: { status: Status; label?: string; pill?: boolean }) {
  const { label: word, tone } = statuses[status];
  return (
    <span className={classes.badge} data-tone={tone} data-pill={pill || undefined}>
      <StatusIcon status={status} />
      {label ?? word}
    </span>
  );
}
