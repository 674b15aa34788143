import '@mantine/core/styles/Radio.layer.css';
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { actOnOrderCall } from '../../orders/contract.ts';
import { Panel } from './panel.tsx';
import type { RemedyIssue } from './remedy.ts';
import { useSend } from './use-panel.ts';

type Props = { issue: RemedyIssue; onClose: () => void; onDone: (message: string) => Promise<void> };
type Choice = 'take-over' | 'new-reference';

/** Asks whether what the warehouse has is this order. Shows both sides, and chooses nothing beforehand. */
export function FoundOtherwise({ issue: { order_id, sentence }, onClose, onDone }: Props) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [missing, setMissing] = useState(false);
  const { send, busy, failure } = useSend();
  const save = () =>
    send(async () => {
      setMissing(choice === null);
      if (choice !== null && order_id) await onDone((await call(actOnOrderCall, { params: { id: order_id, action: choice } })).message);
    });
  return (
    <Panel title="Is it this order?" impact={sentence} verb="Save decision" busy={busy} failure={failure} onSend={save} onClose={onClose}>
      <Radio.Group
        aria-label="Decision"
        value={choice}
        onChange={(value) => setChoice(value as Choice)}
        error={missing && 'Choose one of the two'}
      >
        <Stack gap={8}>
          <Radio
            value="take-over"
            label="It is this order: take it over"
            description="The warehouse ships what it has, to whom it has. Its parcels count for this order."
          />
          <Radio
            value="new-reference"
            label="It is another order: send this one too"
            description="It gets a new reference. If both are the same after all, the buyer gets it twice."
          />
        </Stack>
      </Radio.Group>
    </Panel>
  );
}
