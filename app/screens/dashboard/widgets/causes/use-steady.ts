import type { IssueGroup } from '../../../../shared/issues/causes.ts';
import { useKept } from '../../../../ui/live/use-kept.ts';
import { type SteadyGroup, steady } from './steady.ts';

/** What was mended is read before the rows below it move up. */
const restMs = 5_000;

/** The groups and causes in their order while the list is in use, and for a moment after the last press; and how many are new. */
export function useSteady(fresh: readonly IssueGroup[]) {
  const { kept, show: showAll, place } = useKept<readonly SteadyGroup[]>(fresh, { restMs });
  return { ...steady(kept, fresh), showAll, place };
}
