import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { rendered } from '../../../test/rendered.tsx';
import ConnectorProductsPage from './list-page.tsx';
import { type ConnectorProduct, importFailed, importing, stillImporting } from './listings/listing-contract.ts';
import { LinkResults } from './widgets/add-link-dialog.tsx';
import { deleteAllQuestion, impactOfAll } from './widgets/delete-all.tsx';
import { Impact } from './widgets/removal-dialog.tsx';
import { moreFor } from './widgets/row-buttons.tsx';
import { impact, warning } from './widgets/take-away-dialog.tsx';

// What the specification says of the screen, by name, in the situation that each belongs to.

const unlinked: ConnectorProduct = {
  ...{ id: 1, account_id: 1, connector_id: 2, product_id: null, connector_product_sku: 'OWL-1', connector_product_id: '9001' },
  ...{ connector_product_location: 'North', title: 'Cushion owl', name: 'Cushion owl', sku: null, upc: null, image_url: null, qty: 12 },
  ...{ quantity_available: null, warehouse_location: null, stock_id: 'S-77', source_link: 'https://shop.example/owl' },
  ...{
    units_per_sale: 1,
    is_alias: false,
    stock_buffer: null,
    linked: null,
    equal: null,
    waiting: 0,
    doubt: null,
    stock_refused: null,
    stock_sent: null,
  },
};
const linked: ConnectorProduct = {
  ...unlinked,
  ...{ id: 2, product_id: 5, connector_product_sku: 'MUG-6', qty: null, units_per_sale: 6 },
  linked: { id: 5, title: 'A mug of ours', sku: 'MUG', warehouse_location: 'A-1', quantity_available: 40, image_url: null },
};
const equal: ConnectorProduct = { ...unlinked, id: 3, equal: { id: 7, sku: 'OWL-1', name: 'Owl', same: 'SKU' } };

type Data = ComponentProps<typeof ConnectorProductsPage>['loaderData'];
const listed = (data: ConnectorProduct[], last_page = 1): Data['listings'] => ({
  ...{ data, current_page: 1, last_page, total: data.length, per_page: 50, total_is_exact: true, scanned: null },
  ...{ prev_page_url: null, next_page_url: null },
});
const screen = (data: ConnectorProduct[], over: Partial<Data> = {}, last_page = 1) => {
  const loaderData = {
    connection: { id: 2, slug: 'channel_advisor', name: 'ChannelAdvisor', state: 'active', tellsProducts: true },
    query: { page: 1, perPage: 50, connectionStatus: 'All', q: '', pagination: 5 },
    listings: listed(data, last_page),
    ...{
      isImporting: false,
      hasEqual: false,
      mayMap: true,
      stock: { mode: 'off', location_id: null, location_name: null, buffer: 0, building: null },
    },
    ...over,
  } as Data;
  const props = { loaderData } as unknown as ComponentProps<typeof ConnectorProductsPage>;
  return rendered(<ConnectorProductsPage {...props} />, { path: '/settings/connectors/channel_advisor/products' });
};

const told: Data['stock'] = { mode: 'on', location_id: '1', location_name: 'Amware', buffer: 0, building: null };
const owl = {
  ...{ id: 7, sku: 'OWL-2', name: 'Cushion owl red', upc: null, image_url: null, quantity_available: 40, warehouse_location: 'A-1' },
  gone_at: null,
};
const results = (products: (typeof owl)[], isSearched: boolean) =>
  rendered(
    <LinkResults
      {...{ products, isSearched, isFetching: false, link: () => undefined }}
      sold={{ sku: 'OWL-1', name: 'Cushion owl blue', upc: null }}
    />,
  );

