import { expect, test } from 'vitest';
import type { OrderLine } from '../../../../order-flow/lines/line.ts';
import {
  addProduct,
  dropAdded,
  isShort,
  isWhole,
  keepMyLine,
  type LinesDraft,
  lineItemsOf,
  linesAfter,
  noEdits,
  removeLine,
  setAdded,
  setQuantity,
  stateOfLines,
  takeTheirLine,
  undoRemoval,
} from './lines.ts';

const plain: OrderLine = {
  ...{
    id: 1,
    sku: 'MUG',
    name: 'Mug',
    quantity: 2,
    source_quantity: null,
    later_quantity: 0,
    units_per_sale: 1,
    unit_price: '5.00',
    is_charge: false,
    imageUrl: null,
    upc: null,
  },
  ...{
    location: null,
    options: null,
    product_id: 10,
    mapped_sku_js: 'W-MUG',
    mapped_name: 'Mug',
    quantity_shipped: 0,
    quantity_available: 9,
  },
  ...{
    isMissing: false,
    isOutOfStock: false,
    stock_expected_at: null,
    mapped_location: null,
    isNewItem: false as const,
    isDelete: false as const,
  },
};
const mug = plain;
const cup: OrderLine = { ...plain, id: 2, sku: 'CUP', quantity: 1, product_id: null, mapped_sku_js: null, isMissing: true };
const postage: OrderLine = { ...plain, id: 3, is_charge: true, product_id: null };
const lines = [mug, cup, postage];
const product = (id: number) => ({ id, sku: `P${id}`, name: `Product ${id}`, image_url: null, quantity_available: 5 });
const five = setQuantity(noEdits, mug, 5);

test.each<[string, LinesDraft, OrderLine[], ReturnType<typeof lineItemsOf>]>([
  ['nothing is asked', noEdits, lines, []],
  ['a quantity is changed', five, lines, [{ id: 1, quantity: 5 }]],
  ['a quantity is changed back', setQuantity(five, mug, 2), lines, []],
  ['a line is removed', removeLine(noEdits, cup), lines, [{ id: 2, isDelete: true }]],
  ['a removal is undone', undoRemoval(removeLine(noEdits, cup), cup), lines, []],
  [
    'a removal is undone, and the quantity typed before it stands',
    undoRemoval(removeLine(five, mug), mug),
    lines,
    [{ id: 1, quantity: 5 }],
  ],
  ['a product is new', addProduct(noEdits, lines, product(20), 3), lines, [{ id: null, product_id: 20, quantity: 3, isNewItem: true }]],
  [
    'a new product is added twice',
    addProduct(addProduct(noEdits, lines, product(20), 3), lines, product(20), 2),
    lines,
    [{ id: null, product_id: 20, quantity: 5, isNewItem: true }],
  ],
  ['a product is on the order', addProduct(noEdits, lines, product(10), 3), lines, [{ id: 1, quantity: 5 }]],
  ['a product is on the order, with a quantity typed', addProduct(five, lines, product(10), 3), lines, [{ id: 1, quantity: 8 }]],
  ['a product’s line was going', addProduct(removeLine(noEdits, mug), lines, product(10), 3), lines, [{ id: 1, quantity: 3 }]],
  ['a new product is dropped', dropAdded(addProduct(noEdits, lines, product(20), 3), 20), lines, []],
  [
    'a new product’s quantity is typed',
    setAdded(addProduct(noEdits, lines, product(20), 3), 20, 7),
    lines,
    [{ id: null, product_id: 20, quantity: 7, isNewItem: true }],
  ],
  ['somebody removed what one removes', removeLine(noEdits, mug), [cup], []],
  ['somebody changed it alike', five, [{ ...mug, quantity: 5 }, cup], []],
])('what is sent when %s', (_, draft, stored, sent) => {
  expect(lineItemsOf(draft, stored)).toEqual(sent);
});

test('charges are no lines to edit', () => {
  expect(stateOfLines(noEdits, lines).map(({ line }) => line.sku)).toEqual(['MUG', 'CUP']);
});

test('a quantity that both changed asks which one counts', () => {
  const theirs = [{ ...mug, quantity: 4 }, cup];
  expect(stateOfLines(five, theirs)[0]).toMatchObject({ quantity: 5, theirs: 4 });
  const mine = keepMyLine(five, theirs, stateOfLines(five, theirs)[0] as never);
  expect(stateOfLines(mine, theirs)[0]).toMatchObject({ quantity: 5, isChanged: true });
  expect(stateOfLines(mine, theirs)[0]).not.toHaveProperty('theirs');
  expect(stateOfLines(takeTheirLine(five, mug), theirs)[0]).toMatchObject({ quantity: 4, isChanged: false });
});

test('a line that somebody removed while its quantity was typed stays in sight, and can be added again', () => {
  const [, gone] = stateOfLines(five, [cup]);
  expect(gone).toMatchObject({ line: mug, quantity: 5, theirs: null });
  expect(lineItemsOf(keepMyLine(five, [cup], gone as never), [cup])).toEqual([{ id: null, product_id: 10, quantity: 5, isNewItem: true }]);
  expect(stateOfLines(takeTheirLine(five, mug), [cup])).toHaveLength(1);
});

test.each([
  [1, true],
  [1_000_000, true],
  [0, false],
  [-1, false],
  [1.5, false],
  [1_000_001, false],
  [null, false],
  [Number.NaN, false],
])('a quantity of %s: %s', (quantity, isOne) => {
  expect(isWhole(quantity)).toBe(isOne);
});

test.each([
  ['enough', { quantity_available: 5 }, 5, false],
  ['one too many', { quantity_available: 5 }, 6, true],
  ['those shipped need none', { quantity_available: 5, quantity_shipped: 1 }, 6, false],
  ['never counted', { quantity_available: 0 }, 6, false],
  ['none left', { quantity_available: 0, isOutOfStock: true }, 1, true],
  ['no product', { quantity_available: null }, 6, false],
])('too few, where there is %s', (_, line, quantity, short) => {
  expect(isShort({ ...plain, ...line }, quantity)).toBe(short);
});

test('what a save would leave: quantities as typed, without what goes; what is no number counts as before', () => {
  const draft = removeLine(setQuantity(five, cup, null), postage);
  expect(linesAfter(removeLine(draft, cup), lines).map(({ sku, quantity }) => [sku, quantity])).toEqual([
    ['MUG', 5],
    ['MUG', 2],
  ]);
  expect(linesAfter(draft, lines)).toMatchObject([{ quantity: 5 }, { sku: 'CUP', quantity: 1 }, { is_charge: true }]);
});
