import { Button } from '@mantine/core';
import { useState } from 'react';
import { href, redirect, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { page } from '../../../../platform/http/page.ts';
import { LastOutcome } from '../../../shared/runs/last-outcome.tsx';
import { ColumnsButton } from '../../../shared/views/columns-button.tsx';
import { viewForms } from '../../../shared/views/forms.ts';
import { readOpening } from '../../../shared/views/queries.ts';
import { SavedViews } from '../../../shared/views/saved-views.tsx';
import { openingAddress, viewNamed, viewQueryOf } from '../../../shared/views/view.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { formOf } from '../../../ui/form/form-of.ts';
import { ListPage } from '../../../ui/list/list-page.tsx';
import { Scanned } from '../../../ui/list/scanned.tsx';
import { useLiveReload } from '../../../ui/live/use-live.ts';
import { createPurchaseOrderCall } from '../../purchase-flow/contract/purchase-orders.ts';
import type { Route } from './+types/list-page.ts';
import { chosenColumns, readPurchaseOrderFilter, usualFilter } from './address.ts';
import { usualColumns } from './columns.ts';
import { listPurchaseOrders, readPurchaseContext } from './queries.ts';
import { FileButtons } from './widgets/file-buttons.tsx';
import { NoPurchaseOrders } from './widgets/no-purchase-orders.tsx';
import { purchaseOrdersList } from './widgets/purchase-orders-list.tsx';
import { purchaseTabs } from './widgets/tabs.ts';

export const loader = page('work', async ({ session, tenant, search }) => {
  const filter = readPurchaseOrderFilter(search, session);
  const [{ views, columns: last }, context] = await Promise.all([
    readOpening(tenant, session, 'purchase_orders'),
    readPurchaseContext(tenant),
  ]);
  const opening = openingAddress(search, views);
  if (opening) throw redirect(href('/purchase-orders') + opening);
  return {
    ...{ filter, views, context, viewForms: viewForms.purchase_orders, columns: chosenColumns(search, last) },
    viewQuery: viewQueryOf(filter, { ...usualFilter, perPage: session.pageSize }),
    form: formOf(createPurchaseOrderCall),
    listed: await listPurchaseOrders(tenant, filter),
  };
});

/** What is ordered from vendors, and what has come of it. */
export default function PurchaseOrdersPage({ loaderData }: Route.ComponentProps) {
  const { filter, views, context, viewForms, columns, viewQuery, form, listed } = loaderData;
  const [creating, setCreating] = useState(false);
  const { revalidate } = useRevalidator();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  useLiveReload(filter.search ? ['purchase_orders', 'words'] : ['purchase_orders']);
  const list = purchaseOrdersList(context, filter, revalidate);
  const shown = { query: viewQuery, columns: columns ?? [...usualColumns] };
  const chosen = viewNamed(params, views) ? null : (filter.view ?? 'all');
  return (
    <>
      <ListPage
        title="Purchase orders"
        list={list}
        page={listed}
        query={filter}
        actions={
          <>
            <FileButtons filter={filter} />
            <Button onClick={() => setCreating(true)}>New purchase order</Button>
          </>
        }
        tabs={purchaseTabs(chosen, context.tabs)}
        views={<SavedViews entity="purchase_orders" title="Purchase orders" views={views} forms={viewForms} shown={shown} />}
        columns={columns ?? undefined}
        tools={<ColumnsButton entity="purchase_orders" columns={list.columns} shown={shown.columns} />}
        notice={
          <>
            {listed.scanned !== null && <Scanned count={listed.scanned} many={list.noun.many} />}
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
