import { call } from '../../../../../platform/call.ts';
import { Decision } from '../../../../shared/issues/remedy/decision.tsx';
import { openedPanel, type PanelProps } from '../../../../shared/issues/remedy/opened-panel.tsx';
import { actOnOrderCall } from '../../../order-flow/contract/orders.ts';

/** Asks whether what the warehouse has is this order. Shows both sides. */
function FoundOtherwise({ issue: { order_id, sentence }, ...form }: PanelProps<null>) {
  if (!order_id) return null;
  return (
    <Decision
      {...form}
      title="Is it this order?"
      impact={sentence}
      options={[
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
      ]}
      decide={(action) => call(actOnOrderCall, { params: { id: order_id, action } })}
    />
  );
}

export default openedPanel({ read: () => Promise.resolve(null), Form: FoundOtherwise });
