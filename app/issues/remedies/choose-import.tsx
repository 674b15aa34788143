import '@mantine/core/styles/Radio.layer.css';
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { actOnOrderCall } from '../../orders/contract.ts';
import { Panel } from './panel.tsx';
import type { RemedyIssue } from './remedy.ts';
import type { Hints } from './use-hints.ts';
import { useSend } from './use-panel.ts';

type Props = { issue: RemedyIssue; hints: Hints; onClose: () => void; onDone: (message: string) => Promise<void> };
type Choice = 'keep-this-source' | 'keep-other-source' | 'send-beside';

/** Asks which of two connections imports what both have. Chooses nothing beforehand. */
export function ChooseImport({ issue: { order_id, subject: other }, hints, onClose, onDone }: Props) {
  const { connection_name: own, order_ids } = hints;
  const [choice, setChoice] = useState<Choice | null>(null);
  const [missing, setMissing] = useState(false);
  const { send, busy, failure } = useSend();
  const id = order_id ?? order_ids[0];
  const save = () =>
    send(async () => {
      setMissing(choice === null);
      if (choice !== null && id) await onDone((await call(actOnOrderCall, { params: { id, action: choice } })).message);
    });
  const gone = 'Holds for every order that both have, also later ones. An order that was sent already is not sent again.';
  return (
    <Panel
      title="Which of the two imports?"
      impact={`${own} and ${other} have the same orders. Each would send them.`}
      verb="Save decision"
      busy={busy}
      failure={failure}
      onSend={save}
      onClose={onClose}
    >
      <Radio.Group aria-label="Decision" value={choice} onChange={(value) => setChoice(value as Choice)} error={missing && 'Choose one'}>
        <Stack gap={8}>
          <Radio value="keep-this-source" label={`Keep the one of ${own}`} description={gone} />
          <Radio value="keep-other-source" label={`Keep the one of ${other}`} description={gone} />
          {order_id && (
            <Radio value="send-beside" label="They are different orders" description="Both are sent. Holds for this order alone." />
          )}
        </Stack>
      </Radio.Group>
    </Panel>
  );
}
