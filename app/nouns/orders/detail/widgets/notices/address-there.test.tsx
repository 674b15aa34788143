import { expect, test } from 'vitest';
import { rendered } from '../../../../../../test/rendered.tsx';
import type { Order } from '../order.ts';
import { AddressThere } from './address-there.tsx';

test('of an address that its channel changed beside an edit both values of each line that differs are shown', () => {
  const here = { customer_name: 'Ann', address: '1 Chosen Lane', address_2: 'Apt 5', city: 'Austin', state: null };
  const order = { ...here, source_name: 'Shop', address_there: { ...here, address: '9 New Road', address_2: null, state: '' } };
  expect(
    rendered(<AddressThere order={order as unknown as Order} />)
      .trim()
      .split(/\s*\n\s*/),
  ).toEqual(['Address Line 1: “9 New Road” at Shop, “1 Chosen Lane” here.', 'Address Line 2: none at Shop, “Apt 5” here.']);
});
