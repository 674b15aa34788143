import { expect, test } from 'vitest';
import { dataAddresses } from './data-addresses.ts';

test('what only gives data has no page of its own', () => {
  const routes = {
    root: { module: '/root.js', hasLoader: false, hasDefaultExport: true },
    orders: { module: '/orders.js', hasLoader: true, hasDefaultExport: true },
    'orders/refresh': { module: '/refresh.js', hasLoader: true, hasDefaultExport: false },
  };
  expect(dataAddresses(routes)).toEqual(['orders/refresh']);
});
