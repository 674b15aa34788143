import { expect, test } from 'vitest';
import { rendered } from '../../../../test/rendered.tsx';
import { Uninstalled } from './impact.tsx';

test('who takes a consent back with a connection is told that its buyers are erased then', () => {
  const text = rendered(<Uninstalled vendor="Shopify" />);
  expect(text).toContain('Crossdock is also uninstalled from Shopify, unless another account is connected to the same shop.');
  expect(text).toContain('two days later Shopify has the names and addresses of its buyers erased here');
});
