import { useState } from 'react';
import { href, Link } from 'react-router';
import { page } from '../../../platform/http/page.ts';
import { readAddress } from '../../../platform/list/query.ts';
import { EmptyState } from '../../ui/blocks/empty-state.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { formOf } from '../../ui/form/form-of.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useLiveReload } from '../../ui/live/use-live.ts';
import type { Route } from './+types/list-page.ts';
import { changeViewCall, listViewsCall, type View, viewBody } from './contract.ts';
import { listViews } from './queries.ts';
import { viewsList } from './widgets/views-list.tsx';

export const loader = page('work', async ({ session, tenant, search }) => {
  const query = readAddress(listViewsCall, search, session);
  return { query, views: await listViews(tenant, session, query), form: formOf({ body: viewBody }) };
});

/** Every view that a person saved, or that others share with them. */
export default function ViewsPage({ loaderData: { query, views, form } }: Route.ComponentProps) {
  const [edited, setEdited] = useState<View | null>(null);
  useLiveReload(['views']);
  return (
    <>
      <ListPage
        title="Saved views"
        list={viewsList(setEdited)}
        page={views}
        query={query}
        empty={
          <EmptyState title="No saved views yet" action={<Link to={href('/orders')}>See the orders</Link>}>
            A list as you filtered and sorted it can be saved with + beside its tabs, for you or for everyone here.
          </EmptyState>
        }
      />
      {edited && (
        <FormDialog
          title={`Edit “${edited.name}”`}
          call={changeViewCall}
          params={{ id: edited.id }}
          form={form}
          values={{ name: edited.name, shared: edited.shared }}
          verb="Save"
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
