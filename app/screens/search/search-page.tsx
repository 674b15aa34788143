import { Button } from '@mantine/core';
import { href, isRouteErrorResponse, Link, redirect, useParams, useRouteError, useSearchParams } from 'react-router';
import { found, page } from '../../../platform/http/page.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { FoundItem } from '../../nouns/catalogue/contract.ts';
import { itemAddress, type Kind } from '../../nouns/catalogue/kinds.ts';
import { findItems as findIn, itemsBySku } from '../../nouns/catalogue/queries.ts';
import type { FoundPurchaseOrder } from '../../nouns/purchase-flow/contract/purchase-orders.ts';
import { searchPurchaseOrders } from '../../nouns/purchase-orders/found.ts';
import { ErrorState } from '../../ui/blocks/empty-state.tsx';
import { PageHeader } from '../../ui/blocks/page-header.tsx';
import { ErrorPage } from '../../ui/error-page.tsx';
import { Tabs } from '../../ui/list/tabs.tsx';
import type { Route } from './+types/search-page.ts';
import type { FoundCount, FoundOrder } from './contract.ts';
import { type EntityType, entities, entityNamed, entityTypes, searchAddress, writeFound } from './entity.ts';
import { counted, countFound, searchOrders, shownOrders as shownAtMost } from './queries.ts';
import classes from './search-page.module.css';
import { ItemResults, OrderResults, PurchaseResults } from './widgets/results.tsx';

export const loader = page('work', async ({ tenant, params, search }) => {
  const entity = found(entityNamed(params.entityType));
  const query = (search.get('q') ?? '').replaceAll('\0', '').trim().slice(0, 200);
  if (query === '') return { entity, query, counts: {}, ...nothing };
  const { only, ...results } = await findOf(tenant, entity, query);
  if (only) throw redirect(only);
  const shown = countShown(results);
  const counts = await Promise.all(
    entityTypes.map(async (type) => [type, await (type === entity ? counted(shown) : countFound(tenant, type, query))] as const),
  );
  return { entity, query, counts: Object.fromEntries(counts) as Counts, ...results };
});

/** How many there are of each kind, once something was searched for. */
type Counts = Partial<Record<EntityType, FoundCount>>;
type Found = { orders: FoundOrder[]; purchases: FoundPurchaseOrder[]; items: FoundItem[]; more: boolean; only: string | null };
const nothing = { orders: [], purchases: [], items: [], more: false } satisfies Partial<Found>;
const countShown = ({ orders, purchases, items }: Pick<Found, 'orders' | 'purchases' | 'items'>) =>
  orders.length + purchases.length + items.length;

function findOf(tenant: Tenant, entity: EntityType, query: string): Promise<Found> {
  if (entity === 'orders') return findOrders(tenant, query);
  return entity === 'purchase_orders' ? findPurchases(tenant, query) : findItems(tenant, entity, query);
}

async function findOrders(tenant: Tenant, query: string): Promise<Found> {
  // One more than is shown tells whether there are more.
  const orders = await searchOrders(tenant, query, shownAtMost + 1);
  const only = onlyOne(orders);
  return {
    ...nothing,
    orders: orders.slice(0, shownAtMost),
    more: orders.length > shownAtMost,
    only: only ? href('/orders/:id', { id: String(only.id) }) : null,
  };
}

async function findPurchases(tenant: Tenant, query: string): Promise<Found> {
  const purchases = await searchPurchaseOrders(tenant, query, shownAtMost + 1);
  const only = onlyOne(purchases);
  return {
    ...nothing,
    purchases: purchases.slice(0, shownAtMost),
    more: purchases.length > shownAtMost,
    only: only ? href('/purchase-orders/:id', { id: String(only.id) }) : null,
  };
}

/** A number in full means its order, also where other numbers begin with it. */
function onlyOne<Row extends { is_equal: boolean }>(found: readonly Row[]): Row | undefined {
  const equal = found.filter(({ is_equal }) => is_equal);
  return found.length === 1 ? found[0] : equal.length === 1 ? equal[0] : undefined;
}

async function findItems(tenant: Tenant, kind: Kind, query: string): Promise<Found> {
  const { data, total, scanned } = await findIn(tenant, kind, { ...itemsBySku, search: query, page: 1, perPage: shownAtMost });
  const [only] = data;
  // Where not all were scanned, one hit need not be the only one.
  const isOnly = only && total === 1 && scanned === null;
  return { ...nothing, items: data, more: total > data.length || scanned !== null, only: isOnly ? itemAddress(kind, only.id) : null };
}

export default function SearchPage({ loaderData: { entity, query, counts, orders, purchases, items, more } }: Route.ComponentProps) {
  const shown = countShown({ orders, purchases, items });
  return (
    <Frame entity={entity} query={query} counts={counts}>
      {orders.length > 0 && <OrderResults orders={orders} />}
      {purchases.length > 0 && <PurchaseResults orders={purchases} />}
      {items.length > 0 && (entity === 'products' || entity === 'raw_materials') && <ItemResults kind={entity} items={items} />}
      {more && <More entity={entity} query={query} shown={shown} />}
      <p className={classes.none} role="status">
        {query !== '' && shown === 0 && 'Sorry, no results found.'}
      </p>
    </Frame>
  );
}

/** Fifty results are enough to see that more words are needed. */
function More({ entity, query, shown }: { entity: EntityType; query: string; shown: number }) {
  const { title, path } = entities[entity];
  return (
    <p className={classes.more}>
      These are the {entity === 'orders' || entity === 'purchase_orders' ? 'newest' : 'first'} {shown}. Add a word, or{' '}
      <Link to={`${path}?${new URLSearchParams({ search: query })}`}>see all in {title}</Link>.
    </p>
  );
}

/** A wrong address is shown by the shell's error page; anything else is a failed search. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { entityType } = useParams();
  const [params] = useSearchParams();
  const entity = entityNamed(entityType);
  if (!entity || (isRouteErrorResponse(error) && error.status === 404)) return <ErrorPage />;
  return (
    <Frame entity={entity} query={params.get('q') ?? ''} counts={{}}>
      <ErrorState title="There was an error performing search.  Please try again later" onRetry={() => window.location.reload()} />
    </Frame>
  );
}

type FrameProps = { entity: EntityType; query: string; counts: Counts; children: React.ReactNode };

function Frame({ entity, query, counts, children }: FrameProps) {
  const { many, path } = entities[entity];
  return (
    <div className={classes.page}>
      <PageHeader
        title={query ? `Search results in ${many} for "${query}"` : `Search ${many}`}
        actions={
          <Button component={Link} to={path} variant="default">
            Back to {many}
          </Button>
        }
      />
      <Tabs
        tabs={entityTypes.map((type) => ({
          label: entities[type].title,
          to: searchAddress(type, query),
          selected: type === entity,
          count: counts[type] && writeFound(counts[type]),
        }))}
      />
      {children}
    </div>
  );
}
