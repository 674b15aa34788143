import { Button } from '@mantine/core';
import { useState } from 'react';
import { href, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { page } from '../../../../platform/http/page.ts';
import { requestExport } from '../../../shared/exports/request-export.ts';
import { FileActions } from '../../../shared/noun/file-actions.tsx';
import { LastOutcome } from '../../../shared/runs/last-outcome.tsx';
import { namesOfFilter } from '../../../shared/tags/filter.ts';
import { listViews } from '../../../shared/views/list-views.tsx';
import { openList } from '../../../shared/views/open-list.ts';
import { viewNamed } from '../../../shared/views/view.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { formOf } from '../../../ui/form/form-of.ts';
import { ListPage } from '../../../ui/list/list-page.tsx';
import { Scanned } from '../../../ui/list/scanned.tsx';
import { useLiveReload } from '../../../ui/live/use-live.ts';
import { listedBy } from '../../purchase-flow/contract/filter.ts';
import { createPurchaseOrderCall } from '../../purchase-flow/contract/purchase-orders.ts';
import { exportPurchaseOrdersCall } from '../export/contract.ts';
import type { Route } from './+types/list-page.ts';
import { readPurchaseOrderFilter, usualFilter } from './address.ts';
import { purchaseOrderColumns, usualColumns } from './columns.ts';
import { listPurchaseOrders, readPurchaseContext } from './queries.ts';
import { NoPurchaseOrders } from './widgets/no-purchase-orders.tsx';
import { purchaseOrdersList } from './widgets/purchase-orders-list.tsx';
import { purchaseTabs } from './widgets/tabs.ts';

export const loader = page('work', async ({ session, tenant, search }) => {
  const filter = readPurchaseOrderFilter(search, session);
  const columns = { all: purchaseOrderColumns, usual: usualColumns };
  const [views, context, tagNames] = await Promise.all([
    openList({ session, tenant, search }, { entity: 'purchase_orders', query: filter, usual: usualFilter, columns }),
    readPurchaseContext(tenant),
    namesOfFilter(tenant, filter.tag),
  ]);
  return {
    ...{ filter, views, context, tagNames },
    form: formOf(createPurchaseOrderCall),
    orders: await listPurchaseOrders(tenant, filter),
  };
});

/** What is ordered from vendors, and what has come of it. */
export default function PurchaseOrdersPage({ loaderData }: Route.ComponentProps) {
  const { filter, views, context, form, orders } = loaderData;
  const [creating, setCreating] = useState(false);
  const { revalidate } = useRevalidator();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  useLiveReload(filter.search ? ['purchase_orders', 'tags', 'words'] : ['purchase_orders', 'tags']);
  const list = purchaseOrdersList(loaderData, revalidate);
  const chosen = viewNamed(params, views.views) ? null : (filter.view ?? 'all');
  return (
    <>
      <ListPage
        title="Purchase orders"
        list={list}
        page={orders}
        query={filter}
        actions={
          <>
            <FileActions
              name="purchase_orders"
              number={3}
              onExport={() => requestExport({ of: 'purchase_orders', away: true }, exportPurchaseOrdersCall, { body: listedBy(filter) })}
            />
            <Button onClick={() => setCreating(true)}>New purchase order</Button>
          </>
        }
        tabs={purchaseTabs(chosen, context.tabs)}
        {...listViews(list, views)}
        notice={
          <>
            {orders.scanned !== null && <Scanned count={orders.scanned} many={list.noun.many} />}
            <LastOutcome />
          </>
        }
        empty={<NoPurchaseOrders view={filter.view} connected={context.connected} />}
      />
      {creating && (
        <FormDialog
          title="New purchase order"
          call={createPurchaseOrderCall}
          form={form}
          verb="Make purchase order"
          onClose={() => setCreating(false)}
          onSaved={({ id }: { id: number }) => navigate(`${href('/purchase-orders/:id', { id: String(id) })}?edit=1`)}
        />
      )}
    </>
  );
}
