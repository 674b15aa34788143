import { QueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { listLabels } from '../../app/base/verbs/list-labels.ts';
import { skuMapped } from '../../app/nouns/links/contract.ts';
import { bulkActions } from '../../app/nouns/order-flow/contract/bulk-action.ts';
import type { OrderDetail } from '../../app/nouns/order-flow/contract/detail.ts';
import { OrderFacts } from '../../app/nouns/orders/detail/widgets/facts.tsx';
import { OrderHeader } from '../../app/nouns/orders/detail/widgets/header.tsx';
import { OrderLines } from '../../app/nouns/orders/detail/widgets/lines/lines.tsx';
import { OrderNotices } from '../../app/nouns/orders/detail/widgets/notices/notices.tsx';
import { SourceStatus } from '../../app/nouns/orders/detail/widgets/source/source-status.tsx';
import { EditButtons } from '../../app/nouns/orders/editing/widgets/edit-buttons.tsx';
import { AgeingTable } from '../../app/screens/dashboard/widgets/figures/ageing-table.tsx';
import { StatusCounters } from '../../app/screens/dashboard/widgets/figures/status-counters.tsx';
import SearchPage from '../../app/screens/search/search-page.tsx';
import { SearchBox } from '../../app/screens/shell/navigation/search-box.tsx';
import { LogViewer } from '../../app/shared/connections/widgets/logs/log-viewer.tsx';
import { exportFailed, stillExporting } from '../../app/shared/exports/contract.ts';
import { errorMessage } from '../../app/ui/words/error-message.ts';
import { rendered } from '../rendered.tsx';
import { linedOrder } from '../shop/lined-order.ts';
import { addOrder } from '../shop/rows.ts';
import { testWeb } from '../web.ts';

// The texts that the specification quotes, screen by screen, in the situation that each belongs to.

const own = testWeb();
const shop = linedOrder(own);

describe('an order', () => {
  const page = (order: OrderDetail) =>
    rendered(
      <>
        <OrderHeader order={order} isEditing={false} editButtons={<EditButtons order={order} mode={{} as never} />} />
        <OrderNotices order={order} isEdited={false} />
        <OrderFacts order={order} countryName="" />
        <OrderLines order={order} all onAll={() => undefined} />
      </>,
    );
  const always = [
    ...['Order Source', 'Order Date', 'Status', 'Customer ID', 'Customer Name', 'Phone', 'E-mail', 'Shipping Address', 'Note'],
    ...['Shipping Method', 'Tracking Number', 'Tax', 'Shipping Cost', 'Order Total', 'Last Updated', 'Last Edited by'],
    ...['Source Item', 'Amware Item', 'Qty', 'Lock Order', 'Edit Order'],
  ];
  test.each<[situation: string, facts: Record<string, unknown>, says: string[], not: string[]]>([
    ['that can be edited', {}, always, ['Unlock order', 'Package Weight', 'PO Number', 'Sent to the warehouse together']],
    ['that is locked', { locked: true }, ['Unlock order'], ['Lock Order']],
    ['that the warehouse has', { in_amware: 1, order_status: 'packing', amware_ref_num: 'AM-1' }, ['AM-1'], ['Edit Order']],
    ['with a weight', { weight_grams: 740 }, ['Package Weight', '740 g'], []],
    ['with a PO number', { source_ref_num: 'PO-7' }, ['PO Number', 'PO-7'], []],
    ['with an amount', { currency: 'GBP', total_cost: '54.10' }, ['£54.10'], []],
    ['that the channel shipped', { source_status: 'shipped' }, ['Shipped'], []],
  ])('%s', async (_situation, facts, says, not) => {
    const set = Object.keys(facts).map((column, at) => `${column} = $${at + 2}`);
    if (set.length > 0) await own.sql(`update orders set ${set.join(', ')} where id = $1`, [shop.orderId, ...Object.values(facts)]);
    const text = page(await shop.read());
    expect(says.filter((each) => !text.includes(each))).toEqual([]);
    expect(not.filter((each) => text.split('\n').some((line) => line.startsWith(each)))).toEqual([]);
  });

  test('that shares its parcel names the others, because they ship to the same address', async () => {
    const other = await addOrder(own, shop.ann.accountId, shop.channelId, { source_order_number: 'OTHER-9' });
    const order = await shop.read();
    const text = page({ ...order, orders_combined_with: [{ id: other, source_number: 'OTHER-9' }] });
    expect(text.replace(/\s+/g, ' ')).toContain('Sent to the warehouse together with OTHER-9 : they ship to the same address.');
  });

  test.each([
    ['awaiting_shipment', 'Pending', 'green', 'awaiting shipment'],
    ['shipped', 'Shipped', 'blue', ''],
    ['awaiting_payment', 'Cancelled', 'grey', 'awaiting payment'],
    ['cancelled', 'Cancelled', 'grey', ''],
  ])('%s at the channel reads %s, and beside it the channel’s own word', (status, label, tone, own) => {
    const text = rendered(<SourceStatus order={{ source_status: status, source_display: status }} />);
    expect(text.trim().replaceAll(/\s+/g, ' ')).toBe(own ? `${label} ${own}` : label);
    const html = renderToStaticMarkup(<SourceStatus order={{ source_status: status, source_display: status }} />);
    expect(html).toContain(`data-tone="${tone}"`);
  });
});

describe('home', () => {
  test('counters and the ageing table', () => {
    const orderCounts = { pending: 1, packing: 2, partially_shipped: 3, shipped: 4, fulfilled: 5, error: 6 };
    const counters = rendered(<StatusCounters counted={{ orderCounts, cancelled: 7, archived: 0, total: 28 }} />);
    for (const label of ['Pending', 'Packing', 'Partially Shipped', 'Shipped', 'Fulfilled', 'Error']) expect(counters).toContain(label);
    const ageing = rendered(<AgeingTable ageing={{ aging: [{ est_date: '2026-03-04', order_count: 3 }], total: 3, timezone: 'UTC' }} />);
    for (const text of ['Order Status: Packing (For the past 10 days)', 'Date (UTC)', '# Orders', 'Total orders'])
      expect(ageing).toContain(text);
  });
});

describe('search', () => {
  const item = { id: 1, name: 'A mug', sku: 'MUG', upc: null, image_url: null, warehouse_location: null, source_link: null };
  const stock = { quantity_on_hand: 9, quantity_on_hold: 2, quantity_available: 7 };
  const found = { hits: [], waiting: [], more: false, query: 'mug', counts: {} };
  const page = (loaderData: object) =>
    rendered(<SearchPage {...({ loaderData } as unknown as ComponentProps<typeof SearchPage>)} />, { path: '/search/products?q=mug' });
  test.each([
    ['none', { ...found, name: 'products' }, ['Search results in products for "mug"', 'Back to products', 'Sorry, no results found.']],
    ['items', { ...found, name: 'products', hits: [{ ...item, ...stock }] }, ['Name', 'SKU', 'Available in Stock', '7', 'A mug']],
    ['raw materials', { ...found, name: 'raw_materials' }, ['Search results in raw materials for "mug"', 'Back to raw materials']],
  ])('%s', (_what, data, says) => {
    const text = page(data);
    expect(says.filter((each) => !text.includes(each))).toEqual([]);
  });
  test('the box', () => {
    const text = rendered(<SearchBox />);
    for (const each of ['Search...', 'Go']) expect(text).toContain(each);
  });
});

describe('a log', () => {
  const key = ['logs', 1, 0];
  const at = (prepare: (queries: QueryClient) => void) => {
    const queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
    prepare(queries);
    return rendered(<LogViewer connectionId={1} entity={0} from={0} />, { queries });
  };
  test.each<[string, (queries: QueryClient) => void, string]>([
    ['on its way', () => undefined, 'Loading logs... Please wait'],
    ['empty', (queries) => queries.setQueryData(key, { pages: [[]], pageParams: [undefined] }), 'There are no logs available'],
    [
      'that does not come',
      (queries) =>
        queries
          .getQueryCache()
          .build(queries, { queryKey: key })
          .setState({ status: 'error', error: new Error('x') }),
      'There was an error loading logs',
    ],
  ])('%s', (_situation, prepare, says) => {
    expect(at(prepare)).toContain(says);
  });
});

test.each([
  ['a failure without words', () => errorMessage(new Error('x')), 'There was an error processing your request'],
  ['an export that failed', () => exportFailed('orders'), 'There was an error exporting orders'],
  [
    'an export that goes on',
    () => stillExporting,
    'Your data is still being exported. Please check back in a couple minutes, the button will be enabled once the export is finished.',
  ],
  ['a mapped SKU', () => skuMapped, 'Portal SKU was mapped successfully'],
  ['bulk actions', () => bulkActions.map((action) => listLabels[action]).join(), 'Clear Errors,Cancel,Hold,Unhold,Change,Archive,Delete'],
])('%s', (_situation, text, expected) => {
  expect(text()).toBe(expected);
});
