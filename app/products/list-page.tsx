import { href, Link } from 'react-router';
import { page } from '../../platform/http/page.ts';
import { ItemsList } from '../catalogue/items-list.tsx';
import { readList } from '../catalogue/read-list.ts';
import { listConnections } from '../connections/queries.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import type { Route } from './+types/list-page.ts';

export const loader = page('work', async ({ tenant, search }) => {
  const loaded = await readList(tenant, 'products', search);
  const warehouse = loaded.items.length > 0 ? null : (await listConnections(tenant)).find(({ kind }) => kind === 'warehouse');
  return { loaded, warehouse: warehouse ? { slug: warehouse.slug, name: warehouse.name } : null };
});

/** The list of products. */
export default function ProductsPage({ loaderData: { loaded, warehouse } }: Route.ComponentProps) {
  return <ItemsList loaded={loaded} empty={<NoProducts warehouse={warehouse} />} />;
}

function NoProducts({ warehouse }: { warehouse: { slug: string; name: string } | null }) {
  if (!warehouse)
    return (
      <EmptyState title="No products yet" action={<Link to={href('/settings/connectors')}>Connect a warehouse</Link>}>
        Products arrive by themselves once a warehouse is connected: every item that it keeps for you, with its stock.
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
