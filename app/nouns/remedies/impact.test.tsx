import { expect, test } from 'vitest';
import { rendered } from '../../../test/rendered.tsx';
import { Impact } from './impact.tsx';

test.each([
  ['This mends 1 order and', { waiting: 1, order_ids: [1], purchase_order_ids: [] }],
  ['This mends 2 purchase orders and', { waiting: 2, order_ids: [], purchase_order_ids: [8, 9] }],
  ['This mends 3 sales or purchase orders and', { waiting: 3, order_ids: [1, 2], purchase_order_ids: [9] }],
  ['No order waits for this now', { waiting: 0, order_ids: [], purchase_order_ids: [] }],
])('a remedy says what it mends: %s', (sentence, waiting) => {
  expect(rendered(<Impact waiting={waiting} verb="the mapping" />).replace(/\s+/g, ' ')).toContain(sentence);
});
