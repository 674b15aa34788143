import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { page } from '../../../platform/http/page.ts';
import { EmptyState } from '../../ui/blocks/empty-state.tsx';
import { PageHeader } from '../../ui/blocks/page-header.tsx';
import { Section } from '../../ui/blocks/section.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { useLiveReload } from '../../ui/live/use-live.ts';
import { strictSupersContext } from '../accounts/two-factor/lacks-two-factor.ts';
import type { Route } from './+types/keys-page.ts';
import { readAlone } from './agents/alone.ts';
import { listAgents } from './agents/queries.ts';
import { AgentsAlone } from './agents/widgets/agents-alone.tsx';
import { AgentsList } from './agents/widgets/agents-list.tsx';
import type { ApiKey } from './contract.ts';
import { listKeys } from './queries.ts';
import { listShops } from './shops.ts';
import { HowToCall } from './widgets/how-to-call.tsx';
import { KeysList } from './widgets/keys-list.tsx';

const CreateKey = lazily(() => import('./widgets/create-key.tsx'));
const EditKey = lazily(() => import('./widgets/edit-key.tsx'));
const RotateKey = lazily(() => import('./widgets/rotate-key.tsx'));
const KeyCalls = lazily(() => import('./widgets/key-calls.tsx'));

export const loader = page('connect', async ({ tenant, request, context }) => ({
  keys: await listKeys(tenant, context.get(strictSupersContext)),
  shops: await listShops(tenant),
  agents: await listAgents(tenant, context.get(strictSupersContext)),
  alone: await readAlone(tenant),
  origin: new URL(request.url).origin,
}));

type Opened = { dialog: 'new' } | { dialog: 'edit' | 'rotate'; of: ApiKey } | { dialog: 'calls'; of: Pick<ApiKey, 'id' | 'name'> };

/** The keys and the agents by which others use this account, and where they call. */
export default function KeysPage({ loaderData: { keys, shops, agents, alone, origin } }: Route.ComponentProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const onClose = () => setOpened(null);
  useLiveReload(['api_keys', 'team']);
  return (
    <>
      <PageHeader title="API" actions={<Button onClick={() => setOpened({ dialog: 'new' })}>New key</Button>} />
      <Stack gap={28}>
        <Section title="Keys" count={keys.length}>
          {keys.length > 0 ? (
            <KeysList
              keys={keys}
              onEdit={(of) => setOpened({ dialog: 'edit', of })}
              onRotate={(of) => setOpened({ dialog: 'rotate', of })}
              onCalls={(of) => setOpened({ dialog: 'calls', of })}
            />
          ) : (
            <EmptyState title="No keys yet">
              Another system, such as a ledger, reads and changes what you allow of this account with a key.
            </EmptyState>
          )}
        </Section>
        {agents.length > 0 && (
          <Section title="Connected agents" count={agents.length}>
            <AgentsList agents={agents} onCalls={(of) => setOpened({ dialog: 'calls', of })} />
          </Section>
        )}
        <AgentsAlone key={alone} alone={alone} />
        <HowToCall origin={origin} />
      </Stack>
      {opened?.dialog === 'new' && <CreateKey shops={shops} onClose={onClose} />}
      {opened?.dialog === 'edit' && <EditKey of={opened.of} onClose={onClose} />}
      {opened?.dialog === 'rotate' && <RotateKey of={opened.of} onClose={onClose} />}
      {opened?.dialog === 'calls' && <KeyCalls of={opened.of} onClose={onClose} />}
    </>
  );
}
