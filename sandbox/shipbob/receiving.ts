import { z } from 'zod';
import { every } from '../kit/bodies.ts';
import type { Collection, Kept } from '../kit/collection.ts';
import type { Parts } from '../kit/stand-in.ts';
import { goOnByThemselves } from '../kit/steps.ts';
import { buildings, type Goods } from './goods.ts';
import type { Part } from './orders.ts';

const text = z.string().nullish();
const count = z.number().int();
const boxItem = z.strictObject({ sku: text, inventory_id: count.nullish(), quantity: count.min(1), lot_number: text, lot_date: text });
const box = z.strictObject({ tracking_number: z.string().min(1), box_items: z.array(boxItem).min(1) });
const freight = z.strictObject(every(text, 'carrier bol_number container_number vessel_name freight_forwarder notes'));
/** As `POST /receiving` publishes it. */
export const receivingBody = z.strictObject({
  ...{ fulfillment_center: z.strictObject({ id: count }), package_type: z.enum(['Package', 'Pallet', 'FloorLoadedContainer']) },
  box_packaging_type: z.enum(['EverythingInOneBox', 'OneSkuPerBox', 'MultipleSkuPerBox']),
  ...{ expected_arrival_date: z.iso.datetime(), purchase_order_number: text, final_destination_fulfillment_center_id: count.nullish() },
  ...{ freight: freight.nullish(), boxes: z.array(box).min(1).max(50) },
});
type ReceivingBody = z.infer<typeof receivingBody>;

export type Item = { sku: string; lot: string | null; expires: string | null; quantity: number; received: number; stowed: number };
type Box = { id: number; tracking: string; status: 'Awaiting' | 'Stowing' | 'Completed' | 'Cancelled'; items: Item[]; at: number | null };
export type Receiving = { body: ReceivingBody; status: 'Awaiting' | 'Processing' | 'Completed' | 'Cancelled'; boxes: Box[] };
export type KeptReceiving = Kept<Receiving>;

export function openInbound(receivings: Collection<Receiving>, goods: Goods, parts: Parts) {
  const nextBox = parts.numbers('boxes', 1571);
  const dock = dockOf(receivings, goods, parts);
  goOnByThemselves(receivings, parts, (order) => {
    if (order.status === 'Awaiting') dock.receive(order, 'a part');
    else if (order.status === 'Processing') dock.receive(order, 'the rest');
    return order.status === 'Processing';
  });
  return {
    ...{ receivings, ...dock },
    /** What is wrong with it, or the receiving order. As many as are made of one number are made. */
    announce(body: ReceivingBody): KeptReceiving | string {
      if (new Date(body.expected_arrival_date).getTime() <= parts.clock.now()) return 'Arrival date must be in the future.';
      if (!buildings.some(({ id }) => id === body.fulfillment_center.id)) return 'There is no such fulfillment center.';
      const items = body.boxes.map(({ box_items }) => box_items.map((item) => itemOf(item, goods)));
      if (items.flat().includes(null)) return 'An inventory item does not exist.';
      if (items.flat().some((item) => item?.lot && !item.expires)) return 'A lot needs a number and a date.';
      const boxes = body.boxes.map(({ tracking_number: tracking }, at): Box => {
        return { id: nextBox(), tracking, status: 'Awaiting', at: null, items: (items[at] ?? []).flatMap((item) => item ?? []) };
      });
      return receivings.add({ body, status: 'Awaiting', boxes });
    },
    withdraw(order: KeptReceiving): boolean {
      const isOpen = order.status === 'Awaiting';
      if (isOpen) receivings.change(order, { status: 'Cancelled', boxes: order.boxes.map((box) => ({ ...box, status: 'Cancelled' })) });
      return isOpen;
    },
  };
}

function itemOf({ sku, inventory_id, lot_number, lot_date, quantity }: z.infer<typeof boxItem>, { products, bySku }: Goods): Item | null {
  const product = inventory_id ? products.get(inventory_id) : bySku(sku ?? '');
  const said = { lot: lot_number ?? null, expires: lot_date ?? null, quantity };
  return product ? { sku: product.sku, ...said, received: 0, stowed: 0 } : null;
}

/** What its people do. */
function dockOf(receivings: Collection<Receiving>, { put }: Goods, { clock }: Parts) {
  const stow = ({ body }: KeptReceiving, { sku, lot, expires }: Item, units: number) =>
    put({ sku, building: body.fulfillment_center.id, place: '', lot, expires }, units);
  return {
    /** A part of what is in the first box is put on the shelves, or all that is left. */
    receive(order: KeptReceiving, part: Part) {
      const boxes = order.boxes.map((box, at): Box => {
        if (part === 'a part' && at > 0) return box;
        const items = box.items.map((item) => {
          const units = part === 'a part' ? Math.floor(item.quantity / 2) : item.quantity;
          stow(order, item, units - item.stowed);
          return { ...item, received: item.quantity, stowed: units };
        });
        return { ...box, items, status: part === 'a part' ? 'Stowing' : 'Completed', at: clock.now() };
      });
      receivings.change(order, { boxes, status: part === 'a part' ? 'Processing' : 'Completed' });
    },
    /** Somebody counts again: there was one unit less. */
    recount(order: KeptReceiving) {
      const [box, ...others] = order.boxes;
      const [item, ...items] = box?.items ?? [];
      if (!box || !item) return;
      stow(order, item, -1);
      const counted = { ...item, received: item.received - 1, stowed: item.stowed - 1 };
      receivings.change(order, { boxes: [{ ...box, items: [counted, ...items] }, ...others] });
    },
  };
}
