import { type Status, statuses } from './statuses.ts';

/** How far along, at a glance. Drawn once a page, in StatusSprite: a list shows fifty of them. */
export function StatusIcon({ status }: { status: Status }) {
  return (
    <svg width="14" height="14" aria-hidden="true">
      <use href={`#sign-${statuses[status].sign}`} />
    </svg>
  );
}
