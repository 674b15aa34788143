import type { AsnState, InboundNotice, Result, Warehouse } from '../contract.ts';
import { mapResult } from '../http/result.ts';
import type { ShipBobClient } from './client.ts';
import { refusedBuilding } from './known.ts';
import { because } from './reasons.ts';
import type { Receiving } from './wire-goods.ts';

type Announcing = Pick<Warehouse, 'createAsn' | 'asnsRepeat' | 'findAsn' | 'findAsnsByNumber' | 'cancelAsn'>;
export type PackageType = 'Package' | 'Pallet' | 'FloorLoadedContainer';

/**
 * Receiving orders (WRO). They are found by their purchase order number alone, so that is our reference; the numbers of the purchase order
 * stand in the notes of the freight. ShipBob makes as many of one number as it is told, so it is looked for before it is made.
 */
export function announcingOf(client: ShipBobClient, packageType: PackageType, now: () => Date): Announcing {
  return {
    async createAsn(notice) {
      const there = await find(client, notice.reference);
      if (there.ok) return { ok: true, value: { ...there.value, created: false } };
      if (there.failure.kind !== 'not_found') return there;
      const refusal = refusedBuilding(notice.warehouseId);
      if (refusal) return refusal;
      const announced = await client.announce(bodyOf(notice, packageType, now()));
      return mapResult(announced, ({ record, created }) => ({ ...asnState(record), created }));
    },
    asnsRepeat: true,
    findAsn: (reference) => find(client, reference),
    /** Those that somebody or another system made with it. Ours carry it in their notes, by which nobody can search. */
    async findAsnsByNumber(orderNumber) {
      const carries = ({ orderNumbers }: AsnState) => orderNumbers?.includes(orderNumber) ?? false;
      return mapResult(await client.findReceiving(orderNumber), (found) => found.map(asnState).filter(carries));
    },
    cancelAsn: (asnId) => cancel(client, asnId),
  };
}

/** Of several one that stands, where somebody cancelled one and made it again. */
async function find(client: ShipBobClient, reference: string): Promise<Result<AsnState>> {
  const result = await client.findReceiving(reference);
  if (!result.ok) return result;
  const found = result.value.filter(({ purchase_order_number }) => purchase_order_number === reference);
  const standing = found.find(({ status }) => status !== 'Cancelled') ?? found[0];
  if (standing) return { ok: true, value: asnState(standing) };
  return { ok: false, failure: { kind: 'not_found', reason: { code: 'no_announcement', reference } } };
}

async function cancel(client: ShipBobClient, asnId: string): Promise<Result<'cancelled' | 'too_late'>> {
  const result = await client.cancelReceiving(asnId);
  if (!result.ok && result.failure.kind !== 'rejected') return result;
  const now = result.ok ? result : await client.receiving(asnId);
  if (!now.ok) return now;
  const { status } = asnState(now.value);
  if (status === 'cancelled') return { ok: true, value: 'cancelled' };
  if (status !== 'announced') return { ok: true, value: 'too_late' };
  if (!result.ok) return result;
  return { ok: false, failure: { kind: 'rejected', code: 'other', reason: because({ code: 'shipbob.not_cancelled', order: asnId }) } };
}

export function asnState(order: Receiving): AsnState {
  const { id, status, purchase_order_number, last_updated_date, inventory_quantities } = order;
  return {
    ...{ asnId: id, reference: purchase_order_number ?? '', status: statusOf(status), changedAt: last_updated_date },
    orderNumbers: numbersOf(order),
    lines: inventory_quantities.map(({ sku, inventory_id, expected_quantity }) => ({
      sku: sku ?? inventory_id,
      quantity: expected_quantity,
    })),
  };
}

function statusOf(status: Receiving['status']): AsnState['status'] {
  if (status === 'Awaiting') return 'announced';
  if (status === 'Cancelled') return 'cancelled';
  return status === 'Completed' ? 'closed' : 'receiving';
}

const noteOf = 'Purchase order: ';

function numbersOf({ freight, purchase_order_number }: Receiving): string[] {
  const notes = freight?.notes ?? '';
  if (notes.startsWith(noteOf)) return notes.slice(noteOf.length).split(', ');
  return purchase_order_number === null ? [] : [purchase_order_number];
}

const dayMs = 24 * 3_600_000;

/** What a purchase order says of its goods is no packing list: they come as one piece, whatever its kind. */
function bodyOf(notice: InboundNotice, packageType: PackageType, now: Date) {
  const { reference, warehouseId, orderNumbers, expectedAt, carrier, freightNumber, lines } = notice;
  // A day that has passed is refused.
  const arrives = expectedAt !== null && expectedAt > now ? expectedAt : new Date(now.getTime() + dayMs);
  return {
    ...{ fulfillment_center: { id: Number(warehouseId) }, package_type: packageType, box_packaging_type: 'EverythingInOneBox' },
    ...{ expected_arrival_date: arrives.toISOString(), purchase_order_number: reference },
    freight: { carrier, bol_number: freightNumber, notes: `${noteOf}${orderNumbers.join(', ')}` },
    boxes: [
      {
        tracking_number: freightNumber ?? reference,
        box_items: lines.map(({ sku, quantity, lot }) => ({ sku, quantity, ...(lot === null ? {} : { lot_number: lot }) })),
      },
    ],
  };
}
