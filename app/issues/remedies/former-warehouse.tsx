import { call } from '../../../platform/call.ts';
import { actOnOrderCall } from '../../orders/contract.ts';
import { Decision } from './decision.tsx';
import type { RemedyIssue } from './remedy.ts';

type Props = { issue: RemedyIssue; onClose: () => void; onDone: (message: string) => Promise<void> };

/** Asks what becomes of an order that a disconnected warehouse has. */
export function FormerWarehouse({ issue: { order_id }, ...form }: Props) {
  if (!order_id) return null;
  return (
    <Decision
      {...form}
      title="Does the former warehouse send it?"
      impact="Ask there first. If it does send the order, connect that warehouse again: its parcels arrive then, and this closes by itself."
      options={options}
      decide={(action) => call(actOnOrderCall, { params: { id: order_id, action } })}
    />
  );
}

const options = [
  {
    value: 'send-anew',
    label: 'It does not: send it to the warehouse that is connected now',
    description: 'If the former warehouse sends it after all, the buyer gets it twice.',
  },
  {
    value: 'end-here',
    label: 'Nobody sends it: cancel it here',
    description: 'Cancel it in the channel too, so that the customer is notified.',
  },
] as const;
