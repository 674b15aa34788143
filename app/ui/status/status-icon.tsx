import { type Status, statuses } from './statuses.ts';

/** The icon of a status. Its drawing is in StatusSprite once per page: a list shows fifty of them. */
export function StatusIcon({ status }: { status: Status }) {
  return (
    <svg width="14" height="14" aria-hidden="true">
      <use href={`#sign-${statuses[status].sign}`} />
    </svg>
  );
}
