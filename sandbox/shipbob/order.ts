import { z } from 'zod';
import type { Kept } from '../kit/collection.ts';
import type { Taken } from './goods.ts';

const text = z.string().nullish();
const address = z.strictObject({
  ...{ address1: z.string().min(1), address2: text, company_name: text, city: z.string().min(1), state: text, country: z.string().min(1) },
  zip_code: text,
});
/** As `POST /order` publishes it: what a stand-in does not know is refused. */
export const orderBody = z.strictObject({
  ...{ reference_id: z.string().min(1).max(300), order_number: z.string().max(400).nullish(), type: z.enum(['DTC', 'DropShip', 'B2B']) },
  ...{ shipping_method: z.string().min(1), location_id: z.number().int().nullish(), gift_message: z.string().max(500).nullish() },
  ...{ requested_delivery_date: z.iso.datetime().nullish(), purchase_date: z.iso.datetime().nullish() },
  recipient: z.strictObject({
    name: z.string().min(1).max(300),
    email: z.email().nullish(),
    phone_number: z.string().max(50).nullish(),
    address,
  }),
  products: z
    .array(
      z.strictObject({
        ...{ reference_id: z.string(), name: z.string(), quantity: z.number().int().min(1) },
        external_line_id: z
          .number()
          .int()
          .max(2 ** 31 - 1)
          .nullish(),
      }),
    )
    .min(1),
  tags: z.array(z.strictObject({ name: z.string().max(50), value: z.string().max(500) })).nullish(),
});
export type OrderBody = z.infer<typeof orderBody>;

export type Shipment = {
  id: number;
  status: 'Processing' | 'Exception' | 'OnHold' | 'Cancelled' | 'Completed';
  detail: 'Picked' | 'Packed' | 'OutOfStock' | null;
  building: number;
  taken: Taken[];
  recipient: OrderBody['recipient'];
  leftAt: number | null;
};
export type Order = { body: OrderBody; shipments: Shipment[] };
export type KeptOrder = Kept<Order>;

/** An order is what its shipments are. */
export function statusOf({ shipments }: Order): string {
  const living = shipments.filter(({ status }) => status !== 'Cancelled');
  if (living.length === 0) return 'Cancelled';
  const left = living.filter(({ status }) => status === 'Completed').length;
  if (left > 0) return left === living.length ? 'Fulfilled' : 'PartiallyFulfilled';
  return living.some(({ status }) => status === 'Exception') ? 'Exception' : 'Processing';
}
