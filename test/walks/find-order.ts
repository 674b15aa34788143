import { expect } from 'vitest';
import type { Walk } from './driver/walk.ts';
import { find } from './find.ts';
import { indexed, sold } from './orders.ts';

type Sought = { half: string; tracking: string; number: string };

/** Somebody on the telephone has half a name, or the number on a parcel. */
export const findOrder: Walk<Sought> = {
  task: 'Find an order by half a name, then one by its tracking number',
  as: 'olive@demo.crossdock',
  prepare: async (product, round) => {
    const [name, half] = round === 'P' ? ['Wilhelmina Fairweather', 'fairw'] : ['Thaddeus Merryweather', 'merryw'];
    const shipTo = { name, street1: '1 Quay', city: 'York', postalCode: 'YO1 7HH', country: 'GB' };
    const [id] = await sold(product, { orderNumber: `FIND-${round}`, items: [{ sku: '85123A', quantity: 1 }], shipTo: shipTo as never });
    const tracking = `RM00000000${round}GB`;
    // What a carrier gives is of one length or another.
    const parcel = () =>
      product.database.sql(
        `with parcel as (update shipments set tracking_number = $2 where order_id = $1 returning account_id, order_id)
          insert into words_due (account_id, noun, record_ids) select account_id, 'orders', array[order_id] from parcel returning 1`,
        [id, tracking],
      );
    await expect.poll(parcel).not.toEqual([]);
    await indexed(product);
    return { half, tracking, number: `FIND-${round}` };
  },
  steps: async (hand, { half, tracking, number }) => {
    await find(hand, half, number);
    await hand.open('Home', 'home');
    await hand.page.getByRole('navigation', { name: 'Orders by status' }).waitFor();
    await find(hand, tracking, number);
  },
};
