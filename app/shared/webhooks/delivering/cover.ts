import type { Mark } from '../../../base/installation/mark.ts';

const everyMs = 1_000;

/**
 * Raises the mark once a second while events leave. With each round of each subscription it would have everything that leaves, orders too,
 * wait for its one row and its file. Each round asks the database whether it may leave (round.ts), so what the mark may miss is a database
 * that lost the events of its last second and nothing else.
 */
export function coverNowAndThen({ cover }: Pick<Mark, 'cover'>, now = () => performance.now()): Mark['cover'] {
  let coveredAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const at = now();
    if (at - coveredAt < everyMs) return true;
    const mayLeave = await cover();
    if (mayLeave) coveredAt = at;
    return mayLeave;
  };
}
