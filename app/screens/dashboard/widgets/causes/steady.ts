import type { Cause, IssueGroup } from '../../../../shared/issues/causes.ts';

/** `isGone`: it has been mended since; its row keeps its place while the list is in use. */
export type SteadyCause = Cause & { isGone?: boolean };
/** `rest`: the list that has all of its causes, where not all are shown. Of what it is not about, none waits: null is too many to count. */
export type ListedGroup = IssueGroup & { headline: string; rest: { to: string; words: string } | null };
export type SteadyGroup = Omit<ListedGroup, 'causes'> & { causes: SteadyCause[]; isGone?: boolean };

/** `more` causes are not shown yet, and `lost` of those that are shown are listed no longer. */
type Steady = { groups: SteadyGroup[]; more: number; lost: number };

export const causeKey = ({ connection_id, subject }: Pick<Cause, 'connection_id' | 'subject'>): string => `${connection_id} ${subject}`;

/**
 * The groups and causes of `kept` in their order, with what `fresh` says of each: what is mended is marked, what is new is left out
 * and counted.
 */
export function steady(kept: readonly SteadyGroup[], fresh: readonly ListedGroup[]): Steady {
  const byType = new Map(fresh.map((group) => [group.type, group]));
  let found = 0;
  const groups = kept.map((group): SteadyGroup => {
    const now = byType.get(group.type);
    const byKey = new Map(now?.causes.map((cause) => [causeKey(cause), cause]));
    const causes = group.causes.map((cause) => {
      const same = byKey.get(causeKey(cause));
      if (same) found += 1;
      // One of many that is not among the first may only have been overtaken.
      return same ?? { ...cause, isGone: !now?.more_causes };
    });
    return now ? { ...now, causes } : { ...group, causes, orders: 0, purchase_orders: 0, isGone: true };
  });
  const count = (all: readonly { causes: readonly Cause[] }[]) => all.reduce((sum, { causes }) => sum + causes.length, 0);
  return { groups, more: count(fresh) - found, lost: count(kept) - found };
}
