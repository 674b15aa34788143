import { Button } from '@mantine/core';
import {
  data,
  isRouteErrorResponse,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useParams,
  useRouteError,
  useSearchParams,
} from 'react-router';
import { requestContext } from '../../platform/http/request-context.ts';
import { searchProducts } from '../connector-products/queries.ts';
import { ErrorPage } from '../shell/error-page.tsx';
import { ErrorState } from '../ui/empty-state.tsx';
import { Tabs } from '../ui/list/tabs.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import type { Route } from './+types/search-page.ts';
import { type EntityType, entityNamed, entityTypes, listOf, searchAddress } from './entity.ts';
import { searchOrders, shownOrders } from './queries.ts';
import classes from './search-page.module.css';
import { OrderResults, ProductResults } from './widgets/results.tsx';

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { inTenant } = context.get(requestContext);
  const entity = entityNamed(params.entityType);
  if (!entity) throw data(null, { status: 404 });
  const query = (new URL(request.url).searchParams.get('q') ?? '').replaceAll('\0', '').trim().slice(0, 200);
  const found = { entity, query, orders: [], products: [], more: false };
  if (query === '') return found;
  if (entity === 'products') return { ...found, products: (await inTenant((tenant) => searchProducts(tenant, query, 1, 50))).data };
  const orders = await inTenant((tenant) => searchOrders(tenant, query, 1));
  const [only] = orders;
  if (only && orders.length === 1) throw redirect(`/orders/${only.id}`);
  return { ...found, orders: orders.slice(0, shownOrders), more: orders.length > shownOrders };
}

export default function SearchPage({ loaderData: { entity, query, orders, products, more } }: Route.ComponentProps) {
  const none = query !== '' && orders.length === 0 && products.length === 0;
  return (
    <Frame entity={entity} query={query}>
      {orders.length > 0 && <OrderResults orders={orders} />}
      {more && <More query={query} shown={orders.length} />}
      {products.length > 0 && <ProductResults products={products} />}
      <p className={classes.none} role="status">
        {none && 'Sorry, no results found.'}
      </p>
    </Frame>
  );
}

/** Fifty are enough to see that a word is too few. */
function More({ query, shown }: { query: string; shown: number }) {
  return (
    <p className={classes.more}>
      These are the newest {shown}. Add a word, or <Link to={`/orders?${new URLSearchParams({ search: query })}`}>see all in Orders</Link>.
    </p>
  );
}

/** An address that is none is the shell's to explain; anything else is a search that failed. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { entityType } = useParams();
  const [params] = useSearchParams();
  const entity = entityNamed(entityType);
  if (!entity || (isRouteErrorResponse(error) && error.status === 404)) return <ErrorPage />;
  return (
    <Frame entity={entity} query={params.get('q') ?? ''}>
      <ErrorState title="There was an error performing search.  Please try again later" onRetry={() => window.location.reload()} />
    </Frame>
  );
}

function Frame({ entity, query, children }: { entity: EntityType; query: string; children: React.ReactNode }) {
  const list = listOf[entity];
  return (
    <div className={classes.page}>
      <PageHeader
        title={query ? `Search results in ${entity} for "${query}"` : `Search ${entity}`}
        actions={
          list && (
            <Button component={Link} to={list} variant="default">
              Back to {entity}
            </Button>
          )
        }
      />
      <Tabs
        tabs={entityTypes.map((type) => ({
          label: type === 'orders' ? 'Orders' : 'Products',
          to: searchAddress(type, query),
          selected: type === entity,
        }))}
      />
      {children}
    </div>
  );
}
