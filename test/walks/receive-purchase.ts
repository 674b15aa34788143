import type { withNetsuite } from '../shop/netsuite-shop.ts';
import { heart } from '../shop/netsuite-shop.ts';
import { opened } from './driver/hand.ts';
import type { Walk } from './driver/walk.ts';

type Netsuite = ReturnType<typeof withNetsuite>;

/** Ten were ordered and twelve came: two more than ordered are accepted, and all are booked. */
export const receivePurchase = ({ buy, announced }: Netsuite): Walk<string> => ({
  task: 'Accept what came over of a purchase order, and book its receipts',
  as: 'olive@demo.crossdock',
  prepare: async (_product, round) => {
    const number = `BUY-${round}`;
    buy(number, [{ sku: heart ?? '', quantity: 10 }]);
    const { take } = await announced(number);
    take([heart ?? '', 12]);
    return number;
  },
  steps: async (hand, number) => {
    const { page, press } = hand;
    await hand.open('Purchase orders', 'purch');
    await opened(page, 'Purchase orders');
    await press(
      page
        .getByRole('row', { name: new RegExp(number) })
        .getByRole('link')
        .first(),
      { step: 'j' },
    );
    const accept = page.getByRole('button', { name: 'Accept 2 over' });
    await press(accept);
    await accept.waitFor({ state: 'detached' });
    await press(page.getByRole('button', { name: 'Process Receipts' }));
    await page.getByRole('table', { name: 'Receipts' }).getByText('Processed', { exact: true }).waitFor();
  },
});
