import { Stack } from '@mantine/core';
import { useState } from 'react';
import { href, useSearchParams } from 'react-router';
import { found, page } from '../../platform/http/page.ts';
import { mayDo } from '../accounts/permissions.ts';
import { MappedCodes } from '../mappings/mapped-codes/mapped-codes.tsx';
import { listMappedCodes } from '../mappings/mapped-codes/queries.ts';
import { ConnectionEmail } from '../notifications/connection-email.tsx';
import { readEmailSetting } from '../notifications/email-setting.ts';
import { listRuns } from '../runs/queries.ts';
import { ticketsAbout } from '../support/about.ts';
import { TicketsAbout } from '../support/tickets-about.tsx';
import { lazily } from '../ui/lazily.tsx';
import { useLiveReload } from '../ui/live/use-live.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Columns } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status/status-badge.tsx';
import type { Route } from './+types/connection-page.ts';
import { available } from './available.ts';
import { hasProducts, healthLabels } from './connection.ts';
import { listConnections } from './queries.ts';
import { ConnectionHealth } from './widgets/connection-health.tsx';
import { ConnectionSettings } from './widgets/connection-settings.tsx';
import { ProductsLink } from './widgets/products-link.tsx';
import { RecentRuns } from './widgets/recent-runs.tsx';
import { Streams } from './widgets/streams.tsx';
import { SyncNow } from './widgets/sync-now.tsx';
import { SyncProgress } from './widgets/sync-progress.tsx';
import { TestButton } from './widgets/test-button.tsx';
import { WebhookAddress } from './widgets/webhook-address.tsx';

const DisconnectDialog = lazily(() => import('./widgets/disconnect-dialog.tsx'));

const SettingsDialog = lazily(() => import('./widgets/settings-dialog.tsx'));

const recent = 30;

export const loader = page('work', async ({ session, tenant, params }) => {
  const connection = found((await listConnections(tenant)).find(({ slug }) => slug === params.name));
  const connector = available.find(({ name }) => name === connection.connector);
  return {
    connection,
    schema: connector?.schema,
    runs: await listRuns(tenant, { connectionId: connection.id }, recent),
    codes: await listMappedCodes(tenant, connection.id),
    email: await readEmailSetting(tenant, connection.id),
    tickets: await ticketsAbout(tenant, 'connection', connection.id),
    mayMap: mayDo(session.role, 'map'),
    mayConnect: mayDo(session.role, 'connect'),
  };
});

/** One connection: health, streams, recent runs, settings and actions. `?edit` opens its settings. */
export default function ConnectionPage({ loaderData }: Route.ComponentProps) {
  const { connection, schema, runs, codes, email, tickets, mayMap, mayConnect } = loaderData;
  const [params, setParams] = useSearchParams();
  const [watched, setWatched] = useState<readonly number[]>([]);
  const [disconnecting, setDisconnecting] = useState(false);
  // While it is being disconnected its page must not reload.
  useLiveReload(disconnecting ? [] : ['connections', 'runs']);
  const edit = () => setParams({ edit: '' }, { preventScrollReset: true });
  return (
    <>
      <PageHeader
        back={connections}
        title={connection.name}
        beside={<StatusBadge status={connection.health} label={healthLabels[connection.health]} pill />}
        actions={
          <>
            <TestButton slug={connection.slug} />
            <SyncNow connection={connection} onStarted={setWatched} />
          </>
        }
      />
      <Stack gap="md">
        <ConnectionHealth connection={connection} mayConnect={mayConnect} onReconnect={edit} />
        <SyncProgress runs={runs} watched={watched} onClose={() => setWatched([])} />
        <Columns
          side={
            <>
              <ConnectionSettings
                connection={connection}
                schema={schema}
                mayConnect={mayConnect}
                onEdit={edit}
                onDisconnect={() => setDisconnecting(true)}
              />
              <ConnectionEmail slug={connection.slug} setting={email} mayChange={mayMap} />
              {mayConnect && connection.capabilities.includes('hints') && <WebhookAddress connection={connection} />}
            </>
          }
        >
          <Streams connection={connection} />
          {hasProducts(connection) && <ProductsLink slug={connection.slug} name={connection.name} />}
          <MappedCodes slug={connection.slug} codes={codes} mayMap={mayMap} />
          <RecentRuns runs={runs} slug={connection.slug} />
          <TicketsAbout type="connection" id={connection.id} tickets={tickets} paused={disconnecting} />
        </Columns>
      </Stack>
      {mayConnect && params.has('edit') && (
        <SettingsDialog
          connection={connection}
          schema={schema}
          onClose={() => setParams({}, { preventScrollReset: true, replace: true })}
        />
      )}
      {disconnecting && <DisconnectDialog connection={connection} onClose={() => setDisconnecting(false)} />}
    </>
  );
}

const connections = { to: href('/settings/connectors'), label: 'Connections' };
