import { expect, test } from 'vitest';
import { type OrderProgress, stepsOf } from './steps.ts';

const arrived: OrderProgress = {
  order_status: 'pending',
  created_at: '09:14',
  in_amware: 0,
  warehouse_order_id: null,
  on_hold: false,
  locked: false,
  units_ordered: 3,
  units_shipped: 0,
  events: [{ kind: 'arrived', at: '09:14' }],
};
const accepted: OrderProgress = {
  ...arrived,
  order_status: 'packing',
  in_amware: 1,
  warehouse_order_id: 7,
  events: [...arrived.events, { kind: 'released', at: '09:15' }, { kind: 'accepted', at: '09:16' }],
};
const drawn = (order: OrderProgress) =>
  stepsOf(order)
    .map(({ key, state, at }) => `${key} ${state}${at ? ` ${at}` : ''}`)
    .join(', ');

test.each<[string, OrderProgress, string]>([
  [
    'is checked and waits to be sent',
    arrived,
    'arrived done 09:14, checked done 09:14, sent here, packed ahead, shipped ahead, confirmed ahead',
  ],
  [
    'is stopped by its check',
    { ...arrived, order_status: 'error' },
    'arrived done 09:14, checked stopped, sent ahead, packed ahead, shipped ahead, confirmed ahead',
  ],
  [
    'was cancelled before it was checked, which is nobody’s to mend',
    { ...arrived, order_status: 'cancelled' },
    'arrived done 09:14, checked ended, sent ahead, packed ahead, shipped ahead, confirmed ahead',
  ],
  [
    'is on hold before it is sent',
    { ...arrived, on_hold: true },
    'arrived done 09:14, checked done 09:14, sent held, packed ahead, shipped ahead, confirmed ahead',
  ],
  [
    'is with the warehouse',
    accepted,
    'arrived done 09:14, checked done 09:15, sent done 09:16, packed here, shipped ahead, confirmed ahead',
  ],
  [
    'has shipped in part, without being called packed',
    { ...accepted, order_status: 'partially_shipped', units_shipped: 1, events: [...accepted.events, { kind: 'shipped', at: '09:20' }] },
    'arrived done 09:14, checked done 09:15, sent done 09:16, packed done, shipped here, confirmed ahead',
  ],
  [
    'was taken back and goes again',
    {
      ...arrived,
      events: [...accepted.events, { kind: 'recalled', at: '09:30' }, { kind: 'mended', at: '09:31' }],
    },
    'arrived done 09:14, checked done 09:31, sent here, packed ahead, shipped ahead, confirmed ahead',
  ],
  [
    'was shipped by others',
    { ...arrived, order_status: 'fulfilled', events: [...arrived.events, { kind: 'confirmed', at: '09:40' }] },
    'arrived done 09:14, checked passed, sent passed, packed passed, shipped passed, confirmed done 09:40',
  ],
])('an order that %s', (_, order, way) => {
  expect(drawn(order)).toBe(way);
});
