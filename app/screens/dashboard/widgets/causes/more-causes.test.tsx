import { expect, test } from 'vitest';
import { linksIn } from '../../../../../test/rendered.tsx';
import type { Cause } from '../../../../shared/issues/causes.ts';
import type { IssueType } from '../../../../shared/issues/issue.ts';
import { withLists } from '../../causes/with-lists.ts';
import { CauseRow } from './cause-row.tsx';
import { NeedsPerson } from './needs-person.tsx';
import type { SteadyGroup } from './steady.ts';

const opened = '2026-11-30T08:00:00Z';
const neither = { order_id: null, purchase_order_id: null };
const order = { ...neither, order_id: 7 };
const purchase = { ...neither, purchase_order_id: 8, purchase_order_number: 'PO-8' };
const cause = (about: Partial<Cause> = {}): Cause => ({
  ...{ connection_id: 1, connection_name: 'ShipStation', slug: 'ship_station', is_channel: true, subject: 'MUG', sentence: 'It waits.' },
  ...{ name: null, image_url: null, orders: 2, opened_at: opened, seen: null, purchase_order_number: null, ...neither, ...about },
});
const group = (type: IssueType, about: Partial<Cause>, counts: Partial<SteadyGroup> = {}): SteadyGroup => {
  const [listed] = withLists([
    {
      ...{ type, issues: 9, orders: 0, purchase_orders: 0, oldest_at: opened, more_causes: 4, suggested: 0, causes: [cause(about)] },
      ...counts,
    },
  ]);
  return { ...listed, ...(counts.isGone && { isGone: true }) } as SteadyGroup;
};

/** The links of the group itself: those of its causes are theirs. */
function linksOf(shown: SteadyGroup): [string, string][] {
  const of = new Set(shown.causes.flatMap((each) => linksIn(<CauseRow type={shown.type} cause={each} />)).map(String));
  return linksIn(<NeedsPerson groups={[shown]} />).filter((link) => !of.has(String(link)));
}

const inOrders = (type: string) => `/orders?view=attention&issue=${type}`;
const inPurchases = (type: string) => `/purchase-orders?view=attention&issue=${type}`;

test.each<[string, SteadyGroup, [string, string][]]>([
  [
    'of orders',
    group('address_incomplete', order, { orders: 9 }),
    [
      ['9 orders wait', inOrders('address_incomplete')],
      ['4 more', inOrders('address_incomplete')],
    ],
  ],
  [
    'of purchase orders',
    group('unmapped_item', purchase, { purchase_orders: 9 }),
    [
      ['9 purchase orders wait', inPurchases('unmapped_item')],
      ['4 more', inPurchases('unmapped_item')],
    ],
  ],
  [
    'of both',
    group('rejected_by_warehouse', order, { orders: 1, purchase_orders: 8 }),
    [
      ['1 order waits', inOrders('rejected_by_warehouse')],
      ['8 purchase orders wait', inPurchases('rejected_by_warehouse')],
      ['4 more', '/issues/rejected_by_warehouse'],
    ],
  ],
  ['of items', group('low_stock', { subject: 'products:1' }), [['4 more', '/issues/low_stock']]],
  ['of connections', group('needs_reconnect', {}), [['4 more', '/settings/connectors']]],
  [
    'of SKUs',
    group('unmapped_sku', order, { orders: 1 }),
    [
      ['1 order waits', inOrders('unmapped_sku')],
      ['4 more SKUs', '/skus-to-link'],
    ],
  ],
  ['that no other list has', group('stock_refused', {}), [['4 more', '/issues/stock_refused']]],
  [
    'of records that no other list has, and of orders',
    group('unreadable', {}, { orders: 1 }),
    [
      ['1 order waits', inOrders('unreadable')],
      ['4 more', '/issues/unreadable'],
    ],
  ],
  [
    'of orders, of which the type may have causes without one,',
    group('unreadable', order, { orders: 9 }),
    [
      ['9 orders wait', inOrders('unreadable')],
      ['4 more', '/issues/unreadable'],
    ],
  ],
  [
    'of orders, of which connections may have the same,',
    group('retries_exhausted', order, { orders: 9 }),
    [
      ['9 orders wait', inOrders('retries_exhausted')],
      ['4 more', '/issues/retries_exhausted'],
    ],
  ],
  [
    'of too many to count, without an order',
    group('stock_refused', {}, { orders: null, purchase_orders: null }),
    [['4 more', '/issues/stock_refused']],
  ],
  [
    'of too many purchase orders to count',
    group('unmapped_item', purchase, { orders: null, purchase_orders: null }),
    [
      ['Purchase orders wait', inPurchases('unmapped_item')],
      ['4 more', inPurchases('unmapped_item')],
    ],
  ],
  ['of what was mended', group('unmapped_sku', order, { isGone: true }), []],
])('causes %s lead to the list that has all of them', (_, shown, links) => {
  expect(linksOf(shown)).toEqual(links);
});

test('the orders that wait for a product that is gone are found by its SKU', () => {
  expect(linksIn(<CauseRow type="product_gone" cause={cause(order)} />)).toContainEqual([
    '2 orders',
    '/orders?view=attention&issue=product_gone&source=ship_station&search=MUG',
  ]);
});
