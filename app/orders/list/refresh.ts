import type { LoaderFunctionArgs } from 'react-router';
import { requestContext } from '../../../platform/http/request-context.ts';
import { pageSizes } from '../../ui/list/list-address.ts';
import { readOrderFilter } from './address.ts';
import { countNewer } from './arrivals.ts';
import { chosenColumns, usualColumns } from './columns.ts';
import { countTabs } from './context.ts';
import { rowsOf } from './rows.ts';

/** Reloads the rows of a list (`ids`): their current fields, which were deleted, and how many matching orders have arrived after `newest`. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { inTenant } = context.get(requestContext);
  const params = new URL(request.url).searchParams;
  const newest = wholeNumber(params.get('newest'));
  const ids = (params.get('ids') ?? '')
    .split(',')
    .map(wholeNumber)
    .filter(Boolean)
    .slice(0, Math.max(...pageSizes));
  return inTenant(async (tenant) => {
    const rows = await rowsOf(tenant, ids, chosenColumns(params, null) ?? usualColumns);
    const there = new Set(rows.map(({ id }) => id));
    return {
      at: Date.now(),
      newest,
      rows,
      gone: ids.filter((id) => !there.has(id)),
      newer: await countNewer(tenant, readOrderFilter(params), newest),
      tabs: await countTabs(tenant),
    };
  });
}

const wholeNumber = (text: string | null) => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0);
