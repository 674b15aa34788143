import { expect, test } from 'vitest';
import { rendered } from '../../../../test/rendered.tsx';
import { Compared } from './compared.tsx';

test('each difference of a product stands for itself', () => {
  const product = { sku: 'TIN-9', name: 'Tin, pack of 9', upc: '5010000225681', gone_at: '2026-11-20T09:30:00Z' };
  const text = rendered(<Compared product={product} sold={{ sku: 'TIN', name: 'Tin', upc: '5010000999999' }} />);
  expect(text.replace(/\n+/g, '')).toContain(
    '; UPC 5010000225681, the channel’s is 5010000999999; a pack of 9, the channel sells one unit; the warehouse no longer names it',
  );
});
