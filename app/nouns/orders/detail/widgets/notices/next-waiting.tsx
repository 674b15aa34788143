import { href, useLocation, useNavigate } from 'react-router';
import { RowButton } from '../../../../../ui/buttons/row-button.tsx';
import { useHydrated } from '../../../../../ui/hooks/use-hydrated.ts';
import { useQuery } from '../../../../../ui/hooks/use-query.ts';
import { rememberList, useLastList } from '../../../../../ui/list/pages/last-list.ts';
import { usePress } from '../../../../../ui/use-press.ts';
import { useShortcut } from '../../../../../ui/words/shortcut.ts';
import type { Order } from '../order.ts';
import { isOfWaiting, issueOf, nextOfWaiting, waitingFor } from '../walk.ts';

export type NextWaiting = {
  /** As in `1 of 28`, where the header does not say it, for as long as this order waits as they do. */
  place: string | null;
  busy: boolean;
  press: () => Promise<void>;
};

/**
 * The way to the next order that waits: of the list that one came from, or else of those with the issue of this one, which is then that
 * list. It stays when this order waits no more; null for one that never did, and for the last.
 */
export function useNextWaiting({ id, issues }: Order): NextWaiting | null {
  const [issue] = issues;
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const last = useLastList(href('/orders'));
  const own = last && isOfWaiting(last) && last.rows.includes(pathname) ? last : null;
  const { data = null } = useQuery({
    queryKey: ['orders that wait', id],
    enabled: useHydrated() && own === null && issue !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => (issue ? waitingFor(issue.type, signal) : null),
  });
  const group = own ?? data;
  const at = group?.rows.indexOf(pathname) ?? -1;
  const { busy, press } = usePress(async () => {
    if (!group) return;
    rememberList(group);
    const to = await nextOfWaiting(group, at);
    if (to) navigate(to);
  });
  const isLast = !group || (at === group.rows.length - 1 && !group.after);
  useShortcut('n', () => !isLast && void press());
  if (isLast || (issue === undefined && at < 0)) return null;
  const ofAll = issueOf(group);
  // Once mended it is none of them: its place would still count it.
  const isOfThem = own === null && at >= 0 && issues.some(({ type }) => type === ofAll);
  return { place: isOfThem ? `${(group.first + at).toLocaleString('en-US')} of ${group.total}` : null, busy, press };
}

export function NextButton({ next: { place, busy, press } }: { next: NextWaiting }) {
  return (
    <RowButton onClick={press} aria-disabled={busy} aria-busy={busy} title="Next order that waits (n)">
      Next{place && <span className="soft figure">{place}</span>}
    </RowButton>
  );
}
