import { describe, expect, test } from 'vitest';
import { rendered } from '../../../../../../test/rendered.tsx';
import { ProductPicker } from '../../../../links/choice/product-picker.tsx';
import { SearchField } from '../../../../links/choice/search-field.tsx';
import type { ProductChoice } from '../../../../links/choice/use-product-choice.ts';
import type { Found } from '../../../../links/choice/use-product-search.ts';
import { skuMapped } from '../../../../links/contract.ts';
import { FoundProducts } from './product-finder.tsx';

// What the specification says of the two dialogs that find a warehouse product for an order, in the situation that each belongs to.

const mug: Found = {
  ...{ id: 5, sku: 'MUG', name: 'A mug', upc: '501', image_url: 'images/7', warehouse_location: 'A-1', source_link: null },
  ...{ quantity_on_hand: 12, quantity_on_hold: 2, quantity_available: 1_200, gone_at: null },
};
const cup: Found = { ...mug, id: 6, sku: 'CUP', name: 'A cup', image_url: null };
const failure = 'There was an error performing search.  Please try again later';

describe('the Product Finder', () => {
  const finder = (found: Found[], onOrder = new Map<number, number>(), more?: () => undefined) =>
    rendered(<FoundProducts {...{ found, onOrder, more, isBusy: false, onAdd: () => undefined }} />);
  test.each<[situation: string, text: () => string, says: string[], not: string[]]>([
    [
      'a result: image, name, SKU, quantity, and a button that adds it',
      () => finder([mug]),
      ['A mug', 'MUG', '1,200 in stock', 'Quantity of MUG', 'Add MUG'],
      ['No results', 'on the order', 'no longer names', 'Show more'],
    ],
    [
      'a result that the warehouse no longer names',
      () => finder([mug, { ...cup, gone_at: '2026-11-20T09:30:00Z' }]),
      ['Add MUG', ' · the warehouse no longer names it', 'Add CUP'],
      [],
    ],
    ['a result that the order has', () => finder([mug, cup], new Map([[5, 3]])), ['3 on the order', 'Add CUP'], []],
    ['more than a page', () => finder([mug], new Map(), () => undefined), ['Show more'], []],
    ['none', () => finder([]), ['No results'], ['Add']],
    ['a search that failed', () => rendered(<SearchField failure={failure} onType={() => undefined} />), [failure, 'Search products'], []],
  ])('%s', (_situation, text, says, not) => {
    const shown = text();
    expect(says.filter((each) => !shown.includes(each))).toEqual([]);
    expect(not.filter((each) => shown.includes(each))).toEqual([]);
  });
});

describe('the mapping of a SKU', () => {
  const does = () => undefined;
  const picker = (over: Partial<ProductChoice>, offerFailed = false) => {
    const choice: ProductChoice = {
      ...{ sold: { sku: 'MUG-6', name: 'Six mugs' }, isSearched: false, choices: [mug], chosen: undefined, failure: null, isTyping: false },
      ...{ type: does, searchNow: does, choose: does, move: does },
      ...over,
    };
    return rendered(<ProductPicker choice={choice} link={async () => undefined} offerFailed={offerFailed} />);
  };
  test.each<[situation: string, text: () => string, says: string[], not: string[]]>([
    [
      'a search, and a button for each that links it',
      () => picker({ choices: [mug, cup] }),
      ['Search products', 'Search by SKU, name or UPC', 'Likeliest products', 'MUG', 'Link MUG', 'Link CUP', '1,200 in stock'],
      ['No Results Found'],
    ],
    ['what was found', () => picker({ isSearched: true }), ['Products found'], ['Likeliest products']],
    ['nothing found', () => picker({ isSearched: true, choices: [] }), ['No Results Found'], ['Link MUG']],
    ['nothing alike', () => picker({ choices: [] }), ['No product has a similar name. Search for the right one.'], []],
    [
      'not known what is alike',
      () => picker({ choices: [] }, true),
      ['The likeliest products could not be loaded. Search for the right one.'],
      ['No product has a similar name'],
    ],
    ['a search that failed', () => picker({ failure }), [failure], []],
    ['done', () => skuMapped, ['Portal SKU was mapped successfully'], []],
  ])('%s', (_situation, text, says, not) => {
    const shown = text();
    expect(says.filter((each) => !shown.includes(each))).toEqual([]);
    expect(not.filter((each) => shown.includes(each))).toEqual([]);
  });
});
