import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { requestContext } from '../../platform/http/request-context.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { requirePermission } from '../accounts/session.ts';
import { listSources } from '../orders/list/context.ts';
import { orderStatuses } from '../orders/order.ts';
import { listRuns } from '../runs/queries.ts';
import { useLiveReload } from '../ui/live/use-live.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Section } from '../ui/section.tsx';
import { dayIn } from '../ui/time/day.ts';
import classes from './import-export-page.module.css';
import { listOrdersExports, usualRange } from './queries.ts';
import { OrdersExport } from './widgets/orders-export.tsx';
import { PastExports } from './widgets/past-exports.tsx';

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { session, inTenant } = context.get(requestContext);
  const { accountId } = requirePermission(session, 'work');
  const { searchParams } = new URL(request.url);
  return inTenant(async (tenant) => {
    const sources = await listSources(tenant);
    const exports = await listOrdersExports(tenant);
    const running = exports.find(({ state }) => state === 'running');
    const [run] = running ? await listRuns(tenant, { ids: [running.runId] }) : [];
    const first = {
      status: orderStatuses.find((status) => status === searchParams.get('status')) ?? ('' as const),
      source: sources.find(({ slug }) => slug === searchParams.get('source'))?.slug ?? '',
      ...(await rangeIn(tenant, searchParams)),
    };
    return { accountId, sources, exports, run: run ?? null, first };
  });
}

/** The range in the address, otherwise the default one. */
async function rangeIn(tenant: Tenant, params: URLSearchParams): Promise<{ start_at: string; end_at: string }> {
  const said = { start_at: dayIn(params.get('start_at')) ?? '', end_at: dayIn(params.get('end_at')) ?? '' };
  return said.start_at || said.end_at ? said : usualRange(tenant);
}

/** The export page. The address may preselect what is exported, with the parameters of the orders list. */
export default function ImportExportPage() {
  const { accountId, sources, exports, run, first } = useLoaderData<typeof loader>();
  useLiveReload(['runs'], 600);
  return (
    <div className={classes.page}>
      <PageHeader title="Import/export" />
      <Section title="Orders export">
        <OrdersExport accountId={accountId} sources={sources} first={first} run={run} />
      </Section>
      <Section title="Past orders exports" count={exports.length}>
        <PastExports exports={exports} />
      </Section>
    </div>
  );
}
