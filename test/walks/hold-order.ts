import type { Walk } from './driver/walk.ts';
import { find } from './find.ts';
import { indexed, sold } from './orders.ts';

/** The buyer calls: it must not leave yet. */
export const holdOrder: Walk<string> = {
  task: 'Hold an order, with a reason',
  as: 'olive@demo.crossdock',
  prepare: async (product, round) => {
    const number = `HOLD-${round}`;
    await sold(product, { orderNumber: number, items: [{ sku: 'ODD-HOLD', quantity: 1 }] });
    await indexed(product);
    return number;
  },
  steps: async (hand, number) => {
    const { page, press, type } = hand;
    await find(hand, number, number);
    await press(page.getByRole('button', { name: 'Hold', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Hold this order?' });
    await dialog.locator(':focus').waitFor();
    await type(dialog.getByLabel('Reason'), 'Away');
    await press(dialog.getByRole('button', { name: 'Hold' }), { key: 'Enter' });
    await page.getByText(/^SO-\d+ is on hold/).waitFor();
    await dialog.waitFor({ state: 'detached' });
  },
};
