import { z } from 'zod';

const text = z.string().nullish();
const filled = z.string().min(1);
const count = z.number().int().min(1);
const moment = z.iso.datetime();

const address = z.strictObject({
  ...{ address1: filled, address2: text, company_name: text, city: filled, state: text, country: filled, zip_code: text },
});
const recipient = z.strictObject({
  ...{ name: filled.max(300), email: z.email().nullish(), phone_number: z.string().max(50).nullish(), address },
});
const bought = z.strictObject({ reference_id: z.string(), name: z.string(), quantity: count, external_line_id: z.int32().nullish() });
/** As `POST /order` publishes it: what a stand-in does not know is refused. */
export const orderBody = z.strictObject({
  ...{ reference_id: filled.max(300), order_number: z.string().max(400).nullish(), type: z.enum(['DTC', 'DropShip', 'B2B']) },
  ...{ shipping_method: filled, location_id: z.number().int().nullish(), gift_message: z.string().max(500).nullish() },
  ...{ requested_delivery_date: moment.nullish(), purchase_date: moment.nullish(), recipient, products: z.array(bought).min(1) },
  tags: z.array(z.strictObject({ name: z.string().max(50), value: z.string().max(500) })).nullish(),
});
export type OrderBody = z.infer<typeof orderBody>;

const item = z.strictObject({
  ...{ sku: text, inventory_id: z.number().int().nullish(), quantity: count, lot_number: text, lot_date: text },
});
const box = z.strictObject({ tracking_number: filled, box_items: z.array(item).min(1) });
const freight = z.strictObject({
  ...{ carrier: text, bol_number: text, container_number: text, vessel_name: text, freight_forwarder: text, notes: text },
});
/** As `POST /receiving` publishes it. */
export const receivingBody = z.strictObject({
  ...{ fulfillment_center: z.strictObject({ id: z.number().int() }), package_type: z.enum(['Package', 'Pallet', 'FloorLoadedContainer']) },
  box_packaging_type: z.enum(['EverythingInOneBox', 'OneSkuPerBox', 'MultipleSkuPerBox']),
  ...{ expected_arrival_date: moment, purchase_order_number: text, final_destination_fulfillment_center_id: z.number().int().nullish() },
  ...{ freight: freight.nullish(), boxes: z.array(box).min(1).max(50) },
});
export type ReceivingBody = z.infer<typeof receivingBody>;
export type BoxItem = z.infer<typeof item>;

/** Of a shipment, whose fields have other names than those of an order. */
export const addressBody = z.strictObject({
  ...{ city: z.string(), street_address1: z.string(), street_address2: text, state: text, zip_code: text, country_code: text },
  ...{ company_name: text, recipient_name: text, email: text, phone_number: text },
});
export const itemsBody = z.object({ items: z.array(z.object({ inventory_id: z.number().int(), quantity: count })).min(1) });

export const hookBody = z.strictObject({
  ...{
    url: z.url(),
    topics: z.array(z.string().regex(/^(order|return|wro|billing)(\.[a-z_]+)+$/)).min(1),
    secret: text,
    description: text,
  },
});
