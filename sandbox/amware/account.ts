import type { Clock } from '../clock.ts';
import { type Counters, newCounters } from '../counters.ts';
import type { Caller } from '../front-door.ts';
import type { Journal } from '../journal.ts';
import { createLimit } from '../limit.ts';
import type { Schedule } from '../schedule.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { createFeed, type Feed } from './feed.ts';
import { createFloor, type Floor } from './floor.ts';
import { createInbound, type Inbound } from './inbound.ts';
import { createOrderDesk, type OrderDesk } from './orders.ts';
import type { CancelWins, Pace } from './pace.ts';
import { createShelves, type Shelves } from './shelves.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';
import type { Asn, Item, KeptOrder, Receipt, Shipment } from './wire.ts';

export type WarehouseClient = { apiKey: string; id: string; name: string };

export type WarehouseEvent = 'order.changed' | 'shipment.created' | 'receipt.created' | 'item.changed' | 'stock.changed';

/** One client's part of the warehouse: what its key sees and changes. */
export type WarehouseAccount = Caller &
  WarehouseClient & {
    counters: Counters;
    orders: Feed<KeptOrder>;
    shipments: Feed<Shipment>;
    items: Feed<Item>;
    receipts: Feed<Receipt>;
    asns: Map<string, Asn>;
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
  cancelWins: () => CancelWins;
};

export function createWarehouseAccount(client: WarehouseClient, parts: AccountParts): WarehouseAccount {
  const { journal, clock, schedule, limitOf, pace, cancelWins } = parts;
  const now = clock.now;
  const sequence = { last: 90_000 };
  const feed = <T extends Item | KeptOrder | Receipt | Shipment>(name: string) =>
    createFeed<T>(journal.table<T>(`amware/${client.apiKey}/${name}`), sequence, now);
  const listeners: ((event: WarehouseEvent, id: string) => void)[] = [];
  const changed = (event: WarehouseEvent, id: string) => {
    for (const listener of listeners) listener(event, id);
  };
  const [orders, shipments, items, receipts] = [
    feed<KeptOrder>('orders'),
    feed<Shipment>('shipments'),
    feed<Item>('items'),
    feed<Receipt>('receipts'),
  ];
  const shelves = createShelves(journal, `amware/${client.apiKey}/stock`);
  const asns = journal.table<Asn>(`amware/${client.apiKey}/asns`);
  const inbound = createInbound({ clock, schedule, pace, asns, receipts, shelves, changed });
  const floor = createFloor({ clock, schedule, pace, cancelWins, orders, shipments, shelves, changed });
  const desk = createOrderDesk({
    now,
    orders,
    shelves,
    floor,
    knowsSku: (sku) => items.rows.has(sku),
    isAsnReference: (reference) => inbound.byReference(reference) !== undefined,
    changed: (id) => changed('order.changed', id),
  });
  for (const order of orders.rows.values()) floor.plan(order);
  return {
    ...client,
    counters: newCounters(),
    standing: createLimit(clock, limitOf),
    orders,
    shipments,
    items,
    receipts,
    asns: asns.rows,
    shelves,
    catalogue: createCatalogue(items, shelves, (sku) => changed('item.changed', sku)),
    snapshots: createSnapshots(shelves, clock),
    desk,
    floor,
    inbound,
    onEvent: (listener) => listeners.push(listener),
  };
}
