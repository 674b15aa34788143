import { Decision } from '../../../../shared/issues/remedy/decision.tsx';
import type { PanelProps } from '../../../../shared/issues/remedy/opened-panel.tsx';
import { type Decided, decideAsSeen } from './of-order.ts';

/** Asks what becomes of an order that came twice, when the one that was to be sent is not. */
export function TwinNotSent({ data: order, issue, ...form }: PanelProps<Decided>) {
  return (
    <Decision
      {...form}
      title={
        <>
          Is <span className="mono">{order.order_number}</span> sent in place of the other order?
        </>
      }
      impact="Nothing of it is sent until this is decided. The decision can be undone on the order’s page until goods have left."
      options={[
        {
          value: 'ship-too',
          label: 'Send it',
          description: `${order.source_name} still has it. If the other order goes all the same, it ends again.`,
        },
        {
          value: 'same-goods',
          label: 'Leave it ended',
          description: `Cancel it in ${order.source_name} too, so that the customer is notified.`,
        },
      ]}
      decide={(action) => decideAsSeen(order, issue, action)}
    />
  );
}
