import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { requestContext } from '../../platform/http/request-context.ts';
import { mayDo } from '../accounts/permissions.ts';
import { demand } from '../accounts/session.ts';
import { ConnectionList } from '../connections/connection-list.tsx';
import { listConnections } from '../connections/queries.ts';
import { listCauses } from '../orders/issues/queries.ts';
import { useLiveReload } from '../ui/live/use-live.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Section } from '../ui/section.tsx';
import { headlineOf } from './headline.ts';
import classes from './home-page.module.css';
import { countByStatus, flowToday } from './queries.ts';
import { FirstSteps } from './widgets/first-steps.tsx';
import { FlowLine } from './widgets/flow-line.tsx';
import { NeedsPerson } from './widgets/needs-person.tsx';
import { StatusCounters } from './widgets/status-counters.tsx';

export async function loader({ context }: LoaderFunctionArgs) {
  const { session, inTenant } = context.get(requestContext);
  const { role } = demand(session, 'work');
  return inTenant(async (tenant) => ({
    causes: await listCauses(tenant),
    connections: await listConnections(tenant),
    counts: await countByStatus(tenant),
    flow: await flowToday(tenant),
    mayConnect: mayDo(role, 'connect'),
  }));
}

/** What needs a person now, then how everything runs by itself. */
export default function HomePage() {
  const { causes, connections, counts, flow, mayConnect } = useLoaderData<typeof loader>();
  useLiveReload(['orders', 'issues', 'connections'], 2_000);
  const missing = kinds.filter((kind) => !connections.some((connection) => connection.kind === kind));
  const trouble = connections.filter(({ health }) => unwell.has(health)).map(({ name }) => name);
  return (
    <div className={classes.home}>
      <PageHeader title={headlineOf({ issues: causes.total, today: flow.arrived, missing, trouble })} documentTitle="Home" />
      {missing.length > 0 && <FirstSteps missing={missing} mayConnect={mayConnect} />}
      {causes.groups.length > 0 && <NeedsPerson groups={causes.groups} />}
      {connections.length > 0 && (
        <>
          <StatusCounters counts={counts} />
          <Section title="Today">
            <FlowLine counts={counts} flow={flow} connections={connections} />
          </Section>
          <Section title="Connections">
            <ConnectionList connections={connections} />
          </Section>
        </>
      )}
    </div>
  );
}

const kinds = ['channel', 'warehouse'] as const;
const unwell = new Set(['troubled', 'blocked', 'paused', 'needs_reconnect']);
