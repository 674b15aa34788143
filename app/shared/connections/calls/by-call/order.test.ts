import { expect, test } from 'vitest';
import { threadTimeOf } from '../../../../../test/thread-time.ts';
import { type Cancel, channelOrderOf, shopChange, shopOrder } from './order.ts';

const to = { name: 'Ada Byron', line_1: '1 Main Street', city: 'Austin', country: 'US' };
const sent = { external_id: 'web-1', currency: 'USD', ship_to: to, lines: [{ sku: 'MUG', quantity: 2, unit_price: '12.5' }] };
const at = new Date('2026-11-20T10:00:00Z');
const channelOrder = (other: object, cancel: Cancel | null = null) =>
  channelOrderOf({ order: shopOrder.parse({ ...sent, ...other }), createdAt: at, changedAt: at, cancel });

test('what a shop leaves out is what it would have said', () => {
  expect(channelOrder({})).toMatchObject({
    ...{ remoteId: 'web-1', number: 'web-1', state: 'ready', orderedAt: at, customer: { name: 'Ada Byron', email: null } },
    totals: { shipping: '0.00', tax: '0.00', total: '25.00' },
    lines: [{ remoteLineId: '1', sku: 'MUG', name: 'MUG', isCharge: false }],
  });
});

test.each([
  [
    'with a discount',
    {
      lines: [
        { sku: 'A', quantity: 3, unit_price: '0.10' },
        { sku: 'OFF', quantity: 1, unit_price: '-0.30' },
      ],
    },
    '0.00',
  ],
  ['with parts of a cent', { lines: [{ sku: 'A', quantity: 3, unit_price: '0.3333' }] }, '0.9999'],
  ['below nothing', { lines: [{ sku: 'A', quantity: 1, unit_price: '-1.05' }] }, '-1.05'],
  ['with shipping and tax', { shipping_cost: '4.90', tax: '0.1' }, '30.00'],
  ['as the shop says it', { total: '1.00' }, '1.00'],
])('the total of an order %s', (_, other, total) => {
  expect(channelOrder(other).totals.total).toBe(total);
});

test.each([
  [null, 'ready', undefined],
  [{ id: '1', reason: null, outcome: null }, 'held', { id: '1', reason: null }],
  [{ id: '1', reason: null, outcome: 'accepted' }, 'cancelled', undefined],
  [{ id: '1', reason: null, outcome: 'too_late' }, 'ready', undefined],
] as const)('an order that asks to be cancelled is held until that is decided: %j', (cancel, state, cancelRequest) => {
  expect(channelOrder({}, cancel)).toMatchObject({ state });
  expect(channelOrder({}, cancel).cancelRequest).toEqual(cancelRequest);
});

test('two lines of one order have two ids, also where one is a place', () => {
  const lines = [
    { sku: 'A', quantity: 1 },
    { id: '1', sku: 'B', quantity: 1 },
  ];
  expect(shopOrder.safeParse({ ...sent, lines }).error?.issues).toMatchObject([{ path: ['lines', 1, 'id'] }]);
});

test('a change names no other order', () => {
  expect(shopChange.safeParse({ external_id: 'web-2' }).success).toBe(false);
});

test('so many lines as no order has are refused at once', async () => {
  const lines = Array.from({ length: 60_000 }, () => ({ sku: 'A', quantity: 1 }));
  const { ms, result } = await threadTimeOf(async () => shopOrder.safeParse({ ...sent, lines }));
  expect(result.error?.issues).toMatchObject([{ path: ['lines'] }]);
  // Each with each they would take ten seconds.
  expect(ms).toBeLessThan(3_000);
});
