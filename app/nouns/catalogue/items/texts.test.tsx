import { describe, expect, test } from 'vitest';
import { rendered } from '../../../../test/rendered.tsx';
import { CategoryFields } from '../categories/edit-categories.tsx';
import { categoryTexts } from '../categories/texts.ts';
import { kinds } from '../kinds.ts';
import { itemList } from '../list/item-list.tsx';
import { ItemFacts } from '../record/item-facts.tsx';
import { ItemNotices } from '../record/item-notices.tsx';
import type { ItemRecord } from '../record/read.ts';
import { StockByPlace } from '../record/stock-by-place.tsx';
import { StockTable } from '../record/stock-curve.tsx';
import { StockFigures } from '../record/stock-figures.tsx';
import { itemForm } from './item-form.ts';

const place = {
  ...{ warehouse: 'Kentucky', location: 'A-1', lot: 'L9', on_hand: 12, on_hold: 2, allocated: 3 },
  ...{ expires_on: null, not_offered_from: null, is_offered: null, serials: null },
};
const item: ItemRecord = {
  ...{ id: 1, sku: 'MUG', name: 'Our mug', upc: '501', description: 'Of clay', unit: 'piece', weight: 0.25, warehouse_location: 'KY1' },
  ...{
    reorder_point: 20,
    expiry_days: 30,
    quantity_on_hand: 12,
    quantity_on_hold: 2,
    quantity_available: 7,
    stock: [place],
    promised: 4,
    not_booked: 0,
  },
  ...{
    image_url: null,
    has_own_image: false,
    own_address: null,
    picture_missing: null,
    category: 'Mugs',
    category_id: 1,
    warehouse: { slug: 'amware', name: 'Amware' },
  },
  ...{
    warehouse_values: {},
    stock_taken_at: new Date(),
    counted_at: new Date(),
    is_count_held: false,
    named_at: new Date(),
    gone_at: null,
    updated_at: new Date(),
  },
};

const page = (facts: Partial<ItemRecord> = {}) => {
  const shown = { ...item, ...facts };
  return rendered(
    <>
      <ItemNotices kind="products" item={shown} />
      <StockFigures item={shown} expected={30} />
      <ItemFacts kind="products" item={shown} />
      <StockByPlace kind="products" stock={shown.stock} onHand={shown.quantity_on_hand} />
      <StockTable days={[{ date: '2026-11-20', on_hand: 12, in_stock: 10 }]} />
    </>,
  ).replace(/\s+/g, ' ');
};

test.each<[situation: string, facts: Partial<ItemRecord>, says: string[], not: string[]]>([
  [
    'with stock',
    {},
    [
      ...['Available in Stock 10', 'On Hand 12', 'On Hold 2', 'Allocated 3', 'Promised 4', 'Expected 30', 'Last changed', 'last counted'],
      ...[
        'Category Mugs',
        'UPC 501',
        'Unit piece',
        'Weight 0.25 kg',
        'Location KY1',
        'Reorder Point 20',
        'Expiry days 30',
        'Description Of clay',
        'Last Updated',
      ],
      ...['Warehouse', 'Lot', 'Kentucky', 'A-1', 'L9', 'The curve as a table'],
      '10 available: that is below its reorder point of 20.',
    ],
    ['Set here', 'stopped naming', 'Delete', 'Expires', 'Serial', 'not offered', 'too few', 'is not used'],
  ],
  [
    'of a lot that expires, with more serial numbers than are read at a glance',
    {
      stock: [{ ...place, expires_on: '2027-03-31', not_offered_from: '2027-03-01', is_offered: true, serials: ['S1', 'S2', 'S3', 'S4'] }],
    },
    ['Expires', 'Mar 31, 2027', 'not offered from Mar 1, 2027', 'Serials S1, S2, S3', 'and 1 more'],
    ['not offered since'],
  ],
  [
    'of a lot that expires soon',
    { stock: [{ ...place, expires_on: '2026-11-30', not_offered_from: '2026-11-01', is_offered: false, serials: ['S1'] }] },
    ['Nov 30, 2026', 'not offered since Nov 1, 2026', 'Serial S1', '10 units expire soon and are not offered to channels.'],
    ['not offered from', 'more'],
  ],
  [
    'of which some came without being booked',
    { not_booked: 1 },
    ['The receipts of 1 unit are not booked yet: until they are processed or set aside, channels are not offered them.'],
    ['expire soon'],
  ],
  [
    'of which fewer are left than orders are promised',
    { promised: 12 },
    ['12 units are promised to orders that are not yet with the warehouse, which can send 7: 5 too few. Channels are offered none.'],
    ['is not used'],
  ],
  [
    'whose warehouse suddenly counts too few products',
    { is_count_held: true },
    ['A newer count of Amware names too few products, so it is not used: these figures are older. Decide about it'],
    ['Channels are offered none'],
  ],
  ['with enough of it', { reorder_point: 10 }, [], ['below its reorder point']],
  ['never counted', { stock_taken_at: null, stock: [] }, ['The warehouse has not counted it yet.'], ['below its reorder point']],
  ['at no known place', { stock: [] }, ['The warehouse does not say where it lies.'], ['there is none in stock']],
  ['with none in stock', { stock: [], quantity_on_hand: 0 }, ['there is none in stock'], ['does not say where it lies']],
  [
    'with a name of our own',
    { warehouse_values: { name: 'Their mug', upc: null } },
    ['Set here. The warehouse says: “Their mug”', 'Set here. The warehouse says: nothing', 'Use the warehouse’s'],
    [],
  ],
  [
    'with a picture that cannot be fetched',
    { warehouse_values: { image_url: null }, own_address: 'https://a.example/mug.jpg', picture_missing: 'Its picture is not shown.' },
    ['Image address https://a.example/mug.jpg Its picture is not shown. Set here.'],
    [],
  ],
  [
    'that the warehouse does not know',
    { named_at: null, warehouse_values: { name: null } },
    ['Set here. The warehouse does not know it yet.', 'Delete'],
    ['Use the warehouse’s'],
  ],
  [
    'that is gone',
    { gone_at: new Date() },
    [
      'The warehouse stopped naming this product',
      'Orders that need it wait until it is named again, or until their SKU is linked to another product.',
    ],
    [],
  ],
])('a product %s', (_situation, facts, says, not) => {
  const text = page(facts);
  expect(says.filter((each) => !text.includes(each))).toEqual([]);
  expect(not.filter((each) => text.includes(each))).toEqual([]);
});

