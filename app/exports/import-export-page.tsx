import { Stack } from '@mantine/core';
import { page } from '../../platform/http/page.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { ImportPanel } from '../imports/import-panel.tsx';
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
import { listOrdersExports, usualRange } from './queries.ts';
import { describeFilter } from './selection.ts';
import { OrdersExport } from './widgets/orders-export.tsx';
import { PastExports } from './widgets/past-exports.tsx';

export const loader = page('work', async ({ tenant, search }) => {
  const [sources, exports, range] = await Promise.all([listSources(tenant), listOrdersExports(tenant), rangeIn(tenant, search)]);
  const [products, materials] = await Promise.all([readPanel(tenant, 2), readPanel(tenant, 1)]);
  const running = exports.find(({ state }) => state === 'running');
  const [run] = running ? await listRuns(tenant, { ids: [running.runId] }) : [];
  const first = {
    status: orderStatuses.find((status) => status === search.get('status')) ?? ('' as const),
    source: sources.find(({ slug }) => slug === search.get('source'))?.slug ?? '',
    ...range,
  };
  const { status: _, source: _source, start_at: _start, end_at: _end, ...more } = listedBy(readOrderFilter(search));
  const listed = search.has('view') ? { filter: more, described: describeFilter(more) || 'not archived' } : null;
  return { listed, accountId: tenant.accountId, sources, exports, run: run ?? null, first, products, materials };
});

/** The range in the address, otherwise the default one; a list without a range has none. */
async function rangeIn(tenant: Tenant, search: URLSearchParams): Promise<{ start_at: string; end_at: string }> {
  const range = { start_at: dayIn(search.get('start_at')) ?? '', end_at: dayIn(search.get('end_at')) ?? '' };
  return range.start_at || range.end_at || search.has('view') ? range : usualRange(tenant);
}

/** The export page. The address may preselect what is exported, with the parameters of the orders list. */
export default function ImportExportPage({ loaderData }: Route.ComponentProps) {
  const { accountId, sources, exports, run, first, listed, products, materials } = loaderData;
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
        <Section title="Products">
          <ImportPanel {...products} />
        </Section>
        <Section title="Raw materials">
          <ImportPanel {...materials} />
        </Section>
      </Stack>
    </>
  );
}
