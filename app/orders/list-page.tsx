import { type LoaderFunctionArgs, redirect, useRevalidator } from 'react-router';
import { requestContext } from '../../platform/http/request-context.ts';
import { ExportLink } from '../exports/export-link.tsx';
import { ListPage } from '../ui/list/list-page.tsx';
import type { Route } from './+types/list-page.ts';
import { inOwnWords, readOrderFilter } from './list/address.ts';
import { newestId } from './list/arrivals.ts';
import { countTabs, listSources } from './list/choices.ts';
import { listOrders } from './list/queries.ts';
import { CutShort } from './widgets/list/cut-short.tsx';
import { NewOrders } from './widgets/list/new-orders.tsx';
import { NoOrders } from './widgets/list/no-orders.tsx';
import { ordersList } from './widgets/list/orders-list.tsx';
import { orderTabs } from './widgets/list/tabs.ts';
import { useLiveRows } from './widgets/list/use-live-rows.ts';

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { inTenant } = context.get(requestContext);
  const { searchParams } = new URL(request.url);
  const own = inOwnWords(searchParams);
  if (own) throw redirect(own);
  const filter = readOrderFilter(searchParams);
  return inTenant(async (tenant) => {
    const newest = await newestId(tenant);
    const { data, total, total_is_exact, cut_short } = await listOrders(tenant, filter);
    return {
      at: Date.now(),
      filter,
      newest,
      rows: data,
      cut_short,
      total: total_is_exact ? total : { atLeast: total },
      tabs: await countTabs(tenant),
      sources: await listSources(tenant),
    };
  });
}

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const { filter, total, sources, cut_short } = loaderData;
  const { rows, newer, tabs } = useLiveRows(loaderData);
  const { revalidate } = useRevalidator();
  return (
    <ListPage
      title="Orders"
      list={ordersList(sources, revalidate)}
      rows={rows}
      address={filter}
      total={total}
      actions={<ExportLink filter={filter} />}
      tabs={orderTabs(filter.view, tabs)}
      cutShort={cut_short !== null}
      notice={
        <>
          <NewOrders count={newer} />
          {cut_short && <CutShort {...cut_short} />}
        </>
      }
      empty={<NoOrders view={filter.view} connected={sources.length > 0} />}
    />
  );
}
