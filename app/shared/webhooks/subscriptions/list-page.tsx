import { Button } from '@mantine/core';
import { useState } from 'react';
import { page } from '../../../../platform/http/page.ts';
import { mayDo } from '../../../people/accounts/people/permissions.ts';
import { EmptyState } from '../../../ui/blocks/empty-state.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { ListPage } from '../../../ui/list/list-page.tsx';
import { useLiveReload } from '../../../ui/live/use-live.ts';
import type { Route } from './+types/list-page.ts';
import { listSubscriptions } from './queries.ts';
import { sealContext } from './seal-context.ts';
import { subscriptionList } from './widgets/subscription-list.tsx';

const SubscriptionDialog = lazily(() => import('./widgets/subscription-dialog.tsx'));

export const loader = page('map', async ({ session, tenant, context }) => ({
  subscriptions: await listSubscriptions(tenant, { role: session.role, seal: context.get(sealContext) }),
  mayChange: mayDo(session.role, 'connect'),
}));

/** Which events are sent to which addresses. */
export default function WebhooksPage({ loaderData: { subscriptions, mayChange } }: Route.ComponentProps) {
  const [isAdding, setAdding] = useState(false);
  useLiveReload(['webhooks']);
  return (
    <>
      <ListPage
        title="Webhooks"
        list={subscriptionList}
        page={{ data: subscriptions }}
        actions={mayChange && <Button onClick={() => setAdding(true)}>New webhook</Button>}
        empty={
          <EmptyState title="No webhooks yet">
            A webhook tells another system what happens here, as soon as it happens: that an order came in or was shipped, that something
            needs a person, that stock changed.
          </EmptyState>
        }
      />
      {isAdding && <SubscriptionDialog onClose={() => setAdding(false)} />}
    </>
  );
}
