import { Button } from '@mantine/core';
import { useState } from 'react';
import { addressOf } from '../../../../../../platform/call.ts';
import type { Discussion } from '../../../../../shared/comments/contract.ts';
import { CommentBox, commentEntries, inOrder } from '../../../../../shared/comments/discussion.tsx';
import { Section } from '../../../../../ui/blocks/section.tsx';
import { Timeline } from '../../../../../ui/blocks/timeline.tsx';
import { orderHistoryCall } from '../../../../order-flow/contract/orders.ts';
import type { Order } from '../order.ts';
import { RawPayload } from '../source/raw-payload.tsx';
import { asEntry, isEdit } from './history-entry.tsx';

/** A longer history shows this many entries and a button for the others. */
const fewEntries = 30;

/** The order's history, newest first, with who did what and what colleagues say; the channel's payload opens from here. */
export function OrderHistory({ order, discussion }: { order: Order; discussion: Discussion }) {
  const [raw, setRaw] = useState(false);
  const [editsOnly, setEditsOnly] = useState(false);
  const [all, setAll] = useState(false);
  const edits = order.events.filter(isEdit);
  const entries =
    editsOnly && edits.length > 0
      ? inOrder(edits.map((event) => asEntry(event, order)).toReversed())
      : inOrder(order.events.map((event) => asEntry(event, order)).toReversed(), commentEntries(discussion));
  const isLong = !all && entries.length > fewEntries + 5;
  return (
    <Section
      title="What happened"
      actions={
        <>
          {edits.length > 0 && (
            <Button size="xs" variant="default" aria-pressed={editsOnly} onClick={() => setEditsOnly(!editsOnly)}>
              Edits only
            </Button>
          )}
          <Button component="a" size="xs" variant="default" href={addressOf(orderHistoryCall.path, { id: order.id })} download>
            Export CSV
          </Button>
          <Button size="xs" variant="default" aria-haspopup="dialog" onClick={() => setRaw(true)}>
            Raw payload
          </Button>
        </>
      }
    >
      <CommentBox record={{ type: 'order', id: order.id }} discussion={discussion} />
      <Timeline entries={isLong ? entries.slice(0, fewEntries) : entries} />
      {isLong && (
        <Button size="xs" variant="default" mt={8} onClick={() => setAll(true)}>
          Show all {entries.length.toLocaleString('en-US')} entries
        </Button>
      )}
      {raw && <RawPayload orderId={order.id} source={order.source_name} onClose={() => setRaw(false)} />}
    </Section>
  );
}
