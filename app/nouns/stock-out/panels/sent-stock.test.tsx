import { expect, test } from 'vitest';
import { rendered } from '../../../../test/rendered.tsx';
import { SentStock } from './sent-stock.tsx';

const alias = (n: number) => ({ sku: `L${n}`, connection_name: 'Marketplace' });

test.each([
  [0, ''],
  [1, 'Nothing is sent for an alias until its channel lists it: L1 at Marketplace.'],
  [1_005, 'it: L1 at Marketplace, L2 at Marketplace, L3 at Marketplace, 1,002 more.'],
])('where nothing was sent, of %i aliases is said why', (count, says) => {
  const text = rendered(<SentStock pushes={[]} aliases={Array.from({ length: count }, (_, at) => alias(at + 1))} />);
  expect(text).toContain(says);
  expect(text.includes('Sent to channels')).toBe(count > 0);
});
