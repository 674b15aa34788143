import type { Failure, Page, Result, Warehouse, WarehouseShipment } from '../contract.ts';
import { cartonsOf, holdLess } from './cartons.ts';
import { every } from './lists.ts';
import type { Opened } from './opened.ts';
import { listOfOrders } from './orders.ts';
import { because } from './reasons.ts';
import { among, equals } from './rql.ts';
import { lookEveryMs, type Waiting, withSecondLook } from './second-look.ts';
import { orderIdIn, readOrder, statusOf } from './translate-order.ts';
import { numberOf, translateParcels, unreadable } from './translate-parcels.ts';
import { walkOf } from './walk.ts';

const parcelDetail = { detail: 'OrderItems,Packages,Contacts' };
const pageSize = 50;

/** What has left: the cartons of orders that are confirmed. A carton with a label alone is still there. */
export function shipmentsOf(opened: Opened): Pick<Warehouse, 'shipments'> {
  const closed = (...conditions: string[]) =>
    listOfOrders(opened, parcelDetail, pageSize, equals('readonly.isclosed', 'true'), ...conditions);
  return {
    shipments: withSecondLook({
      // One less than a full page, after which another one would be read.
      ...{ now: opened.now, atOnce: pageSize - 1 },
      walk: (waiting) => walkOf(closed(), (raws) => parcelsOf(opened, raws, waiting)),
      async again(ids, waiting) {
        const found = await every(closed(among('readonly.orderid', ids)));
        if (!found.ok) return found;
        const closedStill = new Set(found.value.map(orderIdIn));
        for (const id of ids) if (!closedStill.has(id)) waiting.ids.delete(id);
        return parcelsOf(opened, found.value, waiting);
      },
    }),
  };
}

type Read = Pick<Page<WarehouseShipment>, 'records' | 'unreadable' | 'gone'> & { readable: string[] };

async function parcelsOf(opened: Opened, raws: unknown[], waiting: Waiting): Promise<Result<Read>> {
  const page: Read = { records: [], unreadable: [], readable: [], gone: [] };
  for (const raw of raws) {
    const cartons = await cartonsOf(opened, raw);
    const id = orderIdIn(raw);
    const lacks = id !== null && cartons.ok ? mayGetCartons(raw, cartons.value, opened, waiting.ids.get(id)) : 'nothing';
    // Those that wait for a moment leave room for those that cannot do without.
    const room = lacks === 'cartons' ? waiting.most : waiting.most / 2;
    if (id !== null && lacks !== 'nothing' && (waiting.ids.has(id) || waiting.ids.size < room)) {
      waiting.ids.set(id, waiting.ids.get(id) ?? opened.now());
      continue;
    }
    if (id !== null && lacks === 'cartons') {
      page.unreadable.push(unreadable(raw, because({ code: 'extensiv.no_cartons', order: id })).unreadable);
      continue;
    }
    if (id !== null) waiting.ids.delete(id);
    if (!cartons.ok && concernsAll.has(cartons.failure.kind)) return cartons;
    const parcels = cartons.ok ? translateParcels(raw, cartons.value, opened) : unreadable(raw, cartons.failure.reason);
    if (parcels.ok) {
      page.records.push(...parcels.record);
      // What cannot be read is kept as the order.
      if (id !== null) page.readable.push(id);
    } else page.unreadable.push(parcels.unreadable);
  }
  return { ok: true, value: page };
}

type Lacks = 'nothing' | 'cartons' | 'the rest' | 'a moment';

/** Longer than a day in any zone: times are the facility's, and its zone is not said. */
const patienceMs = 36 * 3_600_000;
/** The rest of an order’s cartons is entered within a shift; later a person asks the warehouse. */
const shiftMs = 8 * 3_600_000;

/**
 * An order may be closed before its cartons are entered: until a day has passed, one without cartons and without a number of its own says
 * nothing. Given as one parcel and later as its cartons, it would be confirmed twice. One with a number of its own left as a whole, but
 * for a person who enters its cartons just after they closed it: it waits as long as from one look to the next, where there is room.
 * Cartons are entered one by one: one whose cartons hold only a part of it waits for the others.
 */
function mayGetCartons(raw: unknown, cartons: unknown[], { customer, now }: Opened, since = now()): Lacks {
  const read = readOrder(raw, customer);
  if (!read.ok || statusOf(read.record.order) !== 'shipped') return 'nothing';
  const { processDate, lastModifiedDate } = read.record.order.readOnly;
  if (now().getTime() - (processDate ?? lastModifiedDate).getTime() >= patienceMs) return 'nothing';
  const waited = now().getTime() - since.getTime();
  if (cartons.length > 0) return waited < shiftMs && holdLess(read.record, cartons) ? 'the rest' : 'nothing';
  if (numberOf(read.record) === '') return 'cartons';
  return waited < lookEveryMs ? 'a moment' : 'nothing';
}

/** Other failures are of one order's cartons, and do not stop the parcels of the others. */
const concernsAll = new Set<Failure['kind']>(['retry', 'reconnect', 'forbidden']);
