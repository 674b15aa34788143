import { Button } from '@mantine/core';
import { useState } from 'react';
import { href } from 'react-router';
import { found, page } from '../../../platform/http/page.ts';
import { readAddress } from '../../../platform/list/query.ts';
import { mayDo } from '../../people/accounts/people/permissions.ts';
import { hasProducts } from '../../shared/connections/connection.ts';
import { listConnections } from '../../shared/connections/queries.ts';
import { requestExport } from '../../shared/exports/request-export.ts';
import { ImportButton } from '../../shared/imports/import-button.tsx';
import { isRunning } from '../../shared/runs/queries.ts';
import { EmptyState } from '../../ui/blocks/empty-state.tsx';
import { PageLink } from '../../ui/buttons/page-link.tsx';
import { SubmitButton } from '../../ui/buttons/submit-button.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useLiveReload } from '../../ui/live/use-live.ts';
import { StockBar } from '../stock-out/panels/stock-bar.tsx';
import { readBuilding, readStockSettings } from '../stock-out/queries.ts';
import type { Route } from './+types/list-page.ts';
import { exportLinksCall } from './export/contract.ts';
import { listListingsCall } from './listings/listing-contract.ts';
import { hasEqualListings, listListings } from './listings/listings.ts';
import { DeleteAll } from './widgets/delete-all.tsx';
import { ImportProducts } from './widgets/import-products.tsx';
import { listingsList } from './widgets/listings-list.tsx';
import { UploadProducts } from './widgets/upload-products.tsx';

/** Of links, in the calls of imports. */
const linksNumber = 4;

const EqualDialog = lazily(() => import('./widgets/equal-dialog.tsx'));

export const loader = page('work', async ({ session, tenant, params, search }) => {
  const connection = found((await listConnections(tenant)).find(({ slug }) => slug === params.name));
  const { id, slug, name, state, capabilities } = connection;
  if (!hasProducts(connection)) found(null);
  const query = readAddress(listListingsCall, search, session);
  const [listings, isImporting, hasEqual] = await Promise.all([
    listListings(tenant, { id, slug }, query),
    isRunning(tenant, { connectionId: id, stream: 'listings' }),
    hasEqualListings(tenant, id),
  ]);
  return {
    connection: { id, slug, name, state, tellsProducts: capabilities.includes('listings') },
    ...{ query, listings, isImporting, hasEqual },
    stock: capabilities.includes('inventory')
      ? { ...(await readStockSettings(tenant, id)), building: await readBuilding(tenant, id) }
      : null,
    mayMap: mayDo(session.role, 'map'),
  };
});

/** What a connection sells, and the warehouse product that each is linked to. */
export default function ConnectorProductsPage({ loaderData }: Route.ComponentProps) {
  const { connection, query, listings, isImporting, hasEqual, stock, mayMap } = loaderData;
  const isTold = stock !== null && stock.mode !== 'off';
  const [isAccepting, setAccepting] = useState(false);
  useLiveReload(['runs', 'issues'], 2_000);
  return (
    <>
      <ListPage
        back={{ to: href('/settings/connectors/:name', { name: connection.slug }), label: connection.name }}
        title={`Products of ${connection.name}`}
        list={listingsList({ tells: isTold ? connection.name : null, hasBuffers: mayMap && isTold })}
        above={stock && <StockBar connection={connection} settings={stock} mayMap={mayMap} />}
        page={listings}
        read={query}
        actions={
          <>
            {hasEqual && (
              <Button variant="default" onClick={() => setAccepting(true)}>
                Link equal products…
              </Button>
            )}
            {mayMap && listings.total > 0 && <DeleteAll slug={connection.slug} />}
            {listings.total > 0 && (
              <SubmitButton
                variant="default"
                run={() => requestExport({ of: 'links', away: true }, exportLinksCall, { params: { name: connection.slug } })}
              >
                Export links
              </SubmitButton>
            )}
            <ImportButton entity={{ number: linksNumber, title: 'Links', connector: connection.slug }} />
            {connection.tellsProducts ? (
              <ImportProducts connection={connection} isImporting={isImporting} />
            ) : (
              <UploadProducts slug={connection.slug} />
            )}
          </>
        }
        empty={<NoProducts name={connection.name} tellsProducts={connection.tellsProducts} />}
      />
      {isAccepting && <EqualDialog slug={connection.slug} onClose={() => setAccepting(false)} />}
    </>
  );
}

function NoProducts({ name, tellsProducts }: { name: string; tellsProducts: boolean }) {
  return (
    <EmptyState title="No products yet" action={<PageLink to={href('/products')}>See the warehouse’s products</PageLink>}>
      {tellsProducts
        ? `Import the products that ${name} sells, to link them before the first order arrives.`
        : `${name} does not tell its products. Upload a file of them, or wait: each appears here with the first order that has it.`}
    </EmptyState>
  );
}
