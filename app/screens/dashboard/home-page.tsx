import { Stack } from '@mantine/core';
import { page } from '../../../platform/http/page.ts';
import { countPurchaseTabs } from '../../nouns/purchase-orders/list/queries.ts';
import { mayDo } from '../../people/accounts/people/permissions.ts';
import { sells, ships } from '../../shared/connections/connection.ts';
import { listConnections } from '../../shared/connections/queries.ts';
import { ConnectionList } from '../../shared/connections/screens/connection-list.tsx';
import { listCauses } from '../../shared/issues/queries.ts';
import { PageHeader } from '../../ui/blocks/page-header.tsx';
import { Section } from '../../ui/blocks/section.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { useLiveReload } from '../../ui/live/use-live.ts';
import { dayAt } from '../../ui/time/day.ts';
import type { Route } from './+types/home-page.ts';
import { headlineOf } from './flow/headline.ts';
import { lastDays } from './graphs/days.ts';
import { packingByAge, shownCounts } from './graphs/history.ts';
import { zoneOf } from './graphs/zone-of.ts';
import { countByStatus, flowToday } from './queries.ts';
import { countLowStock } from './stock/stock.ts';
import { NeedsPerson } from './widgets/causes/needs-person.tsx';
import { Figures } from './widgets/figures/figures.tsx';
import { PurchaseCounts } from './widgets/figures/purchase-counts.tsx';
import { StockCounts } from './widgets/figures/stock-counts.tsx';
import { FlowLine } from './widgets/flow-line.tsx';

/** Whoever has connected what they need does not load them again. */
const FirstSteps = lazily(() => import('./widgets/first-steps.tsx'));

export const loader = page('work', async ({ session: { role, timezone }, tenant, request }) => {
  const zone = zoneOf(request.headers.get('cookie')) ?? timezone;
  const days = lastDays(shownDays, dayAt(new Date(), zone));
  const [counters, ageing, causes, connections, counts, flow, stock, purchases] = await Promise.all([
    shownCounts(tenant, days),
    packingByAge(tenant),
    listCauses(tenant),
    listConnections(tenant),
    countByStatus(tenant),
    flowToday(tenant),
    countLowStock(tenant),
    countPurchaseTabs(tenant),
  ]);
  return {
    days,
    zone,
    first: { counters, ageing },
    causes,
    connections,
    counts,
    flow,
    stock,
    purchases,
    mayConnect: mayDo(role, 'connect'),
  };
});

/** What needs a person now, then the figures. */
export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { causes, connections, counts, days, zone, first, flow, stock, purchases, mayConnect } = loaderData;
  useLiveReload(['orders', 'purchase_orders', 'issues', 'connections'], 2_000);
  const missing = sides.flatMap(([side, is]) => (connections.some(is) ? [] : [side]));
  const trouble = connections.filter(({ health }) => unwell.has(health)).map(({ name }) => name);
  return (
    <>
      <PageHeader
        title={headlineOf({ stopped: counts.error, issues: causes.total, today: flow.arrived, missing, trouble })}
        documentTitle="Home"
      />
      <Stack gap={28} maw={1680}>
        {missing.length > 0 && <FirstSteps missing={missing} mayConnect={mayConnect} />}
        {causes.groups.length > 0 && <NeedsPerson groups={causes.groups} />}
        {connections.length > 0 && (
          <>
            <Figures days={days} zone={zone} first={first} />
            <Section title="Today">
              <FlowLine counts={counts} flow={flow} connections={connections} />
            </Section>
            <StockCounts counts={stock} />
            {purchases.all > 0 && <PurchaseCounts counts={purchases} />}
            <Section title="Connections">
              <ConnectionList connections={connections} />
            </Section>
          </>
        )}
      </Stack>
    </>
  );
}

/** Including today. */
const shownDays = 7;
const sides = [
  ['channel', sells],
  ['warehouse', ships],
] as const;
const unwell = new Set(['troubled', 'blocked', 'paused', 'needs_reconnect']);
