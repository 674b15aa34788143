import { redirect, useRevalidator, useSearchParams } from 'react-router';
import { page } from '../../../../platform/http/page.ts';
import { LastOutcome } from '../../../shared/runs/last-outcome.tsx';
import { namesOfFilter } from '../../../shared/tags/filter.ts';
import { listViews } from '../../../shared/views/list-views.tsx';
import { openList } from '../../../shared/views/open-list.ts';
import { viewNamed } from '../../../shared/views/view.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { ListPage } from '../../../ui/list/list-page.tsx';
import { orderColumns, usualColumns } from '../finding/columns.ts';
import type { Route } from './+types/list-page.ts';
import { readOrderFilter, usualFilter, withOwnParameterNames } from './address.ts';
import { newestFound } from './arrivals.ts';
import { readListContext } from './context.ts';
import { listOrders } from './queries.ts';
import { CutShort } from './widgets/cut-short.tsx';
import { ExportLink } from './widgets/export-link.tsx';
import { NewOrders } from './widgets/new-orders.tsx';
import type { NoOrdersProps } from './widgets/no-orders.tsx';
import { ordersList } from './widgets/orders-list.tsx';
import { orderTabs } from './widgets/tabs.ts';
import { useLiveRows } from './widgets/use-live-rows.ts';

/** Fetched by a view that is empty, rather than with every list. */
const NoOrders = lazily<NoOrdersProps>(() => import('./widgets/no-orders.tsx'));

export const loader = page('work', async ({ session, tenant, search }) => {
  const own = withOwnParameterNames(search);
  if (own) throw redirect(own);
  const filter = readOrderFilter(search, session);
  const columns = { all: orderColumns, usual: usualColumns };
  const [views, surroundings, tagNames] = await Promise.all([
    openList({ session, tenant, search }, { entity: 'orders', query: filter, usual: usualFilter, columns }),
    readListContext(tenant),
    namesOfFilter(tenant, filter.tag),
  ]);
  const newest = filter.search ? await newestFound(tenant, surroundings.newest) : surroundings.newest;
  const { data: rows, cut_short, ...counts } = await listOrders(tenant, filter, views.columns ?? usualColumns);
  return {
    at: Date.now(),
    filter,
    accountId: tenant.accountId,
    views,
    ...surroundings,
    tagNames,
    newest,
    rows,
    cut_short,
    counts,
  };
});

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const { filter, views, counts, sources, cut_short } = loaderData;
  const { rows, newer, tabs } = useLiveRows(loaderData);
  const { revalidate } = useRevalidator();
  const [params] = useSearchParams();
  const list = ordersList(loaderData, revalidate);
  const { tools, ...shown } = listViews(list, views);
  return (
    <ListPage
      title="Orders"
      list={list}
      page={{ ...counts, data: rows }}
      query={filter}
      actions={<ExportLink filter={filter} />}
      tabs={orderTabs(viewNamed(params, views.views) ? null : (filter.view ?? 'all'), tabs)}
      {...shown}
      tools={
        <>
          <NewOrders count={newer} />
          {tools}
        </>
      }
      notice={
        <>
          <LastOutcome />
          {cut_short && <CutShort {...cut_short} />}
        </>
      }
      empty={<NoOrders view={filter.view} connected={sources.length > 0} />}
    />
  );
}
