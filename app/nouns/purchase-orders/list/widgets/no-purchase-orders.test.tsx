import { expect, test } from 'vitest';
import { rendered } from '../../../../../test/rendered.tsx';
import { NoPurchaseOrders } from './no-purchase-orders.tsx';

const said = (view: Parameters<typeof NoPurchaseOrders>[0]['view'], connected = true) =>
  rendered(<NoPurchaseOrders view={view} connected={connected} />);

test('an empty tab does not say that there are no purchase orders at all', () => {
  expect(said('archived')).toContain('Nothing is archived');
  expect(said('late')).toContain('See all purchase orders');
  expect(said('attention')).not.toContain('No purchase orders yet');
  expect(said('all')).toContain('No purchase orders yet');
  expect(said(undefined, false)).toContain('Connect a source');
});
