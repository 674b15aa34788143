import { href, redirect, useRevalidator, useSearchParams } from 'react-router';
import { page } from '../../../../platform/http/page.ts';
import { LastOutcome } from '../../../shared/runs/last-outcome.tsx';
import { ColumnsButton } from '../../../shared/views/columns-button.tsx';
import { viewForms } from '../../../shared/views/forms.ts';
import { readOpening } from '../../../shared/views/queries.ts';
import { SavedViews } from '../../../shared/views/saved-views.tsx';
import { openingAddress, viewNamed, viewQueryOf } from '../../../shared/views/view.ts';
import { ListPage } from '../../../ui/list/list-page.tsx';
import { chosenColumns, usualColumns } from '../finding/columns.ts';
import type { Route } from './+types/list-page.ts';
import { readOrderFilter, usualFilter, withOwnParameterNames } from './address.ts';
import { newestFound } from './arrivals.ts';
import { readListContext } from './context.ts';
import { listOrders } from './queries.ts';
import { CutShort } from './widgets/cut-short.tsx';
import { ExportLink } from './widgets/export-link.tsx';
import { NewOrders } from './widgets/new-orders.tsx';
import { NoOrders } from './widgets/no-orders.tsx';
import { ordersList } from './widgets/orders-list.tsx';
import { orderTabs } from './widgets/tabs.ts';
import { useLiveRows } from './widgets/use-live-rows.ts';

export const loader = page('work', async ({ session, tenant, search }) => {
  const own = withOwnParameterNames(search);
  if (own) throw redirect(own);
  const filter = readOrderFilter(search, session);
  const [{ views, columns: last }, surroundings] = await Promise.all([readOpening(tenant, session, 'orders'), readListContext(tenant)]);
  const opening = openingAddress(search, views);
  if (opening) throw redirect(href('/orders') + opening);
  const columns = chosenColumns(search, last);
  const newest = filter.search ? await newestFound(tenant, surroundings.newest) : surroundings.newest;
  const { data: rows, cut_short, ...counts } = await listOrders(tenant, filter, columns ?? usualColumns);
  return {
    at: Date.now(),
    filter,
    accountId: tenant.accountId,
    viewQuery: viewQueryOf(filter, { ...usualFilter, perPage: session.pageSize }),
    views,
    viewForms: viewForms.orders,
    columns,
    ...surroundings,
    newest,
    rows,
    cut_short,
    counts,
  };
});

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const { filter, viewQuery, views, viewForms, columns, counts, sources, cut_short } = loaderData;
  const { rows, newer, tabs } = useLiveRows(loaderData);
  const { revalidate } = useRevalidator();
  const [params] = useSearchParams();
  const list = ordersList(loaderData, revalidate);
  const shown = { query: viewQuery, columns: columns ?? [...usualColumns] };
  return (
    <ListPage
      title="Orders"
      list={list}
      page={{ ...counts, data: rows }}
      query={filter}
      actions={<ExportLink filter={filter} />}
      tabs={orderTabs(viewNamed(params, views) ? null : (filter.view ?? 'all'), tabs)}
      views={<SavedViews entity="orders" title="Orders" views={views} forms={viewForms} shown={shown} />}
      columns={columns ?? undefined}
      tools={<ColumnsButton entity="orders" columns={list.columns} shown={shown.columns} />}
      notice={
        <>
          <NewOrders count={newer} />
          <LastOutcome />
          {cut_short && <CutShort {...cut_short} />}
        </>
      }
      empty={<NoOrders view={filter.view} connected={sources.length > 0} />}
    />
  );
}
