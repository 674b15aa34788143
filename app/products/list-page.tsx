import { Link, type LoaderFunctionArgs } from 'react-router';
import { requestContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../accounts/session.ts';
import { ItemsList } from '../catalogue/items-list.tsx';
import { readList } from '../catalogue/read-list.ts';
import { listConnections } from '../connections/queries.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import type { Route } from './+types/list-page.ts';

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { inTenant, session } = context.get(requestContext);
  requirePermission(session, 'work');
  return inTenant(async (tenant) => {
    const loaded = await readList(tenant, 'products', url.searchParams);
    const warehouse = loaded.items.length > 0 ? null : (await listConnections(tenant)).find(({ kind }) => kind === 'warehouse');
    return { loaded, warehouse: warehouse ? { slug: warehouse.slug, name: warehouse.name } : null };
  });
}

/** The list of products. */
export default function ProductsPage({ loaderData: { loaded, warehouse } }: Route.ComponentProps) {
  return <ItemsList loaded={loaded} empty={<NoProducts warehouse={warehouse} />} />;
}

function NoProducts({ warehouse }: { warehouse: { slug: string; name: string } | null }) {
  if (!warehouse)
    return (
      <EmptyState title="No products yet" action={<Link to="/settings/connectors">Connect a warehouse</Link>}>
        Products arrive by themselves once a warehouse is connected: every item that it keeps for you, with its stock.
      </EmptyState>
    );
  return (
    <EmptyState title="No products yet" action={<Link to={`/settings/connectors/${warehouse.slug}`}>See {warehouse.name}</Link>}>
      {warehouse.name} is connected; the items that it keeps for you appear here as it names them.
    </EmptyState>
  );
}
