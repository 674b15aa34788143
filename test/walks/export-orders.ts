import { opened } from './driver/hand.ts';
import type { Walk } from './driver/walk.ts';
import { sold } from './orders.ts';

/** All orders as a file. */
export const exportOrders: Walk<void> = {
  task: 'Export all orders, and download the file',
  as: 'olive@demo.crossdock',
  prepare: async (product, round) => {
    await sold(product, { orderNumber: `FILE-${round}`, items: [{ sku: '85123A', quantity: 1 }] });
  },
  steps: async (hand) => {
    const { page, press, tick } = hand;
    await hand.open('Import/export', 'imp');
    await opened(page, 'Import/export');
    await tick(page.getByLabel('All orders'));
    await press(page.getByRole('button', { name: 'Export orders' }));
    await page.getByText('is ready for download').waitFor();
    const download = page.waitForEvent('download');
    await press(page.getByRole('link', { name: /^orders-.*\.csv$/ }).first());
    await download;
  },
};
