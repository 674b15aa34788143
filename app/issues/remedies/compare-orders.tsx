import '@mantine/core/styles/Radio.layer.css';
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { actOnOrderCall } from '../../orders/contract.ts';
import type { ComparedOrder } from '../../orders/shared-goods/contract.ts';
import { ComparedGoods } from './compared-goods.tsx';
import { Panel } from './panel.tsx';
import { useSend } from './use-panel.ts';

type Props = { orders: ComparedOrder[]; onClose: () => void; onDone: (message: string) => Promise<void> };
type Choice = 'same-goods' | 'ship-too';

/** Shows orders that the channel split or merged side by side, and asks whether the goods are the same. Chooses nothing beforehand. */
export function CompareOrders({ orders, onClose, onDone }: Props) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [missing, setMissing] = useState(false);
  const { send, busy, failure } = useSend();
  const it = orders.find(({ relation }) => relation === null);
  const others = orders.filter(({ relation }) => relation !== null).map(({ order_number }) => order_number);
  if (!it) return null;
  const save = () =>
    send(async () => {
      setMissing(choice === null);
      if (choice !== null) await onDone((await call(actOnOrderCall, { params: { id: it.id, action: choice } })).message);
    });
  return (
    <Panel
      title={
        <>
          Are the goods of <span className="mono">{it.order_number}</span> the same?
        </>
      }
      impact="Nothing of it is sent until this is decided. The decision can be undone on the order’s page until goods have left."
      verb="Save decision"
      busy={busy}
      failure={failure}
      onSend={save}
      onClose={onClose}
    >
      <ComparedGoods orders={orders} />
      <Radio.Group
        aria-label="Decision"
        value={choice}
        onChange={(value) => setChoice(value as Choice)}
        error={missing && 'Choose one of the two'}
      >
        <Stack gap={8}>
          <Radio
            value="same-goods"
            label="Same goods"
            description={`They belong to ${others.join(', ')}. Nothing of this order is sent.`}
          />
          <Radio
            value="ship-too"
            label="Ship this too"
            description="All of this order is sent, whatever was sent before. To send a part, edit its lines first."
          />
        </Stack>
      </Radio.Group>
    </Panel>
  );
}
