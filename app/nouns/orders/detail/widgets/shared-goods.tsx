import { Fragment, useState } from 'react';
import { href, Link } from 'react-router';
import { Notice } from '../../../../ui/blocks/notice.tsx';
import { PressButton, RowButton } from '../../../../ui/buttons/row-button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { useSave } from '../../../../ui/hooks/use-save.ts';
import { actOnOrderCall } from '../../../order-flow/contract/orders.ts';
import type { RelatedOrder } from '../../../order-flow/shared-goods/contract.ts';
import type { Order } from './order.ts';

/** What the channel split and merged, what became of the order by it, and the button that takes a decision back. */
export function SharedGoodsNotices({ order }: { order: Order }) {
  const save = useSave();
  const [isAsking, setAsking] = useState(false);
  const act = (action: 'undo-decision' | 'ship-too' | 'send-beside') => save(actOnOrderCall, { params: { id: order.id, action } });
  const decision = decisionOf(order);
  const mayShip = order.ended_by === 'merged' && order.related.some(({ relation, came_too_late }) => relation === 'taker' && came_too_late);
  return (
    <>
      {order.ended_by === 'imported_twice' && (
        <Notice
          actions={
            <RowButton aria-haspopup="dialog" onClick={() => setAsking(true)}>
              Send this too
            </RowButton>
          }
        >
          Another connection has the same order, and that one is sent: nothing of this one is.
        </Notice>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Send this order too?"
          text="Its goods are sent beside those of the other connection’s order. If both are the same sale, the buyer gets it twice."
          verb="Send both"
          danger
          onClose={() => setAsking(false)}
          run={() => act('send-beside')}
        />
      )}
      {decision && <Notice actions={canUndo(order) && <PressButton run={() => act('undo-decision')}>Undo</PressButton>}>{decision}</Notice>}
      {order.related.length > 0 && (
        <Notice actions={mayShip && <PressButton run={() => act('ship-too')}>Ship this too</PressButton>}>
          {order.related.map((related, place) => (
            <Fragment key={`${related.relation}-${related.id}`}>
              {place > 0 && ' '}
              <Related source={order.source_name} related={related} />
            </Fragment>
          ))}
          {mayShip && ' It had left without these goods.'}
        </Notice>
      )}
    </>
  );
}

export const hasSharedGoods = (order: Order) =>
  order.related.length > 0 || order.ended_by === 'imported_twice' || decisionOf(order) !== null;

function decisionOf({ shared_goods, ended_by, gone_at, source_name }: Order): string | null {
  if (ended_by === 'same_goods') return 'The same goods as the other order, as was decided here: nothing of it is sent.';
  if (ended_by === 'merged') return `${source_name} merged it into another order: nothing of it is sent.`;
  if (ended_by === 'gone') return `${source_name} no longer has it: nothing of it is sent.`;
  if (shared_goods === 'ship') return 'Sent too, as was decided here, whatever was sent with another order.';
  return gone_at === null ? null : `${source_name} no longer has it.`;
}

const canUndo = ({ shared_goods, ended_by, in_amware }: Order) =>
  ended_by === 'same_goods' || (shared_goods === 'ship' && in_amware === 0 && ended_by === null);

/** The sentence about it, around its number. */
const aroundNumber: Record<RelatedOrder['relation'], (source: string) => [string, string]> = {
  parent: (source) => [`${source} split it off `, '.'],
  part: (source) => [`${source} split `, ' off it.'],
  taker: (source) => [`${source} merged it into `, '.'],
  merged: (source) => [`${source} merged `, ' into it.'],
  origin: () => ['It may have goods of ', '.'],
};

function Related({ source, related: { id, order_number, relation } }: { source: string; related: RelatedOrder }) {
  const [before, after] = aroundNumber[relation](source);
  return (
    <>
      {before}
      <Link to={href('/orders/:id', { id: String(id) })} className="mono">
        {order_number}
      </Link>
      {after}
    </>
  );
}
