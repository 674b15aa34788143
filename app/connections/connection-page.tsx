import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { href, useSearchParams } from 'react-router';
import { connectorNamed } from '../../connectors/index.ts';
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
import { RelativeTime } from '../ui/time/relative-time.tsx';
import type { Route } from './+types/connection-page.ts';
import { available } from './available.ts';
import { healthLabels, sells } from './connection.ts';
import { readNeeds, readProgress } from './home/queries.ts';
import { stepsOf } from './home/steps.ts';
import { FirstSteps } from './home/widgets/first-steps.tsx';
import { NeedsList } from './home/widgets/needs-list.tsx';
import { listConnections } from './queries.ts';
import { nextCall, readWindowStates } from './schedule/queries.ts';
import { streamLabel } from './streams/stream-names.ts';
import { hasSyncOptions, syncOptionsOf } from './sync-options/options.ts';
import { SyncOptions } from './sync-options/widgets/sync-options.tsx';
import { ConnectionHealth } from './widgets/connection-health.tsx';
import { ConnectionSettings } from './widgets/connection-settings.tsx';
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
  const [needs, progress, windows] = await Promise.all([
    readNeeds(tenant, connection.id),
    sells(connection) ? readProgress(tenant, connection.id) : null,
    readWindowStates(tenant, connection.id),
  ]);
  const connector = available.find(({ name }) => name === connection.connector);
  return {
    connection,
    needs,
    steps: progress && stepsOf(connection.name, progress, needs),
    next: connection.state === 'active' ? nextCall(connection.streams, windows) : null,
    sync: hasSyncOptions(connectorNamed(connection.connector))
      ? syncOptionsOf(connectorNamed(connection.connector), connection.settings)
      : null,
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
  const { connection, needs, steps, next, sync, schema, runs, codes, email, tickets, mayMap, mayConnect } = loaderData;
  const [params, setParams] = useSearchParams();
  const [watched, setWatched] = useState<readonly number[]>([]);
  const [disconnecting, setDisconnecting] = useState(false);
  // While it is being disconnected its page must not reload.
  useLiveReload(disconnecting ? [] : ['connections', 'runs', 'issues']);
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
        {next && (
          <Text size="sm" c="dimmed">
            Next call <RelativeTime at={next.at} />, for {streamLabel(next.stream).toLowerCase()}
          </Text>
        )}
        <NeedsList slug={connection.slug} needs={needs} />
        {steps && <FirstSteps slug={connection.slug} steps={steps} />}
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
              {sync && <SyncOptions slug={connection.slug} {...sync} mayMap={mayMap} />}
              <ConnectionEmail slug={connection.slug} setting={email} mayChange={mayMap} />
              {mayConnect && connection.capabilities.includes('hints') && <WebhookAddress connection={connection} />}
            </>
          }
        >
          <Streams connection={connection} />
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
