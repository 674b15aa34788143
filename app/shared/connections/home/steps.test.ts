import { expect, test } from 'vitest';
import type { Needs, Progress } from './contract.ts';
import { stepsOf } from './steps.ts';

const nothing: Progress = {
  ...{ hasWarehouse: false, products: 0, linked: 0, shippingCodes: 0, shippingMapped: 0 },
  ...{ orders: 0, atWarehouse: 0, shipped: 0, fulfilled: 0 },
};
const none = { codes: 0, orders: 0, purchaseOrders: 0 };
const calm: Needs = { products: none, shipping: none, locations: none };
const ready = { hasWarehouse: true, products: 9, linked: 4, shippingCodes: 3, shippingMapped: 2 };

test.each<[string, Partial<Progress>, Partial<Needs>, string | undefined]>([
  ['nothing', {}, {}, 'warehouse'],
  ['a warehouse', { hasWarehouse: true }, {}, 'products'],
  ['linked products', { hasWarehouse: true, products: 9, linked: 1 }, {}, 'shipping'],
  ['all that orders need', ready, {}, 'arrived'],
  ['an order that waits for a link', { ...ready, orders: 1 }, { products: { ...none, codes: 1, orders: 1 } }, 'products'],
  ['an order that waits for a code', { ...ready, orders: 1 }, { shipping: { ...none, codes: 1, orders: 1 } }, 'shipping'],
  ['an order that goes', { ...ready, orders: 1 }, {}, 'packing'],
  ['one at the warehouse', { ...ready, orders: 1, atWarehouse: 1 }, {}, 'shipped'],
  ['one that shipped', { ...ready, orders: 1, atWarehouse: 1, shipped: 1 }, {}, 'confirmed'],
])('with %s, the next step is the right one', (_what, progress, needs, next) => {
  expect(
    stepsOf({ name: 'Shop', capabilities: [] }, { ...nothing, ...progress }, { ...calm, ...needs })?.find(({ done }) => !done)?.key,
  ).toBe(next);
});

test('once an order is fulfilled there are no longer any steps', () => {
  expect(stepsOf({ name: 'Shop', capabilities: [] }, { ...nothing, fulfilled: 1 }, calm)).toBeNull();
});

test('who calls us sends the first order, which nobody reads', () => {
  const hint = (capabilities: string[]) =>
    stepsOf({ name: 'Shop', capabilities }, nothing, calm)?.find(({ key }) => key === 'arrived')?.hint;
  expect(hint(['orders', 'calls'])).toContain('Shop sends it');
  expect(hint(['orders'])).toContain('is read all the time');
});

test('a step says what waits for it', () => {
  const progress = { ...nothing, ...ready, orders: 1 };
  const hints = (needs: Partial<Needs>) =>
    stepsOf({ name: 'Shop', capabilities: [] }, progress, { ...calm, ...needs })?.map(({ hint }) => hint);
  const one = { codes: 1, orders: 1, purchaseOrders: 0 };
  expect(hints({ products: one })).toContain('1 SKU is not linked, 1 order waits.');
  expect(hints({ shipping: { ...one, codes: 2, orders: 3 } })).toContain('2 codes are not mapped, 3 orders wait.');
  expect(hints({})).toEqual(expect.arrayContaining(['4 of 9 are linked.', '2 of 3 are mapped.']));
  const many = stepsOf({ name: 'Shop', capabilities: [] }, { ...progress, products: 12_000, linked: 1_204 }, calm);
  expect(many?.map(({ hint }) => hint)).toContain('1,204 of 12,000 are linked.');
});
