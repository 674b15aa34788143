import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Discussion } from '../../../../shared/comments/contract.ts';
import { CommentBox, commentEntries, inOrder } from '../../../../shared/comments/discussion.tsx';
import { Section } from '../../../../ui/blocks/section.tsx';
import { Timeline, type TimelineEntry } from '../../../../ui/blocks/timeline.tsx';
import { lazily } from '../../../../ui/lazily.tsx';
import type { Order } from './order.ts';

const SourcePayload = lazily(() => import('./source-payload.tsx'));
const fewEntries = 20;
const tones: Record<string, TimelineEntry['tone']> = {
  ...{ arrived: 'blue', created: 'blue', announced: 'blue', received: 'teal', processed: 'green', closed: 'green', mended: 'green' },
  ...{ stopped: 'red', rejected: 'red', cancelled: 'grey', held: 'amber' },
};

/** What happened and what colleagues say, newest first; the source's payload opens from here. */
export function PurchaseHistory({ order, discussion }: { order: Order; discussion: Discussion }) {
  const [all, setAll] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const events = all ? order.events : order.events.slice(0, fewEntries);
  const entries = events.map(
    ({ id, at, kind, sentence, by }) => ({ key: id, at, text: sentence, by, tone: tones[kind] ?? 'grey' }) as const,
  );
  return (
    <Section
      title="What happened"
      actions={
        order.connection_id !== null && (
          <Button size="xs" variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            Source payload
          </Button>
        )
      }
    >
      <CommentBox record={{ type: 'purchase_order', id: order.id }} discussion={discussion} />
      <Timeline entries={inOrder([...entries], commentEntries(discussion))} />
      {events.length < order.events.length && (
        <Button size="xs" variant="default" mt={10} onClick={() => setAll(true)}>
          Show all {order.events.length}
        </Button>
      )}
      {isOpen && <SourcePayload id={order.id} source={order.connector_source.human_readable} onClose={() => setOpen(false)} />}
    </Section>
  );
}
