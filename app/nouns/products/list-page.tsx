import { href, Link } from 'react-router';
import { page } from '../../../platform/http/page.ts';
import { ships } from '../../shared/connections/connection.ts';
import { listConnections } from '../../shared/connections/queries.ts';
import { EmptyState } from '../../ui/blocks/empty-state.tsx';
import { ItemsList } from '../catalogue/list/items-list.tsx';
import { loadItems } from '../catalogue/list/load.ts';
import type { Route } from './+types/list-page.ts';
import { useUploadActions } from './marketplace-upload/use-upload-actions.tsx';

export const loader = page('work', async (call) => {
  const loaded = await loadItems('products', call);
  const warehouse = loaded.page.data.length > 0 ? null : (await listConnections(call.tenant)).find(ships);
  return { loaded, warehouse: warehouse ? { slug: warehouse.slug, name: warehouse.name } : null };
});

/** The list of products. */
export default function ProductsPage({ loaderData: { warehouse, loaded } }: Route.ComponentProps) {
  const actions = useUploadActions();
  return <ItemsList kind="products" loaded={loaded} actions={actions} empty={<NoProducts warehouse={warehouse} />} />;
}

function NoProducts({ warehouse }: { warehouse: { slug: string; name: string } | null }) {
  if (!warehouse)
    return (
      <EmptyState title="No products yet" action={<Link to={href('/settings/connectors')}>Connect a warehouse</Link>}>
        Products arrive automatically once a warehouse is connected: every item that it stores for you, with its stock.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No products yet"
      action={<Link to={href('/settings/connectors/:name', { name: warehouse.slug })}>See {warehouse.name}</Link>}
    >
      {warehouse.name} is connected; the items that it keeps for you appear here as it names them.
    </EmptyState>
  );
}
