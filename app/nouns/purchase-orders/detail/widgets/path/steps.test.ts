import { expect, test } from 'vitest';
import type { Order } from '../order.ts';
import { nextStepOf, stepsOf } from './steps.ts';

const item = { open: 10 } as Order['purchase_order_items'][number];
const receipt = { processed: false, under_way: false, waits_for: null } as Order['receipts'][number];
const event = (kind: string, at: string) => ({ id: 1, kind, at, sentence: '', by: null }) as Order['events'][number];

const arrived: Parameters<typeof stepsOf>[0] = {
  ...{ status: 'pending', error: false, on_hold: false, locked: false, running: null },
  ...{ events: [event('arrived', '09:00')], receipts: [], purchase_order_items: [item] },
  ...{
    announced_at: null,
    announcement_waits: null,
    asn_state: null,
    close_reason: null,
    cancel_requested_at: null,
    withdraw_outcome: null,
  },
};
const announced: typeof arrived = {
  ...arrived,
  ...{ announced_at: '09:05', asn_state: 'open', events: [event('announced', '09:05'), ...arrived.events] },
};
const received: typeof arrived = {
  ...announced,
  ...{ status: 'received', receipts: [receipt], purchase_order_items: [{ ...item, open: 4 }] },
  events: [event('received', '10:00'), ...announced.events],
};
const drawn = (order: typeof arrived) =>
  stepsOf(order)
    .map(({ key, state, at }) => `${key} ${state}${at ? ` ${at}` : ''}`)
    .join(', ');

test.each<[string, typeof arrived, string, string | null]>([
  [
    'has arrived',
    arrived,
    'arrived done 09:00, announced here, received ahead, processed ahead, closed ahead',
    'It is being announced to the warehouse.',
  ],
  [
    'waits for its source',
    { ...arrived, announcement_waits: 'It is announced once the changes of NetSuite are read.' },
    'arrived done 09:00, announced here, received ahead, processed ahead, closed ahead',
    'It is announced once the changes of NetSuite are read.',
  ],
  [
    'has no lines yet',
    { ...arrived, purchase_order_items: [] },
    'arrived done 09:00, announced here, received ahead, processed ahead, closed ahead',
    'It needs lines before it can be announced to the warehouse.',
  ],
  [
    'is stopped, which its notice says',
    { ...arrived, error: true },
    'arrived done 09:00, announced stopped, received ahead, processed ahead, closed ahead',
    null,
  ],
  [
    'is on hold',
    { ...arrived, status: 'hold', on_hold: true },
    'arrived done 09:00, announced held, received ahead, processed ahead, closed ahead',
    null,
  ],
  [
    'is announced',
    announced,
    'arrived done 09:00, announced done 09:05, received here, processed ahead, closed ahead',
    'The warehouse expects 10 units.',
  ],
  [
    'has come in part',
    received,
    'arrived done 09:00, announced done 09:05, received here, processed ahead, closed ahead',
    '1 receipt waits to be processed.',
  ],
  [
    'has come in part and is booked so far',
    { ...received, receipts: [{ ...receipt, processed: true }] },
    'arrived done 09:00, announced done 09:05, received here, processed ahead, closed ahead',
    'The warehouse expects 4 more units.',
  ],
  [
    'has come in full',
    { ...received, purchase_order_items: [{ ...item, open: 0 }] },
    'arrived done 09:00, announced done 09:05, received done 10:00, processed here, closed ahead',
    '1 receipt waits to be processed.',
  ],
  [
    'is booked in full',
    { ...received, purchase_order_items: [{ ...item, open: 0 }], receipts: [{ ...receipt, processed: true }] },
    'arrived done 09:00, announced done 09:05, received done 10:00, processed done, closed here',
    'All of it has come. It is closed out when the warehouse closes its announcement.',
  ],
  [
    'is closed out though nothing came',
    { ...announced, status: 'closed_out', asn_state: 'closed', events: [event('closed', '12:00'), ...announced.events] },
    'arrived done 09:00, announced done 09:05, received passed, processed passed, closed done 12:00',
    null,
  ],
  [
    'was cancelled',
    { ...arrived, status: 'cancelled' },
    'arrived done 09:00, announced ended, received ahead, processed ahead, closed ahead',
    null,
  ],
])('a purchase order that %s', (_, order, way, next) => {
  expect(drawn(order)).toBe(way);
  expect(nextStepOf(order)).toBe(next);
});
