import { call } from '../../../../../platform/call.ts';
import type { Reply } from '../../../../../platform/endpoint.ts';
import { Decision } from '../../../../shared/issues/remedy/decision.tsx';
import { openedPanel, type PanelProps } from '../../../../shared/issues/remedy/opened-panel.tsx';
import { actOnOrderCall } from '../../../order-flow/contract/orders.ts';
import { compareOrdersCall } from '../../../order-flow/shared-goods/contract.ts';
import { ComparedGoods } from './compared-goods.tsx';

/** Shows orders that the channel split or merged side by side, and asks whether the goods are the same. */
function CompareOrders({ data: { orders, seen }, ...form }: PanelProps<Reply<typeof compareOrdersCall>>) {
  const it = orders.find(({ relation }) => relation === null);
  const others = orders.filter(({ relation }) => relation !== null).map(({ order_number }) => order_number);
  if (!it) return null;
  const title = (
    <>
      Are the goods of <span className="mono">{it.order_number}</span> the same?
    </>
  );
  return (
    <Decision
      {...form}
      title={title}
      impact="Nothing of it is sent until this is decided. The decision can be undone on the order’s page until goods have left."
      options={[
        {
          value: 'same-goods',
          label: 'Same goods',
          description: `They belong to ${others.join(', ') || 'another order'}. Nothing of this order is sent.`,
        },
        {
          value: 'ship-too',
          label: 'Ship this too',
          description: 'All of this order is sent, whatever was sent before. To send a part, edit its lines first.',
        },
      ]}
      decide={(action) => call(actOnOrderCall, { params: { id: it.id, action }, body: { seen: seen ?? '' } })}
    >
      <ComparedGoods orders={orders} />
    </Decision>
  );
}

export default openedPanel({
  read: ({ order_id }, signal) => call(compareOrdersCall, { params: { id: order_id ?? 0 } }, signal),
  Form: CompareOrders,
});
