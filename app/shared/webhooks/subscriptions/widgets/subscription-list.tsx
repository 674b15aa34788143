import { href } from 'react-router';
import { OnCard } from '../../../../ui/list/columns/on-card.tsx';
import type { List } from '../../../../ui/list/declaration.ts';
import { StatusBadge } from '../../../../ui/status/status-badge.tsx';
import { Ago, RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import type { Subscription } from '../contract.ts';

type Shown = Pick<Subscription, 'state' | 'failing_since' | 'off_because' | 'secret_lost'>;

export const subscriptionList: List<Subscription> = {
  noun: { one: 'webhook', many: 'webhooks' },
  rowKey: ({ id }) => id,
  rowName: ({ name }) => name,
  rowHref: ({ id }) => href('/settings/webhooks/:id', { id: String(id) }),
  columns: [
    { key: 'name', title: 'Name', cell: ({ name }) => name, card: 'title' },
    { key: 'url', title: 'Address', cell: ({ url }) => hostOf(url), card: 'text' },
    { key: 'events', title: 'Events', width: 130, hideBelow: 'sm', cell: ({ types }) => eventsIn(types) },
    { key: 'state', title: 'State', width: 150, cell: (each) => <SubscriptionState subscription={each} />, card: 'badge' },
    {
      ...{ key: 'waiting', title: 'Waiting', width: 110, align: 'right', card: 'figure' },
      cell: ({ waiting }) => (
        <>
          {waiting.toLocaleString('en-US')}
          <OnCard> waiting</OnCard>
        </>
      ),
    },
    {
      ...{ key: 'delivered', title: 'Last delivered', width: 150, hideBelow: 'md' },
      cell: ({ delivered_at }) => (delivered_at ? <RelativeTime at={delivered_at} /> : 'never'),
    },
  ],
};

/** What follows the host is as good as a password at many receivers. */
const hostOf = (url: string) => URL.parse(url)?.host ?? url;
const eventsIn = (types: readonly string[]) => (types.length === 1 ? (types[0] ?? '') : countedWords(types.length, 'event'));

export function SubscriptionState({ subscription: { state, failing_since, secret_lost } }: { subscription: Shown }) {
  if (state === 'off') return <StatusBadge status="paused" label="Off" />;
  if (secret_lost) return <StatusBadge status="blocked" label="Not sent" />;
  return failing_since ? <StatusBadge status="troubled" label="Failing" /> : <StatusBadge status="healthy" label="On" />;
}

const reasons = {
  person: 'It was switched off.',
  gone: 'Its address replied that it is gone (410).',
  failing: 'Nothing could be delivered to it for five days.',
};

/** Why nothing arrives; null where all is well. */
export function whyNothing({ state, failing_since, off_because }: Shown): React.ReactNode {
  if (state === 'off')
    return `${reasons[off_because ?? 'person']} Its events are kept for 30 days: switch it on, and replay what it missed.`;
  if (!failing_since) return null;
  return (
    <>
      The first failure was <Ago at={failing_since} />. It is tried again by itself, and switched off after five days.
    </>
  );
}
