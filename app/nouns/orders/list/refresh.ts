import { page } from '../../../../platform/http/page.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { pageSizes } from '../../../../platform/list/query.ts';
import { chosenColumns, usualColumns } from '../finding/columns.ts';
import { rowsOf } from '../finding/rows.ts';
import { readOrderFilter } from './address.ts';
import { countNewer } from './arrivals.ts';
import { countTabs } from './context.ts';

/**
 * Reloads the rows of a list (`ids`): their current fields, which were deleted, and how many matching orders have arrived after `newest`.
 */
export const loader = page('work', async ({ session, tenant, search }) => {
  const newest = wholeNumber(search.get('newest'));
  const ids = (search.get('ids') ?? '')
    .split(',')
    .map(wholeNumber)
    .filter(Boolean)
    .slice(0, Math.max(...pageSizes));
  const [rows, newer, tabs] = await Promise.all([
    rowsOf(tenant, ids, chosenColumns(search, null) ?? usualColumns),
    countNewer(tenant, readOrderFilter(search, session), newest),
    countTabs(tenant),
  ]);
  const there = new Set(idsOf(rows));
  return { at: Date.now(), newest, rows, gone: ids.filter((id) => !there.has(id)), newer, tabs };
});

const wholeNumber = (text: string | null) => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0);
