import { expect, test } from 'vitest';
import { rendered } from '../../../../test/rendered.tsx';
import { Compared } from './compared.tsx';

test('each difference of a product stands for itself', () => {
  const product = { sku: 'TIN-9', name: 'Tin, pack of 9', upc: '111' };
  const text = rendered(<Compared product={product} sold={{ sku: 'TIN', name: 'Tin', upc: '222' }} />);
  expect(text.replace(/\n+/g, '')).toContain('; UPC 111, the channel’s is 222; a pack of 9, the channel sells one unit');
});