const connection = { id: 2, slug: 'ship_station', name: 'ShipStation', state: 'active' } as const;
test.each<[situation: string, text: () => string, says: string[], not: string[]]>([
  [
    'any list',
    () => screen([unlinked]),
    ['Product SKU, ID or title', 'Connection status', 'Import Products', 'Delete Products', 'Connector product', 'Linked product'],
    [importing],
  ],
  [
    'a product without a link',
    () => screen([unlinked]),
    ['Cushion owl', 'OWL-1', '9001', 'North', '12', 'S-77', 'Source link', 'Add Link', 'Not linked'],
    ['Unlink', 'N/A'],
  ],
  ['a linked product', () => screen([linked]), ['A mug of ours', 'MUG', 'A-1', '40', 'N/A', '6 per sale', 'Change'], ['Add Link']],
  ['a channel that is not told of stock', () => screen([linked]), ['Stock is not sent to ChannelAdvisor.', 'Send it stock…'], []],
  [
    'a channel that is told of stock',
    () => screen([linked], { stock: { mode: 'on', location_id: '1', location_name: 'Amware', buffer: 3, building: null } }),
    ['ChannelAdvisor is sent the stock of linked products at Amware, less 3 units kept back of each product', 'Push all stock now'],
    [],
  ],
  [
    'a channel that is told of the stock of one building',
    () => screen([linked], { stock: { mode: 'on', location_id: '1', location_name: 'Shed', buffer: 0, building: 'Kentucky' } }),
    ['ChannelAdvisor is sent the stock of linked products at Shed, which is Kentucky, whenever it changes.'],
    [],
  ],
  [
    'a channel that one unit is kept back from',
    () => screen([linked], { stock: { mode: 'on', location_id: '1', location_name: 'Amware', buffer: 1, building: null } }),
    ['less 1 unit kept back of each product'],
    [],
  ],
  [
    'a product whose stock was refused',
    () => screen([{ ...linked, stock_refused: 'ChannelAdvisor did not take the stock of MUG-6: No such SKU.' }]),
    ['ChannelAdvisor did not take the stock of MUG-6: No such SKU.'],
    [],
  ],
  [
    'a product without a link that its channel was sent stock of',
    () => screen([{ ...unlinked, stock_sent: 1_200, waiting: 1 }], { stock: told }),
    [
      '1 order waits for it to be linked. ChannelAdvisor goes on to sell the 1,200 that it was sent last: set it to 0 there where that must not be.',
    ],
    [],
  ],
  [
    'an alias at a channel that is told of stock',
    () => screen([{ ...linked, is_alias: true }], { stock: told }),
    ['Alias', 'No stock is sent for an alias until ChannelAdvisor lists it.'],
    [],
  ],
  [
    'an alias at a channel that is not told of stock, or that orders wait for',
    () => `${screen([{ ...linked, is_alias: true }])} ${screen([{ ...unlinked, is_alias: true, waiting: 2 }], { stock: told })}`,
    ['Alias', '2 orders wait for it to be linked.'],
    ['for an alias'],
  ],
  ['a product that the channel lists', () => screen([linked], { stock: told }), ['Linked'], ['Alias']],
  ['a product that orders wait for', () => screen([{ ...unlinked, waiting: 31 }]), ['31 orders wait for it to be linked.'], []],
  [
    'a product to link: what looks alike, with what differs',
    () => results([owl], false),
    ['OWL-2', 'red', 'not', 'blue', 'looks alike', '40 in stock', 'Link OWL-2'],
    ['No Results Found'],
  ],
  ['a product to link that nothing looks like', () => results([], false), ['No product has a similar name. Search for the right one.'], []],
  ['a search for a product to link that finds none', () => results([], true), ['No Results Found'], []],
  [
    'before all are deleted',
    () => `${deleteAllQuestion} ${impactOfAll({ linked: 2, stops: 3, sold: 2 })} ${impactOfAll({ linked: 0, stops: 0, sold: 0 })}`,
    [
      'Are you sure you want to delete all connector products?',
      '2 of them are linked. 3 open orders will stop. The channel goes on to sell what it was sent last of 2 of them: set these to 0 there where that must not be.',
      'None of them is linked.',
    ],
    [],
  ],
  [
    'a rehearsal',
    () => screen([linked], { stock: { mode: 'rehearsal', location_id: '1', location_name: 'Amware', buffer: 0, building: null } }),
    ['Nothing is sent.', 'Rehearse all now'],
    [],
  ],
  [
    'a search that did not look at all',
    () => screen([unlinked], { listings: { ...listed([unlinked]), total_is_exact: false, scanned: 10_000 } }),
    ['10,000 products were looked through; there may be more that match. Another word or filter narrows them.'],
    [],
  ],
  [
    'a search that found nothing while new products are still unknown to it',
    () => screen([], { listings: { ...listed([]), total_is_exact: false, scanned: 0 } }),
    ['Some products are too new to be searched. Search again in a minute.'],
    ['0 products were', 'No products match'],
  ],
  ['one that equals a product', () => screen([equal]), ['same SKU', 'Link'], ['Add Link']],
  ['several that equal one', () => screen([equal], { hasEqual: true }), ['Link equal products…'], []],
  ['an import that runs', () => screen([unlinked], { isImporting: true }), ['Grabbing products from connector'], []],
  [
    'a connection that tells no products',
    () => screen([], { connection: { ...connection, tellsProducts: false } }),
    ['No products yet', 'Upload products file'],
    ['Import Products'],
  ],
  ['a person who may not map', () => screen([unlinked], { mayMap: false }), ['Import Products'], ['Delete Products']],
  ['many pages: five numbers and the last', () => screen([unlinked], {}, 40), ['Page 1', 'Page 5', 'Page 40', 'Next page'], ['Page 6\n']],
  [
    'before it is unlinked or deleted',
    () => `${warning} ${impact(3)} ${impact(0)}`,
    [
      'Future orders containing this product will fail and inventory will not be updated until it is linked to another product.',
      '3 open orders go by this link now and will stop.',
      'No open order goes by this link now.',
    ],
    [],
  ],
  ['while its orders are counted', () => rendered(<Impact counted={undefined} error={null} />), ['Counting the orders…'], []],
  [
    'where its orders cannot be counted',
    () => rendered(<Impact counted={undefined} error={new Error('x')} />),
    ['The orders that it concerns could not be counted.'],
    ['Counting'],
  ],
  ['a failure without words', () => importFailed, ['There was an error. Please try again.'], []],
  [
    'an import that goes on',
    () => stillImporting,
    [
      'Connector products are still being imported. Please check back in a couple minutes, the button will be enabled once the sync is finished.',
    ],
    [],
  ],
])('%s', (_situation, text, says, not) => {
  const shown = text();
  expect(says.filter((each) => !shown.includes(each))).toEqual([]);
  expect(not.filter((each) => shown.includes(each))).toEqual([]);
});

test.each([
  ['a linked product', linked, false, ['unlink', 'delete']],
  ['a linked product whose channel is told of stock', linked, true, ['unlink', 'buffer', 'delete']],
  ['a product without a link', unlinked, true, ['delete']],
  ['one that equals a product, whose button links it', equal, true, ['add', 'delete']],
] as const)('the menu of %s', (_situation, row, hasBuffer, entries) => expect(moreFor(row, hasBuffer)).toEqual(entries));
