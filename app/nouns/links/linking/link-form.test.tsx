import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { rendered } from '../../../../test/rendered.tsx';
import { LinkForm } from './link-form.tsx';

type Link = ComponentProps<typeof LinkForm>['link'];

const candidate = {
  id: 7,
  sku: 'MUG-6',
  name: 'Mugs',
  upc: '1234567890',
  image_url: null,
  quantity_available: 4,
  warehouse_location: null,
  gone_at: null,
};
const link: Link = {
  ...{ id: 1, sku: 'MUG-6', name: 'Six mugs', upc: null, connection_name: 'Shop', product: { id: 5, sku: 'MUG', name: 'Mug' } },
  ...{ units_per_sale: 6, linked_at: null, linked_by: null, stops: 0, candidates: [candidate] },
};
const form = (own: Partial<Link>) => rendered(<LinkForm link={{ ...link, ...own }} connectionId={2} onDone={() => undefined} />);

test('whoever changes only the units of a link keeps its product, although another has the SKU', () => {
  expect(form({})).not.toContain('is chosen');
});

test('where there is no link, the product with the SKU is chosen beforehand; not where the UPCs differ', () => {
  expect(form({ product: null })).toContain('MUG-6, Mugs is chosen');
  expect(form({ product: null, upc: '5010000999999' })).not.toContain('is chosen');
});
