import type { Walk } from './driver/walk.ts';
import { sold } from './orders.ts';

/** A channel's SKU that looks like a product of the warehouse, and equals none. */
export const linkSku: Walk<string> = {
  task: 'Link a SKU to the product that it looks like',
  as: 'olive@demo.crossdock',
  prepare: async (product, round) => {
    const sku = `85123A-${round}`;
    await sold(product, { orderNumber: `SKU-${round}`, items: [{ sku, name: 'WHITE HANGING HEART LANTERN', quantity: 1 }] });
    return sku;
  },
  steps: async ({ page, press, tick }, sku) => {
    const cause = page.getByRole('listitem').filter({ hasText: sku }).last();
    await press(cause.getByRole('button', { name: 'Link product' }), { step: 'j' });
    const panel = page.getByRole('dialog', { name: 'Link product' });
    await panel.getByLabel('Search products').and(page.locator(':focus')).waitFor();
    await tick(panel.getByRole('radio').first(), { key: 'ArrowDown' });
    await press(panel.getByRole('button', { name: 'Link product' }), { key: 'Enter' });
    await page.getByText('Portal SKU was mapped successfully').first().waitFor();
    await panel.waitFor({ state: 'detached' });
  },
};
