import { href, useFetcher, useSearchParams } from 'react-router';
import { writeColumns } from '../../../../ui/list/columns/columns.ts';
import { useLive, useReload } from '../../../../ui/live/use-live.ts';
import { useWhenNoDialog } from '../../../../ui/live/use-when-no-dialog.ts';
import { usualColumns } from '../../finding/columns.ts';
import type { LoadedOrders, OrderInList } from './loaded.ts';

const refreshMs = 1_000;
type Refreshed = Pick<LoadedOrders, 'at' | 'newest' | 'rows' | 'tabs'> & { gone: number[]; newer: number };

/**
 * The list's rows with live updates, in the positions in which they were loaded: nothing moves under the cursor. A deleted order
 * stays and says so. New orders are only counted; a list without rows is loaded anew.
 */
export function useLiveRows(loaded: LoadedOrders): { rows: OrderInList[]; newer: number; tabs: LoadedOrders['tabs'] } {
  const { load, data } = useFetcher<Refreshed>();
  const reload = useReload();
  const [params] = useSearchParams();
  const refresh = useWhenNoDialog(() => {
    // An order that comes to match is not new, and where nothing is shown nothing can move.
    if (loaded.rows.length === 0) reload();
    else loadChanges();
  }, refreshMs);
  const loadChanges = () => {
    const query = new URLSearchParams(params);
    query.set('newest', String(loaded.newest));
    query.set('ids', loaded.rows.map(({ id }) => id).join(','));
    query.set('columns', writeColumns(loaded.views.columns ?? usualColumns));
    load(`${href('/orders/refresh')}?${query}`);
  };
  // Search terms are indexed a moment after their order: a search finds it only then.
  useLive(params.get('search') ? ['orders', 'tags', 'words'] : ['orders', 'tags'], refresh);
  if (!data || data.at < loaded.at || data.newest !== loaded.newest) return { rows: loaded.rows, newer: 0, tabs: loaded.tabs };
  const now = new Map(data.rows.map((row) => [row.id, row]));
  const gone = new Set(data.gone);
  const rows = loaded.rows.map((row) => (gone.has(row.id) ? { ...row, gone: true as const } : (now.get(row.id) ?? row)));
  return { rows, newer: data.newer, tabs: data.tabs };
}
