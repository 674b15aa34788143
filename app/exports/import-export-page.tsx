import { Stack } from '@mantine/core';
import { page } from '../../platform/http/page.ts';
import { anybody } from '../../platform/list/query.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { listCategories } from '../catalogue/categories/queries.ts';
import { kinds } from '../catalogue/kinds.ts';
import { listLocations } from '../catalogue/locations.ts';
import { AliasesForm } from '../imports/aliases-form.tsx';
import { ImportPanel } from '../imports/import-panel.tsx';
import { LinksPanel } from '../imports/links-panel.tsx';
import { listImports } from '../imports/queries.ts';
import { readPanel } from '../imports/read-panel.ts';
import { readOrderFilter } from '../orders/list/address.ts';
import { listSources } from '../orders/list/context.ts';
import { listedBy } from '../orders/list/listed-by.ts';
import { orderStatuses } from '../orders/order.ts';
import { listRuns } from '../runs/queries.ts';
import { useLiveReload } from '../ui/live/use-live.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Section } from '../ui/section.tsx';
import { dayIn } from '../ui/time/day.ts';
import type { Route } from './+types/import-export-page.ts';
import { countItems } from './items/item-file.ts';
import { listItemsExports } from './items/queries.ts';
import { listOrdersExports, usualRange } from './queries.ts';
import { describeFilter } from './selection.ts';
import { ItemsExport } from './widgets/items-export.tsx';
import { LinksExport } from './widgets/links-export.tsx';
import { OrdersExport } from './widgets/orders-export.tsx';
import { PastExports } from './widgets/past-exports.tsx';
import { PastItemsExports } from './widgets/past-items-exports.tsx';
import { ProductsExport } from './widgets/products-export.tsx';
import { PurchasesExport } from './widgets/purchases-export.tsx';

export const loader = page('work', async ({ tenant, search }) => {
  const [sources, exports, range] = await Promise.all([listSources(tenant), listOrdersExports(tenant), rangeIn(tenant, search)]);
  const [products, materials, purchases, links, linkFiles] = await Promise.all([
    readEntity(tenant, 2),
    readEntity(tenant, 1),
    readPurchases(tenant),
    listImports(tenant, { entity: 'links' }, 10),
    listItemsExports(tenant, 'links'),
  ]);
  const running = exports.find(({ state }) => state === 'running');
  const [run] = running ? await listRuns(tenant, { ids: [running.runId] }) : [];
  const first = {
    status: orderStatuses.find((status) => status === search.get('status')) ?? ('' as const),
    source: sources.find(({ slug }) => slug === search.get('source'))?.slug ?? '',
    ...range,
  };
  const { status: _, source: _source, start_at: _start, end_at: _end, ...more } = listedBy(readOrderFilter(search, anybody));
  const listed = search.has('view') ? { filter: more, described: describeFilter(more) || 'not archived' } : null;
  return {
    listed,
    accountId: tenant.accountId,
    sources,
    exports,
    run: run ?? null,
    first,
    products,
    materials,
    purchases,
    links,
    linkFiles,
  };
});

/** The range in the address, otherwise the default one; a list without a range has none. */
async function rangeIn(tenant: Tenant, search: URLSearchParams): Promise<{ start_at: string; end_at: string }> {
  const range = { start_at: dayIn(search.get('start_at')) ?? '', end_at: dayIn(search.get('end_at')) ?? '' };
  return range.start_at || range.end_at || search.has('view') ? range : usualRange(tenant);
}

/** The export page. The address may preselect what is exported, with the parameters of the orders list. */
export default function ImportExportPage({ loaderData }: Route.ComponentProps) {
  const { accountId, sources, exports, run, first, listed, products, materials, purchases, links, linkFiles } = loaderData;
  useLiveReload(['runs', 'imports'], 600);
  return (
    <>
      <PageHeader title="Import/export" />
      <Stack gap={28}>
        <Section title="Orders export">
          <OrdersExport accountId={accountId} sources={sources} first={first} listed={listed} run={run} />
        </Section>
        <Section title="Past orders exports" count={exports.length}>
          <PastExports exports={exports} />
        </Section>
        <EntitySections {...products}>
          <Section title="Import aliases">
            <AliasesForm channels={sources} />
          </Section>
          <Section title="Links of channels">
            <LinksPanel
              channels={sources}
              past={links}
              toExport={(slug) => <LinksExport slug={slug} running={linkFiles.some(({ state }) => state === 'running')} />}
            />
          </Section>
          <Section title="Past links exports" count={linkFiles.length}>
            <PastItemsExports exports={linkFiles} label="Past links exports" />
          </Section>
          <Section title="Products export">
            <ProductsExport
              accountId={accountId}
              sources={sources}
              locations={products.exported.locations}
              running={products.exports.some(({ state }) => state === 'running')}
            />
          </Section>
        </EntitySections>
        <EntitySections {...materials} />
        <Section title="Purchase orders" anchor="purchase-orders">
          <Stack gap={20}>
            <ImportPanel {...purchases} />
            <PurchasesExport running={purchases.exports.some(({ state }) => state === 'running')} />
          </Stack>
        </Section>
        <Section title="Past purchase orders exports" count={purchases.exports.length}>
          <PastItemsExports exports={purchases.exports} label="Past purchase orders exports" />
        </Section>
      </Stack>
    </>
  );
}

/** What the screen shows of one kind of item. */
async function readEntity(tenant: Tenant, number: 1 | 2) {
  const kind = number === 1 ? 'raw_materials' : 'products';
  const [panel, count, categories, locations, exports] = await Promise.all([
    readPanel(tenant, number),
    countItems(tenant, kind, null),
    listCategories(tenant, kind),
    listLocations(tenant, kind),
    listItemsExports(tenant, kind),
  ]);
  return { ...panel, exported: { number, title: kinds[kind].title, count, categories, locations }, exports };
}

/** What the screen shows of purchase orders. */
async function readPurchases(tenant: Tenant) {
  const [panel, exports] = await Promise.all([readPanel(tenant, 3), listItemsExports(tenant, 'purchase_orders')]);
  return { ...panel, exports };
}

type Entity = Awaited<ReturnType<typeof readEntity>>;

/** Import and export of one kind of item; what only this kind has goes between. */
function EntitySections({ entity, past, exported, exports, children }: Entity & { children?: React.ReactNode }) {
  const label = `Past ${exported.title.toLowerCase()} exports`;
  return (
    <>
      <Section title={exported.title}>
        <Stack gap={20}>
          <ImportPanel entity={entity} past={past} />
          <ItemsExport entity={exported} />
        </Stack>
      </Section>
      {children}
      <Section title={label} count={exports.length}>
        <PastItemsExports exports={exports} label={label} />
      </Section>
    </>
  );
}
