import { Decision } from '../../../../shared/issues/remedy/decision.tsx';
import { openedPanel, type PanelProps } from '../../../../shared/issues/remedy/opened-panel.tsx';
import { type Decided, decideAsSeen, issueThen, readDecided } from './of-order.ts';

/** Asks whether what the warehouse has is this order. Shows both sides. */
function FoundOtherwise({ issue, data: order, ...form }: PanelProps<Decided>) {
  return (
    <Decision
      {...form}
      title="Is it this order?"
      impact={issueThen(order, issue)?.sentence ?? issue.sentence}
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
      decide={(action) => decideAsSeen(order, issue, action)}
    />
  );
}

export default openedPanel({ read: readDecided, Form: FoundOtherwise });
