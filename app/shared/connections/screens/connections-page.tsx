import { Stack } from '@mantine/core';
import { useLocation } from 'react-router';
import { page } from '../../../../platform/http/page.ts';
import { mayDo } from '../../../people/accounts/people/permissions.ts';
import { EmptyState } from '../../../ui/blocks/empty-state.tsx';
import { PageHeader } from '../../../ui/blocks/page-header.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { useDialogAddress } from '../../../ui/dialog/use-dialog-address.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { useLiveReload } from '../../../ui/live/use-live.ts';
import { readFlows } from '../home/flow.ts';
import { withFlow } from '../home/with-flow.ts';
import { earlierSentence, readRemains } from '../identity/remains.ts';
import { listConnections, listDisconnected } from '../queries.ts';
import { withEarlierSettings } from '../settings/earlier-settings.ts';
import { availableIn } from '../trying/available.ts';
import type { Entered } from '../trying/consent/contract.ts';
import { AvailableList } from '../widgets/available-list.tsx';
import { DisconnectedList } from '../widgets/disconnected-list.tsx';
import { StreamTimes } from '../widgets/health/stream-times.tsx';
import type { Route } from './+types/connections-page.ts';
import { ConnectionList } from './connection-list.tsx';

const ConnectDialog = lazily(() => import('../widgets/connect-dialog.tsx'));

export const loader = page('work', async ({ session, tenant, demo, applications }) => {
  const [connections, disconnected, flows] = await Promise.all([listConnections(tenant), listDisconnected(tenant), readFlows(tenant)]);
  const remains = await readRemains(
    tenant,
    disconnected.map(({ id }) => id),
  );
  return {
    connections: connections.map((connection) => withFlow(connection, flows)),
    disconnected: disconnected.map(({ connector: _, settings: __, ...listRow }) => listRow),
    available: withEarlierSettings(availableIn({ demo, applications }), disconnected, demo, ({ id, name }) =>
      earlierSentence(name, remains.get(id)),
    ),
    mayConnect: mayDo(session.role, 'connect'),
  };
});

/**
 * The account's connections, and what else can be connected. `?connect=NAME` opens a form; with what was entered before a consent that
 * came to nothing, where the page of that leads here.
 */
export default function ConnectionsPage({ loaderData: { connections, disconnected, available, mayConnect } }: Route.ComponentProps) {
  const connecting = useDialogAddress('connect');
  const { state } = useLocation();
  useLiveReload(['connections']);
  const chosen = mayConnect ? available.find(({ name }) => name === connecting.value) : undefined;
  return (
    <>
      <PageHeader title="Connections" />
      <Stack gap="xl">
        {connections.length > 0 ? (
          <ConnectionList
            connections={connections}
            below={({ streams, state }) => <StreamTimes streams={streams} called={state === 'active'} />}
          />
        ) : (
          <EmptyState title="Nothing is connected yet">
            Connect the channel that you sell on and the warehouse that ships. Orders then go from one to the other automatically.
          </EmptyState>
        )}
        <Section title={connections.length > 0 ? 'Connect another' : 'Connect'}>
          <AvailableList available={available} mayConnect={mayConnect} onChoose={(name) => connecting.open(name)} />
        </Section>
        {disconnected.length > 0 && (
          <Section title="Disconnected">
            <DisconnectedList connections={disconnected} />
          </Section>
        )}
      </Stack>
      {chosen && (
        <ConnectDialog
          key={connecting.key}
          connector={chosen}
          entered={(state as { entered?: Entered } | null)?.entered}
          onClose={connecting.close}
        />
      )}
    </>
  );
}
