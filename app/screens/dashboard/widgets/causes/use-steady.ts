import type { IssueGroup } from '../../../../shared/issues/causes.ts';
import { useKept } from '../../../../ui/live/use-kept.ts';
import { type SteadyGroup, steady } from './steady.ts';

/** The groups and causes in their order while the list is in use, and how many are new. */
export function useSteady(fresh: readonly IssueGroup[]) {
  const { kept, show: showAll, place } = useKept<readonly SteadyGroup[]>(fresh);
  return { ...steady(kept, fresh), showAll, place };
}
