import { useState } from 'react';
import { RowButton } from '../../../ui/row-button.tsx';
import { Section } from '../../../ui/section.tsx';
import { Timeline, type TimelineEntry } from '../../../ui/timeline.tsx';
import { Changes } from './changes.tsx';
import type { Order } from './order.ts';
import { RawPayload } from './raw-payload.tsx';

/** Everything that happened to the order, the last first, with who did it; what the channel sent is one press away. */
export function OrderHistory({ order }: { order: Order }) {
  const [raw, setRaw] = useState(false);
  return (
    <Section
      title="What happened"
      actions={
        <RowButton aria-haspopup="dialog" onClick={() => setRaw(true)}>
          Raw payload
        </RowButton>
      }
    >
      <Timeline entries={order.events.map(asEntry).reverse()} />
      {raw && <RawPayload orderId={order.id} source={order.source_name} onClose={() => setRaw(false)} />}
    </Section>
  );
}

function asEntry({ id, at, sentence, who, kind, changes }: Order['events'][number]): TimelineEntry {
  return { key: id, at, text: sentence, by: who, tone: tones[kind] ?? 'grey', detail: changes && <Changes changes={changes} /> };
}

const tones: Record<string, TimelineEntry['tone']> = {
  stopped: 'red',
  rejected: 'red',
  cancelled: 'red',
  held: 'amber',
  locked: 'amber',
  cancel_requested: 'amber',
  cancel_answered: 'amber',
  mended: 'green',
  confirmed: 'green',
  accepted: 'blue',
  released: 'blue',
  packed: 'blue',
  shipped: 'teal',
};
