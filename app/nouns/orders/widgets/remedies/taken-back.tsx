import { call } from '../../../../../platform/call.ts';
import type { Reply } from '../../../../../platform/endpoint.ts';
import { Decision } from '../../../../shared/issues/remedy/decision.tsx';
import type { PanelProps } from '../../../../shared/issues/remedy/opened-panel.tsx';
import type { getOrderCall } from '../../../order-flow/contract/detail.ts';
import { actOnOrderCall } from '../../../order-flow/contract/orders.ts';

type Order = Reply<typeof getOrderCall>;
export type TakenBackOf = { takenBack: Order };

/** Asks whether an order goes whose goods may have left already. Shows what it would send: all that is in it now. */
export function TakenBack({ data: { takenBack: order }, issue, ...form }: PanelProps<TakenBackOf>) {
  const number = <span className="mono">{order.order_number}</span>;
  const waits = order.warehouse_order_id === null && !['cancelled', 'fulfilled'].includes(order.order_status);
  const send = {
    value: 'keep-as-sent' as const,
    label: 'Send what is in it now',
    description: `${goodsOf(order)}. To send less, edit its lines first.`,
  };
  const cancel = {
    value: 'cancel' as const,
    label: 'Send nothing: cancel the order here',
    description: `Cancel it in ${order.source_name} too, so that the customer is notified.`,
  };
  const leave = {
    value: 'keep-as-sent' as const,
    label: 'Leave it as it is',
    description: 'Nothing is sent by that, and nothing cancelled.',
  };
  return (
    <Decision
      {...form}
      title={waits ? <>Is {number} sent?</> : <>Is {number} right as it is?</>}
      impact={issue.sentence}
      options={waits ? [send, cancel] : [leave]}
      decide={(action) => call(actOnOrderCall, { params: { id: order.id, action }, body: { seen: issue.seen ?? undefined } })}
    />
  );
}

const goodsOf = ({ lines }: Order) =>
  lines
    .filter(({ is_charge, quantity }) => !is_charge && quantity > 0)
    .map(({ quantity, sku }) => `${quantity.toLocaleString('en-US')} × ${sku}`)
    .join(', ') || 'It holds no goods';
