import { expect, test } from 'vitest';
import { priceOf } from './price.ts';

test.each([
  ['as the channel has it', null, '4.25', '4.25'],
  ['a gift of the channel', null, '0.00', '0.00'],
  ['with another quantity here', 3, '0.00', '0.00'],
  ['that the channel asks for no longer', 0, '4.25', '4.25'],
  ['added here', 0, '0.00', null],
])('the price of a line %s', (_, source_quantity, unit_price, price) => {
  expect(priceOf({ source_quantity, unit_price })).toBe(price);
});
