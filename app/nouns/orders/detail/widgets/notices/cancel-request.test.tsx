import { expect, test } from 'vitest';
import { rendered } from '../../../../../../test/rendered.tsx';
import type { CancelRequest } from '../../../../order-flow/contract/detail.ts';
import type { Order } from '../order.ts';
import { CancelRequestNotice } from './cancel-request.tsx';

const open: CancelRequest = {
  reason: null,
  requested_at: new Date(),
  outcome: null,
  decided_at: null,
  reply: null,
  replied_at: null,
  undoable: false,
};
const decided = (outcome: 'accepted' | 'too_late', reply: CancelRequest['reply']): CancelRequest => ({
  ...{ ...open, outcome, decided_at: new Date(), reply },
  replied_at: reply && new Date(),
});
const atWarehouse = { warehouse_order_id: 1, cancel_requested_at: new Date(), order_status: 'packing' as const };

test.each<[string, CancelRequest, Partial<Order>, string]>([
  [
    'that the warehouse decides about',
    { ...open, reason: 'Wrong size' },
    atWarehouse,
    'Shop asks to cancel this order: “Wrong size” The warehouse has been asked. Shop will be told what it replies. Nothing leaves Too late',
  ],
  [
    'of a disconnected warehouse',
    open,
    { ...atWarehouse, warehouse_gone: 'Amware' },
    'Shop asks to cancel this order. Amware is disconnected: it will be asked once it is connected again, unless you decide before. Nothing leaves Too late',
  ],
  ['for a person', open, {}, 'Shop asks to cancel this order. It is for you to decide. Nothing leaves'],
  ['of which a part has left', open, { ...atWarehouse, units_shipped: 1 }, 'Shop will be told what it replies. Too late'],
  ['that is decided', decided('accepted', null), {}, 'Shop asked to cancel this order. Nothing of it leaves. Shop has not been told yet.'],
  ['that a person decided', { ...decided('accepted', null), undoable: true }, {}, 'Nothing of it leaves. Shop has not been told yet. Undo'],
  ['that is decided of what has not left', decided('accepted', null), { units_shipped: 1 }, 'this order. Nothing more of it leaves.'],
  ['that is told', decided('too_late', 'told'), {}, 'Shop asked to cancel this order. It was too late. Shop was told so on '],
  ['that is over', decided('accepted', 'over'), {}, 'Nothing of it leaves. Shop no longer waited for a reply.'],
  ['of a channel that cannot be told', decided('accepted', 'by_hand'), {}, 'Nothing of it leaves. Shop cannot be told from here.'],
])('a request %s', (_, cancel_request, facts, sentence) => {
  const order = { warehouse_order_id: null, cancel_requested_at: null, warehouse_gone: null, order_status: 'pending', units_shipped: 0 };
  const words = rendered(<CancelRequestNotice order={{ ...order, ...facts, source_name: 'Shop', cancel_request } as Order} />);
  expect(words.replace(/\s+/g, ' ').replace(/ ([.:])/g, '$1')).toContain(sentence);
});
