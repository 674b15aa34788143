import { Stack } from '@mantine/core';
import { page } from '../../../platform/http/page.ts';
import { mayDo } from '../../people/accounts/people/permissions.ts';
import { ConnectionList } from '../../shared/connections/screens/connection-list.tsx';
import { PageHeader } from '../../ui/blocks/page-header.tsx';
import { Section } from '../../ui/blocks/section.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { drawnByContent } from '../../ui/live/drawn-by-content.ts';
import { glide } from '../../ui/live/glide.ts';
import { useLiveReload } from '../../ui/live/use-live.ts';
import type { Route } from './+types/home-page.ts';
import { daysShown } from './graphs/days.ts';
import { zoneOf } from './graphs/zone-of.ts';
import classes from './home-page.module.css';
import { loadHome } from './load.ts';
import { NeedsPerson } from './widgets/causes/needs-person.tsx';
import { Figures } from './widgets/figures/figures.tsx';
import { LinkedFigures } from './widgets/figures/linked-figures.tsx';
import { FlowLine } from './widgets/flow-line.tsx';

/** Whoever has connected what they need does not load them again. */
const FirstSteps = lazily(() => import('./widgets/first-steps.tsx'));

export const loader = page('work', async ({ session: { role, timezone }, tenant, request }) => ({
  ...(await loadHome(tenant, daysShown(new Date(), zoneOf(request.headers.get('cookie')) ?? timezone, timezone))),
  mayConnect: mayDo(role, 'connect'),
}));

/** What needs a person now, then the figures. */
export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { headline, missing, groups, connections, days, zone, first, flow, stock, purchases, mayConnect } = loaderData;
  useLiveReload(['orders', 'purchase_orders', 'issues', 'connections'], 2_000);
  return (
    <>
      <PageHeader title={headline} documentTitle="Home" />
      <Stack ref={glide} gap={28} maw={1680} pos="relative">
        {missing.length > 0 && <FirstSteps missing={missing} mayConnect={mayConnect} />}
        <Person groups={groups} />
        {connections.length > 0 && (
          <>
            <Orders days={days} zone={zone} first={first} />
            <Section title="Today">
              <Flow {...flow} />
            </Section>
            <div className={classes.beside}>
              <Linked title="Stock" figures={stock} />
              {purchases.length > 0 && <Linked title="Purchase orders" figures={purchases} />}
            </div>
            <Section title="Connections">
              <Connected connections={connections} />
            </Section>
          </>
        )}
      </Stack>
    </>
  );
}

const [Person, Orders, Flow] = [drawnByContent(NeedsPerson), drawnByContent(Figures), drawnByContent(FlowLine)];
const [Linked, Connected] = [drawnByContent(LinkedFigures), drawnByContent(ConnectionList)];
