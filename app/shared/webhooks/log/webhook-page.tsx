import { Stack } from '@mantine/core';
import { href, useSearchParams } from 'react-router';
import { found, page } from '../../../../platform/http/page.ts';
import { readAddress } from '../../../../platform/list/query.ts';
import { mayDo } from '../../../people/accounts/people/permissions.ts';
import { EmptyState } from '../../../ui/blocks/empty-state.tsx';
import { Facts } from '../../../ui/blocks/facts.tsx';
import { Notice } from '../../../ui/blocks/notice.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { ListPage } from '../../../ui/list/list-page.tsx';
import { useLiveReload } from '../../../ui/live/use-live.ts';
import { ExactTime } from '../../../ui/time/relative-time.tsx';
import type { Subscription } from '../subscriptions/contract.ts';
import { listSubscriptions } from '../subscriptions/queries.ts';
import { sealContext } from '../subscriptions/seal-context.ts';
import { SubscriptionState, whyNothing } from '../subscriptions/widgets/subscription-list.tsx';
import type { Route } from './+types/webhook-page.ts';
import { logFilter } from './contract.ts';
import { listDeliveries } from './queries.ts';
import { deliveryFilters, deliveryList } from './widgets/delivery-list.tsx';
import { SecretLost } from './widgets/secret-lost.tsx';
import { WebhookActions } from './widgets/webhook-actions.tsx';

const DeliveryDialog = lazily(() => import('./widgets/delivery-dialog.tsx'));

export const loader = page('map', async ({ session, tenant, id, search, context }) => {
  const pageSize = session.pageSize;
  const after = Number(search.get('after'));
  const before = Number.isSafeInteger(after) && after > 0 ? after : undefined;
  const filter = readAddress({ query: logFilter }, search, session);
  const [[subscription], read] = await Promise.all([
    listSubscriptions(tenant, { role: session.role, seal: context.get(sealContext) }, id),
    listDeliveries(tenant, { subscriptionId: id, before, ...filter }, pageSize + 1),
  ]);
  const deliveries = read.slice(0, pageSize);
  const next = read.length > pageSize ? String(deliveries.at(-1)?.id) : null;
  const mayChange = mayDo(session.role, 'connect');
  return { subscription: found(subscription), filter, deliveries, after: before ? String(before) : null, next, mayChange };
});

/** A webhook, and the log of what was sent to it. `?open=` shows one delivery. */
export default function WebhookPage({ loaderData }: Route.ComponentProps) {
  const { subscription, filter, deliveries, after, next, mayChange } = loaderData;
  const [params, setParams] = useSearchParams();
  useLiveReload(['webhooks']);
  const show = (id: number | null) =>
    setParams(
      (now) => {
        if (id === null) now.delete('open');
        else now.set('open', String(id));
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  const open = Number(params.get('open'));
  return (
    <>
      <ListPage
        title={subscription.name}
        back={{ to: href('/settings/webhooks'), label: 'Webhooks' }}
        list={{ ...deliveryList(show), filters: deliveryFilters }}
        page={{ data: deliveries }}
        read={filter}
        keyset={{ after, next }}
        actions={mayChange && <WebhookActions subscription={subscription} />}
        above={<About subscription={subscription} mayChange={mayChange} />}
        empty={<EmptyState title="Nothing was sent yet">Each event is listed here for 30 days, with every try and its reply.</EmptyState>}
      />
      {open > 0 && <DeliveryDialog subscriptionId={subscription.id} id={open} mayReplay={mayChange} onClose={() => show(null)} />}
    </>
  );
}

function About({ subscription, mayChange }: { subscription: Subscription; mayChange: boolean }) {
  const { url, types, waiting, rotating_until, state } = subscription;
  const trouble = whyNothing(subscription);
  return (
    <Stack gap={16} mb={8}>
      <SecretLost subscription={subscription} mayChange={mayChange} />
      {trouble && <Notice tone={state === 'off' ? 'danger' : 'warning'}>{trouble}</Notice>}
      <Facts
        wide
        facts={[
          { label: 'State', value: <SubscriptionState subscription={subscription} /> },
          { label: 'Address', value: url, long: true },
          { label: 'Events', value: types.join(', '), long: true },
          waiting > 0 && { label: 'Waiting', value: waiting.toLocaleString('en-US') },
          rotating_until !== null && { label: 'The former secret signs until', value: <ExactTime at={rotating_until} /> },
        ]}
      />
    </Stack>
  );
}
