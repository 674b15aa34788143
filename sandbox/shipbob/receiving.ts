import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Collection, Kept } from '../kit/collection.ts';
import { buildings, type Goods } from './goods.ts';
import { time } from './order-wire.ts';

const text = z.string().nullish();
/** As `POST /receiving` publishes it. */
export const receivingBody = z.strictObject({
  ...{ fulfillment_center: z.strictObject({ id: z.number().int() }), package_type: z.enum(['Package', 'Pallet', 'FloorLoadedContainer']) },
  box_packaging_type: z.enum(['EverythingInOneBox', 'OneSkuPerBox', 'MultipleSkuPerBox']),
  ...{
    expected_arrival_date: z.iso.datetime(),
    purchase_order_number: text,
    final_destination_fulfillment_center_id: z.number().int().nullish(),
  },
  freight: z
    .strictObject({ carrier: text, bol_number: text, container_number: text, vessel_name: text, freight_forwarder: text, notes: text })
    .nullish(),
  boxes: z
    .array(
      z.strictObject({
        tracking_number: z.string().min(1),
        box_items: z
          .array(
            z.strictObject({
              ...{
                sku: text,
                inventory_id: z.number().int().nullish(),
                quantity: z.number().int().min(1),
                lot_number: text,
                lot_date: text,
              },
            }),
          )
          .min(1),
      }),
    )
    .min(1)
    .max(50),
});
type Body = z.infer<typeof receivingBody>;

type Item = { inventory: number; lot: string | null; expires: string | null; quantity: number; received: number; stowed: number };
type Box = { id: number; tracking: string; status: 'Awaiting' | 'Stowing' | 'Completed' | 'Cancelled'; items: Item[]; at: number | null };
export type Receiving = { body: Body; status: 'Awaiting' | 'Processing' | 'Completed' | 'Cancelled'; boxes: Box[] };
export type KeptReceiving = Kept<Receiving>;

export type Inbound = {
  receivings: Collection<Receiving>;
  /** What is wrong with it, or the receiving order. As many as are made of one number are made. */
  announce: (body: Body) => KeptReceiving | string;
  withdraw: (order: KeptReceiving) => boolean;
  /** A part of what is in the first box is put on the shelves, or all that is left. */
  receive: (order: KeptReceiving, part: 'a part' | 'the rest') => void;
  /** Somebody counts again: there was one unit less. */
  recount: (order: KeptReceiving) => void;
};

export function openInbound(receivings: Collection<Receiving>, goods: Goods, clock: Clock): Inbound {
  const nextBox = () => Math.max(1570, ...receivings.all().flatMap(({ boxes }) => boxes.map(({ id }) => id))) + 1;
  return {
    ...{ receivings, ...dockOf(receivings, goods, clock) },
    announce(body) {
      if (new Date(body.expected_arrival_date).getTime() <= clock.now()) return 'Arrival date must be in the future.';
      if (!buildings.some(({ id }) => id === body.fulfillment_center.id)) return 'There is no such fulfillment center.';
      const first = nextBox();
      const boxes = body.boxes.map(({ tracking_number, box_items }, at) => ({
        ...{ id: first + at, tracking: tracking_number, status: 'Awaiting' as const, at: null },
        items: box_items.map((item) => itemOf(item, goods)),
      }));
      if (boxes.some(({ items }) => items.includes(null))) return 'An inventory item does not exist.';
      if (boxes.some(({ items }) => items.some((item) => item?.lot && !item.expires))) return 'A lot needs a number and a date.';
      return receivings.add({ body, status: 'Awaiting', boxes: boxes as Box[] });
    },
    withdraw(order) {
      const isOpen = order.status === 'Awaiting';
      if (isOpen) receivings.change(order, { status: 'Cancelled', boxes: order.boxes.map((box) => ({ ...box, status: 'Cancelled' })) });
      return isOpen;
    },
  };
}

type BodyItem = Body['boxes'][number]['box_items'][number];

function itemOf({ sku, inventory_id, lot_number, lot_date, quantity }: BodyItem, goods: Goods): Item | null {
  const product = inventory_id ? goods.products.get(inventory_id) : goods.bySku(sku ?? '');
  const kept = { lot: lot_number ?? null, expires: lot_date ?? null, quantity, received: 0, stowed: 0 };
  return product ? { inventory: product.id, ...kept } : null;
}

/** What its people do. */
function dockOf(receivings: Collection<Receiving>, goods: Goods, clock: Clock): Pick<Inbound, 'receive' | 'recount'> {
  const stow = ({ body }: KeptReceiving, { inventory, lot, expires }: Item, units: number) =>
    goods.put(inventory, { building: body.fulfillment_center.id, lot, expires }, units);
  return {
    receive(order, part) {
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
    recount(order) {
      const [box, ...others] = order.boxes;
      const [item, ...items] = box?.items ?? [];
      if (!box || !item) return;
      stow(order, item, -1);
      const counted = { ...item, received: item.received - 1, stowed: item.stowed - 1 };
      receivings.change(order, { boxes: [{ ...box, items: [counted, ...items] }, ...others] });
    },
  };
}

export function renderReceiving({ id, status, body, boxes, createdAt, changedAt }: KeptReceiving, goods: Goods) {
  const building = buildings.find((each) => each.id === body.fulfillment_center.id);
  const ofInventory = Map.groupBy(
    boxes.flatMap(({ items }) => items),
    ({ inventory }) => inventory,
  );
  const sum = (items: Item[], of: (item: Item) => number) => items.reduce((all, item) => all + of(item), 0);
  return {
    ...{ id, status, package_type: body.package_type, box_packaging_type: body.box_packaging_type, insert_date: time(createdAt) },
    ...{ expected_arrival_date: body.expected_arrival_date, last_updated_date: time(changedAt), external_sync_timestamp: null },
    ...{ purchase_order_number: body.purchase_order_number ?? null, box_labels_uri: `/2026-07/receiving/${id}/labels` },
    ...{ fulfillment_center: { ...building, timezone: 'Pacific Standard Time', country: 'US' }, freight: body.freight ?? null },
    inventory_quantities: [...ofInventory].map(([inventory_id, items]) => ({
      ...{ inventory_id, sku: goods.products.get(inventory_id)?.sku ?? null, expected_quantity: sum(items, ({ quantity }) => quantity) },
      received_quantity: sum(items, ({ received }) => received),
      stowed_quantity: sum(items, ({ stowed }) => stowed),
    })),
    status_history: [{ id: 1, status, timestamp: time(changedAt) }],
  };
}

export const renderBoxes = ({ boxes }: KeptReceiving) =>
  boxes.map(({ id, tracking, status, items, at }, index) => ({
    ...{ box_id: id, box_number: index + 1, box_status: status, tracking_number: tracking, arrived_date: at && time(at) },
    ...{ received_date: at && time(at), counting_started_date: at && time(at) },
    box_items: items.map(({ inventory, lot, expires, quantity, received, stowed }) => ({
      ...{ inventory_id: inventory, lot_number: lot, lot_date: expires, quantity, received_quantity: received, stowed_quantity: stowed },
    })),
  }));
