import { call } from '../../../../platform/call.ts';
import { actOnOrderCall } from '../../order-flow/contract/orders.ts';
import { decideAnnouncementCall } from '../../purchase-flow/contract/purchase-orders.ts';
import type { RemedyIssue } from '../remedy.ts';
import { Decision } from './decision.tsx';

type Props = { issue: RemedyIssue; onClose: () => void; onDone: (decided: { message: string }) => Promise<void> };

/** Asks whether what the warehouse has is this order, or this purchase order. Shows both sides. */
export function FoundOtherwise({ issue: { order_id, purchase_order_id, sentence }, ...form }: Props) {
  if (purchase_order_id)
    return (
      <Decision
        {...form}
        title="Is it this purchase order?"
        impact={sentence}
        options={ofPurchaseOrders}
        decide={(decision) => call(decideAnnouncementCall, { params: { id: purchase_order_id, decision } })}
      />
    );
  if (!order_id) return null;
  return (
    <Decision
      {...form}
      title="Is it this order?"
      impact={sentence}
      options={ofOrders}
      decide={(action) => call(actOnOrderCall, { params: { id: order_id, action } })}
    />
  );
}

const ofOrders = [
  {
    value: 'take-over',
    label: 'It is this order: take it over',
    description: 'The warehouse ships what it has, to whom it has. Its parcels count for this order.',
  },
  {
    value: 'new-reference',
    label: 'It is another order: send this one too',
    description: 'It gets a new reference. If both are the same after all, the buyer gets it twice.',
  },
] as const;

const ofPurchaseOrders = [
  {
    value: 'take-over',
    label: 'It is this one: take it over',
    description: 'The warehouse is told what this purchase order says. What came of it counts here.',
  },
  {
    value: 'new-reference',
    label: 'Announce it under a new reference',
    description: 'It is another one. If both are the same after all, the warehouse expects the goods twice.',
  },
] as const;
