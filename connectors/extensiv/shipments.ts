import type { Failure, Page, Result, Warehouse, WarehouseShipment } from '../contract.ts';
import { cartonsOf } from './cartons.ts';
import { every } from './lists.ts';
import type { Opened } from './opened.ts';
import { listOfOrders } from './orders.ts';
import { because } from './reasons.ts';
import { among, equals } from './rql.ts';
import { type Waiting, withSecondLook } from './second-look.ts';
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
        return found.ok ? parcelsOf(opened, found.value, waiting) : found;
      },
    }),
  };
}

type Read = Pick<Page<WarehouseShipment>, 'records' | 'unreadable' | 'gone'>;

async function parcelsOf(opened: Opened, raws: unknown[], waiting: Waiting): Promise<Result<Read>> {
  const page: Read = { records: [], unreadable: [], gone: [] };
  for (const raw of raws) {
    const cartons = await cartonsOf(opened, raw);
    const id = orderIdIn(raw);
    if (id !== null && cartons.ok && cartons.value.length === 0 && mayGetCartons(raw, opened)) {
      if (waiting.ids.has(id) || waiting.ids.size < waiting.most) waiting.ids.add(id);
      else page.unreadable.push(unreadable(raw, because({ code: 'extensiv.no_cartons', order: id })).unreadable);
      continue;
    }
    if (id !== null) waiting.ids.delete(id);
    if (!cartons.ok && concernsAll.has(cartons.failure.kind)) return cartons;
    const parcels = cartons.ok ? translateParcels(raw, cartons.value, opened) : unreadable(raw, cartons.failure.reason);
    if (parcels.ok) page.records.push(...parcels.record);
    else page.unreadable.push(parcels.unreadable);
  }
  return { ok: true, value: page };
}

/** Longer than a day in any zone: times are the facility's, and its zone is not said. */
const patienceMs = 36 * 3_600_000;

/**
 * An order may be closed before its cartons are entered: until a day has passed, one without cartons and without a number of its own says
 * nothing. Given as one parcel and later as its cartons, it would be confirmed twice.
 */
function mayGetCartons(raw: unknown, { customer, now }: Opened): boolean {
  const read = readOrder(raw, customer);
  if (!read.ok || statusOf(read.record.order) !== 'shipped' || numberOf(read.record) !== '') return false;
  const { processDate, lastModifiedDate } = read.record.order.readOnly;
  return now().getTime() - (processDate ?? lastModifiedDate).getTime() < patienceMs;
}

/** Other failures are of one order's cartons, and do not stop the parcels of the others. */
const concernsAll = new Set<Failure['kind']>(['retry', 'reconnect', 'forbidden']);
