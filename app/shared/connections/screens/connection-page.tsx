import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { href } from 'react-router';
import { found, page } from '../../../../platform/http/page.ts';
import { streamLabel } from '../../../base/stream-names.ts';
import { mayDo } from '../../../people/accounts/people/permissions.ts';
import { KeptRoom } from '../../../ui/blocks/kept-room.tsx';
import { PageHeader } from '../../../ui/blocks/page-header.tsx';
import { useDialogAddress } from '../../../ui/dialog/use-dialog-address.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { glide } from '../../../ui/live/glide.ts';
import { useLiveReload } from '../../../ui/live/use-live.ts';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { RelativeTime } from '../../../ui/time/relative-time.tsx';
import { listRuns } from '../../runs/queries.ts';
import { ticketsAbout } from '../../support/about/about.ts';
import { TicketsAbout } from '../../support/about/tickets-about.tsx';
import { callsUs, healthLabels, sells } from '../connection.ts';
import { readChannelFlow } from '../home/flow.ts';
import { readOwnIssues } from '../home/own-issues.ts';
import { readNeeds, readProgress } from '../home/queries.ts';
import { stepsOf } from '../home/steps.ts';
import { FirstSteps } from '../home/widgets/first-steps.tsx';
import { NeedsList } from '../home/widgets/needs-list.tsx';
import { OwnIssues } from '../home/widgets/own-issues.tsx';
import { WhatFlows } from '../home/widgets/what-flows.tsx';
import { listConnections } from '../queries.ts';
import { nextCall, readWindowStates } from '../schedule/queries.ts';
import { available } from '../trying/available.ts';
import { ConnectionHealth } from '../widgets/health/connection-health.tsx';
import { PauseButton } from '../widgets/health/pause-button.tsx';
import { RecentRuns } from '../widgets/health/recent-runs.tsx';
import { Streams } from '../widgets/health/streams.tsx';
import { SyncNow } from '../widgets/health/sync-now.tsx';
import { SyncProgress } from '../widgets/health/sync-progress.tsx';
import { HowToSell } from '../widgets/how-to-sell.tsx';
import { TestButton } from '../widgets/test-button.tsx';
import type { Route } from './+types/connection-page.ts';

const SettingsDialog = lazily(() => import('../widgets/settings-dialog.tsx'));

const recent = 30;

export const loader = page('work', async ({ session, tenant, params, request }) => {
  const connection = found((await listConnections(tenant)).find(({ slug }) => slug === params.name));
  const [needs, issues, progress, flow, windows] = await Promise.all([
    readNeeds(tenant, connection.id),
    readOwnIssues(tenant, connection.id),
    sells(connection) ? readProgress(tenant, connection.id) : null,
    sells(connection) ? readChannelFlow(tenant, connection.id) : null,
    readWindowStates(tenant, connection.id),
  ]);
  return {
    connection,
    needs,
    issues,
    flow,
    steps: progress && stepsOf(connection, progress, needs),
    origin: new URL(request.url).origin,
    next: connection.state === 'active' ? nextCall(connection.streams, windows) : null,
    connectable: available.find(({ name }) => name === connection.connector),
    runs: await listRuns(tenant, { connectionId: connection.id }, recent),
    tickets: await ticketsAbout(tenant, 'connection', connection.id),
    mayConnect: mayDo(session.role, 'connect'),
  };
});

/** One connection: how it does, what it needs of a person, what was read. `?edit` opens its credentials, to reconnect it. */
export default function ConnectionPage({ loaderData }: Route.ComponentProps) {
  const { connection, needs, issues, flow, steps, next, connectable, runs, tickets, origin, mayConnect } = loaderData;
  const isRead = !callsUs(connection);
  const editing = useDialogAddress('edit');
  const [watched, setWatched] = useState<readonly number[]>([]);
  const [isStarting, setStarting] = useState(false);
  const onStarted = (started: readonly number[]) => {
    setStarting(false);
    setWatched(started);
  };
  useLiveReload(['connections', 'runs', 'issues', ...(steps || flow ? (['orders'] as const) : [])]);
  return (
    <>
      <PageHeader
        back={connections}
        title={connection.name}
        beside={<StatusBadge status={connection.health} label={healthLabels[connection.health]} pill />}
        actions={
          <>
            {isRead && <TestButton slug={connection.slug} />}
            {mayConnect && connection.state === 'active' && <PauseButton slug={connection.slug} />}
            {isRead && <SyncNow connection={connection} onStart={() => setStarting(true)} onStarted={onStarted} />}
          </>
        }
      />
      <Stack ref={glide} gap="md" pos="relative">
        <KeptRoom>
          <Stack gap={2}>
            <ConnectionHealth connection={connection} mayConnect={mayConnect} onReconnect={() => editing.open()} />
            {isRead && connection.state === 'active' && <NextCall next={next} />}
          </Stack>
        </KeptRoom>
        <OwnIssues connection={connection} issues={issues} />
        <NeedsList slug={connection.slug} needs={needs} isLed={steps !== null} />
        {steps && <FirstSteps slug={connection.slug} steps={steps} />}
        <SyncProgress runs={runs} watched={watched} starting={isStarting ? connection.streams.length : 0} onClose={() => setWatched([])} />
        {flow && <WhatFlows flow={flow} />}
        {isRead ? <Streams connection={connection} /> : <HowToSell name={connection.name} origin={origin} mayConnect={mayConnect} />}
        <TicketsAbout type="connection" id={connection.id} tickets={tickets} />
        {/* The last part: it grows by itself. */}
        <RecentRuns runs={runs} slug={connection.slug} />
      </Stack>
      {mayConnect && editing.value !== null && (
        <SettingsDialog key={editing.key} connection={connection} connectable={connectable} onClose={editing.close} />
      )}
    </>
  );
}

/** Its line is there before a call is due, so that what is below stays when one is. */
const NextCall = ({ next }: { next: Route.ComponentProps['loaderData']['next'] }) => (
  <Text size="sm" c="dimmed">
    {next ? (
      <>
        Next call <RelativeTime at={next.at} />, for {streamLabel(next.stream).toLowerCase()}
      </>
    ) : (
      '\u00a0'
    )}
  </Text>
);

const connections = { to: href('/settings/connectors'), label: 'Connections' };
