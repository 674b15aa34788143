import { z } from 'zod';
import { every, filled, optional, whole } from '../kit/bodies.ts';
import type { Collection, Kept } from '../kit/collection.ts';
import type { Parts } from '../kit/stand-in.ts';
import { goOnByThemselves } from '../kit/steps.ts';
import { buildings, type Goods } from './goods.ts';
import type { Part } from './orders.ts';

const boxItem = z.strictObject({ inventory_id: whole.nullish(), quantity: whole.min(1), ...every(optional, 'sku lot_number lot_date') });
const box = z.strictObject({ tracking_number: filled, box_items: z.array(boxItem).min(1) });
const freight = every(optional, 'carrier bol_number container_number vessel_name freight_forwarder notes');
/** As `POST /receiving` publishes it. */
export const wroBody = z.strictObject({
  ...{ fulfillment_center: z.strictObject({ id: whole }), package_type: z.enum(['Package', 'Pallet', 'FloorLoadedContainer']) },
  box_packaging_type: z.enum(['EverythingInOneBox', 'OneSkuPerBox', 'MultipleSkuPerBox']),
  ...{ expected_arrival_date: z.iso.datetime(), purchase_order_number: optional, final_destination_fulfillment_center_id: whole.nullish() },
  ...{ freight: z.strictObject(freight).nullish(), boxes: z.array(box).min(1).max(50) },
});
type BoxItem = z.infer<typeof boxItem>;

export type Item = { sku: string; lot: string | null; expires: string | null; quantity: number; received: number; stowed: number };
type Box = { id: number; tracking: string; status: 'Awaiting' | 'Stowing' | 'Completed' | 'Cancelled'; items: Item[]; at: number | null };
export type Receiving = { body: z.infer<typeof wroBody>; status: 'Awaiting' | 'Processing' | 'Completed' | 'Cancelled'; boxes: Box[] };
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
    announce(body: Receiving['body']): KeptReceiving | string {
      if (new Date(body.expected_arrival_date).getTime() <= parts.clock.now()) return 'Arrival date must be in the future.';
      if (!buildings.some(({ id }) => id === body.fulfillment_center.id)) return 'There is no such fulfillment center.';
      const boxes = body.boxes.map(({ tracking_number: tracking, box_items }): Box => {
        return { id: nextBox(), tracking, status: 'Awaiting', at: null, items: box_items.flatMap((item) => itemOf(item, goods) ?? []) };
      });
      if (boxes.some(({ items }, at) => items.length < (body.boxes[at]?.box_items.length ?? 0))) return 'An inventory item does not exist.';
      if (boxes.some(({ items }) => items.some(({ lot, expires }) => lot && !expires))) return 'A lot needs a number and a date.';
      return receivings.add({ body, status: 'Awaiting', boxes });
    },
    withdraw(order: KeptReceiving): boolean {
      const isOpen = order.status === 'Awaiting';
      if (isOpen) receivings.change(order, { status: 'Cancelled', boxes: order.boxes.map((box) => ({ ...box, status: 'Cancelled' })) });
      return isOpen;
    },
  };
}

/** Null: there is no such item. */
function itemOf({ sku, inventory_id: id, lot_number: lot = null, lot_date: expires = null, quantity }: BoxItem, goods: Goods): Item | null {
  const product = id ? goods.products.get(id) : goods.bySku(sku ?? '');
  return product ? { sku: product.sku, lot, expires, quantity, received: 0, stowed: 0 } : null;
}

/** What its people do. */
function dockOf(receivings: Collection<Receiving>, { put }: Goods, { clock }: Parts) {
  /** What is on the shelves of it follows. */
  const counted = ({ body }: KeptReceiving, item: Item, received: number, stowed: number): Item => {
    const { sku, lot, expires } = item;
    put({ sku, building: body.fulfillment_center.id, place: '', lot, expires }, stowed - item.stowed);
    return { ...item, received, stowed };
  };
  return {
    /** A part of what is in the first box is put on the shelves, or all that is left. */
    receive(order: KeptReceiving, part: Part) {
      const isPart = part === 'a part';
      const boxes = order.boxes.map((box, at): Box => {
        if (isPart && at > 0) return box;
        const items = box.items.map((item) => counted(order, item, item.quantity, Math.floor(item.quantity / (isPart ? 2 : 1))));
        return { ...box, items, status: isPart ? 'Stowing' : 'Completed', at: clock.now() };
      });
      receivings.change(order, { boxes, status: isPart ? 'Processing' : 'Completed' });
    },
    /** Somebody counts again: there was one unit less. */
    recount(order: KeptReceiving) {
      const less = (item: Item, at: number) => (at === 0 ? counted(order, item, item.received - 1, item.stowed - 1) : item);
      receivings.change(order, { boxes: order.boxes.map((box, at) => (at === 0 ? { ...box, items: box.items.map(less) } : box)) });
    },
  };
}
