import { Decision } from '../../../../shared/issues/remedy/decision.tsx';
import type { PanelProps } from '../../../../shared/issues/remedy/opened-panel.tsx';
import { useRestRoute } from '../rest-route.tsx';
import { type Decided, decideAsSeen } from './of-order.ts';

/** Asks what becomes of a second parcel that did not go by itself. What the channel no longer waits for is not sent. */
export function SecondParcel({ data: order, issue, ...form }: PanelProps<Decided>) {
  const { route, fields } = useRestRoute(order);
  const isWanted = order.source_state === 'ready';
  const send = {
    value: 'send-second' as const,
    label: 'Send it',
    description: 'What has not left of the order goes to the warehouse now, to the address that the order has here.',
  };
  const end = {
    value: 'end-second' as const,
    label: 'Do not send it',
    description: `${order.source_name} is told of what has left. Refund what is not sent there.`,
  };
  // The channel changed its lines after the second parcel was ended, and the first came back.
  const isEnded = order.split_parcels?.second === 'ended';
  if (isEnded)
    return (
      <Decision
        {...form}
        title={
          <>
            Is the first parcel of <span className="mono">{order.order_number}</span> sent as it is now?
          </>
        }
        impact="What was to go in the second parcel stays here. To send other quantities, change the split on the order's page."
        options={[{ ...end, label: 'Send the first parcel alone', description: 'The first parcel holds what is not marked as later.' }]}
        decide={(action) => decideAsSeen(order, issue, action)}
      />
    );
  return (
    <Decision
      {...form}
      title={
        <>
          Is the second parcel of <span className="mono">{order.order_number}</span> sent?
        </>
      }
      impact="Its first parcel has left. The second stays here until this is decided."
      options={isWanted ? [send, end] : [end]}
      decide={(action) => decideAsSeen(order, issue, action, action === 'send-second' ? route : undefined)}
    >
      {isWanted && fields}
    </Decision>
  );
}
