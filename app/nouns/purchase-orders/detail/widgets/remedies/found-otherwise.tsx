import { call } from '../../../../../../platform/call.ts';
import { Decision } from '../../../../../shared/issues/remedy/decision.tsx';
import { openedPanel, type PanelProps } from '../../../../../shared/issues/remedy/opened-panel.tsx';
import { decideAnnouncementCall } from '../../../../purchase-flow/contract/purchase-orders.ts';

/** Asks whether what the warehouse has is this purchase order. Shows both sides. */
function FoundOtherwise({ issue: { purchase_order_id, sentence }, ...form }: PanelProps<null>) {
  if (!purchase_order_id) return null;
  return (
    <Decision
      {...form}
      title="Is it this purchase order?"
      impact={sentence}
      options={[
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
      ]}
      decide={(decision) => call(decideAnnouncementCall, { params: { id: purchase_order_id, decision } })}
    />
  );
}

export default openedPanel({ read: () => Promise.resolve(null), Form: FoundOtherwise });
