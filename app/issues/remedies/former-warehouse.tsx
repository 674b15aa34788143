import '@mantine/core/styles/Radio.layer.css';
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { actOnOrderCall } from '../../orders/contract.ts';
import { Panel } from './panel.tsx';
import type { RemedyIssue } from './remedy.ts';
import { useSend } from './use-panel.ts';

type Props = { issue: RemedyIssue; onClose: () => void; onDone: (message: string) => Promise<void> };
type Choice = 'send-anew' | 'end-here';

/** Asks what becomes of an order that a disconnected warehouse has. Chooses nothing beforehand. */
export function FormerWarehouse({ issue: { order_id }, onClose, onDone }: Props) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [missing, setMissing] = useState(false);
  const { send, busy, failure } = useSend();
  const save = () =>
    send(async () => {
      setMissing(choice === null);
      if (choice !== null && order_id) await onDone((await call(actOnOrderCall, { params: { id: order_id, action: choice } })).message);
    });
  return (
    <Panel
      title="Does the former warehouse send it?"
      impact="Ask there first. If it does send the order, connect that warehouse again: its parcels arrive then, and this closes by itself."
      verb="Save decision"
      busy={busy}
      failure={failure}
      onSend={save}
      onClose={onClose}
    >
      <Radio.Group
        aria-label="Decision"
        value={choice}
        onChange={(value) => setChoice(value as Choice)}
        error={missing && 'Choose one of the two'}
      >
        <Stack gap={8}>
          <Radio
            value="send-anew"
            label="It does not: send it to the warehouse that is connected now"
            description="If the former warehouse sends it after all, the buyer gets it twice."
          />
          <Radio
            value="end-here"
            label="Nobody sends it: cancel it here"
            description="Cancel it in the channel too, so that the customer is notified."
          />
        </Stack>
      </Radio.Group>
    </Panel>
  );
}
