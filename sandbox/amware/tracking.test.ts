import { expect, test } from 'vitest';
import { carriers } from './methods.ts';
import { trackingOf } from './tracking.ts';

const shapes = { UPS: /^1Z[0-9A-Z]{16}$/, FedEx: /^\d{12}$/, USPS: /^94055\d{17}$/, DHL: /^\d{10}$/, 'Royal Mail': /^[A-Z]{2}\d{9}GB$/ };

test.each(carriers.map(({ carrier }) => carrier))('%s numbers have the carrier’s shape and stay the same', (carrier) => {
  for (const seed of ['one', 'two', 'three']) {
    const { number, url } = trackingOf(carrier, seed);
    expect(number).toMatch(shapes[carrier]);
    expect(url.startsWith('https://') && url.endsWith(number)).toBe(true);
    expect(trackingOf(carrier, seed).number).toBe(number);
  }
});

test('the check digits are right', () => {
  const { number: dhl } = trackingOf('DHL', 'x');
  expect(Number(dhl.slice(0, 9)) % 7).toBe(Number(dhl[9]));
  const { number: usps } = trackingOf('USPS', 'x');
  const sum = [...usps].toReversed().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  expect(sum % 10).toBe(0);
});