test('the lists and the form name every field', () => {
  const titles = (kind: 'products' | 'raw_materials') => itemList(kind, {}).columns.map(({ title }) => title);
  const shared = [
    'Image',
    'Name',
    'SKU',
    'Category',
    'Location',
    'On Hand',
    'On Hold',
    'Available in Stock',
    'Allocated',
    'UPC',
    'Reorder Point',
  ];
  expect(titles('products')).toEqual([...shared, 'Linked', 'Updated', 'Expected', 'Sold a Day', 'Days Left']);
  expect(titles('raw_materials')).toEqual([...shared, 'Updated', 'Expected', 'Used a Day', 'Days Left']);
  const form = itemForm([{ id: 1, name: 'Mugs' }], { withSku: true }).properties ?? {};
  expect(Object.values(form).map(({ title }) => title)).toEqual([
    ...['SKU', 'Name', 'UPC', 'Description', 'Category', 'Image address', 'Unit', 'Weight', 'Location', 'Reorder point', 'Expiry days'],
  ]);
  expect(form.category_id?.options).toEqual([{ value: '1', label: 'Mugs' }]);
});

test.each<[keyof typeof categoryTexts, string]>([
  ['notLoaded', 'Sorry, cannot load categories at this time. Please try again later'],
  ['notCreated', 'Sorry, cannot create category at this time.'],
  ['notUpdated', 'Sorry, cannot update categories at this time.'],
  [
    'inUse',
    'Sorry, cannot delete category. There are items assigned to the category.  Please, reassign items to different categories before deleting.',
  ],
  ['notDeleted', 'Sorry, cannot delete category at this moment'],
  ['noReply', 'Can not delete category at this moment'],
])('categories: %s', (situation, text) => {
  expect(categoryTexts[situation]).toBe(text);
});

describe('the manager of categories', () => {
  const does = async () => true;
  const dialog = (stored: 'failed' | { id: number; name: string }[]) => {
    const names = Array.isArray(stored) ? stored.map(({ id, name }) => ({ id, stored: name, name })) : [];
    const categories = {
      stored,
      names,
      ...{ renamed: false, added: '', typeAdded: () => undefined },
      rename: () => undefined,
      create: does,
      save: does,
      remove: async () => undefined,
    };
    return rendered(<CategoryFields categories={categories} close={() => undefined} />);
  };
  test.each<[situation: string, text: () => string, says: string[]]>([
    [
      'with one: a name to edit, and its icon to delete it',
      () => dialog([{ id: 1, name: 'Mugs' }]),
      ['Add New Category', 'Name of Mugs', 'Delete Mugs', 'Cancel', 'Save'],
    ],
    ['with none', () => dialog([]), ['Add New Category', 'There are no categories yet.']],
    ['that could not be loaded', () => dialog('failed'), ['Sorry, cannot load categories at this time. Please try again later']],
    [
      'has the entity type in its title',
      () =>
        Object.values(kinds)
          .map(({ title }) => `${title} Categories`)
          .join(),
      ['Products Categories', 'Raw materials Categories'],
    ],
  ])('%s', (_situation, text, says) => {
    const shown = text();
    expect(says.filter((each) => !shown.includes(each))).toEqual([]);
  });
});
