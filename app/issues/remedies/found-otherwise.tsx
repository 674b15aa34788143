import '@mantine/core/styles/Radio.layer.css';
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { actOnOrderCall } from '../../orders/contract.ts';
import { decideAnnouncementCall } from '../../purchase-orders/contract.ts';
import { Panel } from './panel.tsx';
import type { RemedyIssue } from './remedy.ts';
import { useSend } from './use-panel.ts';

type Props = { issue: RemedyIssue; onClose: () => void; onDone: (message: string) => Promise<void> };
type Choice = 'take-over' | 'new-reference';

/** Asks whether what the warehouse has is this order, or this purchase order. Shows both sides, and chooses nothing beforehand. */
export function FoundOtherwise({ issue: { order_id, purchase_order_id, sentence }, onClose, onDone }: Props) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [missing, setMissing] = useState(false);
  const { send, busy, failure } = useSend();
  const save = () =>
    send(async () => {
      setMissing(choice === null);
      if (choice === null) return;
      if (purchase_order_id) {
        const { message } = await call(decideAnnouncementCall, { params: { id: purchase_order_id, decision: choice } });
        await onDone(message);
      } else if (order_id) await onDone((await call(actOnOrderCall, { params: { id: order_id, action: choice } })).message);
    });
  const words = purchase_order_id ? ofPurchaseOrders : ofOrders;
  return (
    <Panel title={words.title} impact={sentence} verb="Save decision" busy={busy} failure={failure} onSend={save} onClose={onClose}>
      <Radio.Group
        aria-label="Decision"
        value={choice}
        onChange={(value) => setChoice(value as Choice)}
        error={missing && 'Choose one of the two'}
      >
        <Stack gap={8}>
          <Radio value="take-over" {...words.same} />
          <Radio value="new-reference" {...words.another} />
        </Stack>
      </Radio.Group>
    </Panel>
  );
}

const ofOrders = {
  title: 'Is it this order?',
  same: {
    label: 'It is this order: take it over',
    description: 'The warehouse ships what it has, to whom it has. Its parcels count for this order.',
  },
  another: {
    label: 'It is another order: send this one too',
    description: 'It gets a new reference. If both are the same after all, the buyer gets it twice.',
  },
};

const ofPurchaseOrders = {
  title: 'Is it this purchase order?',
  same: {
    label: 'It is this one: take it over',
    description: 'The warehouse is told what this purchase order says. What came of it counts here.',
  },
  another: {
    label: 'Announce it under a new reference',
    description: 'It is another one. If both are the same after all, the warehouse expects the goods twice.',
  },
};
