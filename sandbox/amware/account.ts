import type { Clock } from '../clock.ts';
import { type Counters, newCounters } from '../counters.ts';
import type { Caller } from '../front-door.ts';
import type { Journal } from '../journal.ts';
import { createLimit } from '../limit.ts';
import type { Schedule } from '../schedule.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import type { DeliveryKind } from './deliveries.ts';
import { createFeed, type Feed } from './feed.ts';
import { createFloor, type Floor } from './floor.ts';
import { createInbound, type Inbound } from './inbound.ts';
import { createOrderDesk, type OrderDesk } from './orders.ts';
import type { CancelWins, Pace } from './pace.ts';
import { createShelves, type Shelves } from './shelves.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';
import type { Asn, Item, KeptOrder, Receipt, Shipment } from './wire.ts';

export type WarehouseClient = { apiKey: string; id: string; name: string };

export type WarehouseEvent = 'order.changed' | 'asn.changed' | 'shipment.created' | 'receipt.created' | 'item.changed' | 'stock.changed';

/** One client's part of the warehouse: what its key sees and changes. */
export type WarehouseAccount = Caller &
  WarehouseClient & {
    counters: Counters;
    orders: Feed<KeptOrder>;
    shipments: Feed<Shipment>;
    items: Feed<Item>;
    receipts: Feed<Receipt>;
    asns: Feed<Asn>;
    shelves: Shelves;
    catalogue: Catalogue;
    snapshots: Snapshots;
    desk: OrderDesk;
    floor: Floor;
    inbound: Inbound;
    onEvent: (listener: (event: WarehouseEvent, id: string) => void) => void;
  };

export type AccountParts = {
  journal: Journal;
  clock: Clock;
  schedule: Schedule;
  limitOf: () => number | null;
  pace: () => Pace;
  deliveries: () => DeliveryKind;
  cancelWins: () => CancelWins;
};

export function createWarehouseAccount(client: WarehouseClient, parts: AccountParts): WarehouseAccount {
  const { journal, clock, schedule, limitOf, pace, deliveries, cancelWins } = parts;
  const listeners: ((event: WarehouseEvent, id: string) => void)[] = [];
  const changed = (event: WarehouseEvent, id: string) => {
    for (const listener of listeners) listener(event, id);
  };
  const feeds = openFeeds(client, parts);
  const { orders, shipments, items, receipts, asns } = feeds;
  const shelves = createShelves(journal, `amware/${client.apiKey}/stock`);
  const inbound = createInbound({ clock, schedule, pace, deliveries, asns, receipts, shipments, items, shelves, changed });
  const floor = createFloor({ clock, schedule, pace, cancelWins, orders, shipments, shelves, changed });
  const knowsSku = (sku: string) => items.rows.get(sku)?.removed === false;
  const isAsnReference = (reference: string) => inbound.byReference(reference) !== undefined;
  const orderChanged = (id: string) => changed('order.changed', id);
  for (const order of orders.rows.values()) floor.plan(order);
  return {
    ...client,
    ...feeds,
    counters: newCounters(),
    standing: createLimit(clock, limitOf),
    shelves,
    catalogue: createCatalogue(items, shelves, clock, (sku) => changed('item.changed', sku)),
    snapshots: createSnapshots(shelves, clock),
    desk: createOrderDesk({ now: clock.now, orders, shelves, floor, knowsSku, isAsnReference, changed: orderChanged }),
    floor,
    inbound,
    onEvent: (listener) => listeners.push(listener),
  };
}

function openFeeds({ apiKey }: WarehouseClient, { journal, clock }: AccountParts) {
  const sequence = { last: 90_000 };
  const open = <T extends Asn | Item | KeptOrder | Receipt | Shipment>(name: string) =>
    createFeed<T>(journal.table<T>(`amware/${apiKey}/${name}`), sequence, clock.now);
  return {
    orders: open<KeptOrder>('orders'),
    shipments: open<Shipment>('shipments'),
    items: open<Item>('items'),
    receipts: open<Receipt>('receipts'),
    asns: open<Asn>('asns'),
  };
}
