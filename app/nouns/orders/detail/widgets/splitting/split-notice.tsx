import { Notice } from '../../../../../ui/blocks/notice.tsx';
import { PressButton, RowButton } from '../../../../../ui/buttons/row-button.tsx';
import { WithQuestion } from '../../../../../ui/dialog/with-question.tsx';
import { useSave } from '../../../../../ui/hooks/use-save.ts';
import { actOnOrderCall } from '../../../../order-flow/contract/orders.ts';
import type { Order } from '../order.ts';
import { parcelsInWords, splittable } from './parcels.ts';
import { useSplit } from './use-split.ts';

const isOver = ({ order_status }: Order) => order_status === 'cancelled' || order_status === 'fulfilled';

/** The second parcel of a split order has not left. */
export const isSecondLeft = (order: Order) =>
  order.split_parcels !== null && ['here', 'sending', 'at_warehouse'].includes(order.split_parcels.second) && !isOver(order);

/** What of a split order goes later, and the way back: to one parcel while nothing has left, to the first alone after. */
export function SplitNotice({ order }: { order: Order }) {
  const split = useSplit(order);
  if (!isSecondLeft(order) || !order.split_parcels) return null;
  const { first, second } = order.split_parcels;
  const lines = splittable(order);
  const goods = parcelsInWords(lines, (line) => line.later_quantity).second;
  const joined = () => split(lines.map((line) => ({ line, quantity: 0 })));
  if (order.editable)
    return (
      <Notice actions={<PressButton run={joined}>Send in one parcel</PressButton>}>
        Goes in two parcels. The second, {goods}, is sent to the warehouse once all of the first has left.
      </Notice>
    );
  if (first === 'sending') return <Notice>Goes in two parcels. The second, {goods}, is sent once all of the first has left.</Notice>;
  return (
    <Notice actions={mayEnd(order) && <EndButton order={order} />}>
      {second === 'here'
        ? `The second parcel, ${goods}, ${first === 'left' ? 'has not gone to the warehouse yet.' : 'is sent once all of the first has left.'}`
        : `The second parcel, ${goods}, ${second === 'sending' ? 'is on its way to' : 'is with'} the warehouse.`}
    </Notice>
  );
}

const isThere = ({ split_parcels }: Order) => split_parcels?.second === 'at_warehouse';

/** Not where it was asked for, or some of it has left. */
const mayEnd = (order: Order) => !isThere(order) || (order.cancel_requested_at === null && !order.shipments.some(({ part }) => part === 2));

/** What it asks goes with it: where it may be ended again, that is not asked by itself. */
function EndButton({ order }: { order: Order }) {
  const { id, source_name } = order;
  const save = useSave({ rereadsRefused: true });
  return (
    <WithQuestion
      button={(ask) => (
        <RowButton aria-haspopup="dialog" onClick={ask}>
          Do not send it
        </RowButton>
      )}
      title="Keep the second parcel here?"
      text={`${isThere(order) ? 'The warehouse is asked to cancel it. ' : ''}Nothing more of this order is sent then, and ${source_name} is told of what has left. Refund the rest there. That cannot be taken back.`}
      verb="Do not send it"
      danger
      run={() => save(actOnOrderCall, { params: { id, action: 'end-second' } })}
    />
  );
}
