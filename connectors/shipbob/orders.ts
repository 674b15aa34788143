import type { Field, Result, Warehouse, WarehouseOrder, WarehouseOrderState } from '../contract.ts';
import { unseen } from '../http/failure.ts';
import { mapResult } from '../http/result.ts';
import type { ShipBobClient } from './client.ts';
import { type Known, refusedBuilding } from './known.ts';
import { lineTag } from './parcels.ts';
import { because } from './reasons.ts';
import { stateOf } from './translate.ts';
import type { ShipBobOrder } from './wire.ts';

export const fields: Field[] = [
  { path: 'gift_message', name: 'Gift message', description: 'Put into the parcel, at most 500 characters.' },
  { path: 'requested_delivery_date', name: 'Delivery wanted by', description: 'A day or an instant in ISO 8601.' },
];

type Taking = Pick<Warehouse, 'submitOrder' | 'findOrder' | 'requestCancel'>;

export function ordersOf(client: ShipBobClient, known: Known, now: () => Date): Taking {
  return {
    async submitOrder(order) {
      const refusal = refusedBuilding(order.warehouseId) ?? (await known.refusal(order));
      if (!refusal.ok) return refusal;
      const sent = await client.submit(orderBody(order));
      if (sent.ok) return { ok: true, value: { ...stateOf(sent.value.record), created: sent.value.created } };
      if (sent.failure.kind !== 'rejected') return sent;
      // In which words ShipBob says that it has the order is not published: only where none is found does a refusal stand.
      const there = await find(client, order.reference);
      if (!there.ok) return there.failure.kind === 'not_found' ? sent : unseen({ now }, there.failure);
      return { ok: true, value: { ...there.value, created: false } };
    },
    findOrder: (reference) => find(client, reference),
    requestCancel: (providerRef) => cancel(client, providerRef),
  };
}

async function find(client: ShipBobClient, reference: string): Promise<Result<WarehouseOrderState>> {
  const result = await client.find(reference);
  if (!result.ok) return result;
  const found = result.value.find(({ reference_id }) => reference_id === reference);
  if (found) return { ok: true, value: stateOf(found) };
  return { ok: false, failure: { kind: 'not_found', reason: { code: 'no_order', reference } } };
}

/** ShipBob says at once, and for each shipment: what became of the order shows whether it was in time. */
async function cancel(client: ShipBobClient, providerRef: string): Promise<Result<'cancelled' | 'too_late'>> {
  const result = await client.cancel(providerRef);
  if (!result.ok && result.failure.kind !== 'rejected') return result;
  const order = result.ok ? result.value.order : undefined;
  const now = order ? { ok: true as const, value: order } : await client.order(providerRef);
  if (!now.ok) return now;
  const { status } = stateOf(now.value);
  if (status === 'cancelled') return { ok: true, value: 'cancelled' };
  if (status !== 'open') return { ok: true, value: 'too_late' };
  if (!result.ok) return result;
  return {
    ok: false,
    failure: { kind: 'rejected', code: 'other', reason: because({ code: 'shipbob.not_cancelled', order: providerRef }) },
  };
}

export const readOrder = async (client: ShipBobClient, providerRef: string): Promise<Result<WarehouseOrderState>> =>
  mapResult(await client.order(providerRef), stateOf);

const longest = { number: 400, tag: 500, phone: 50 };

const tagged = { note: 'Note', delivery: 'Crossdock delivery by' };

/** What ShipBob has of an order in words: none of it changes later. */
export const wordsOf = ({ orderNumbers, note, fields }: Pick<WarehouseOrder, 'orderNumbers' | 'note' | 'fields'>) => ({
  ...{ numbers: numbersThatFit(orderNumbers), note: (note ?? '').slice(0, longest.tag) },
  ...{ gift: (fields.gift_message ?? '').slice(0, longest.tag), delivery: (fields.requested_delivery_date ?? '').slice(0, longest.tag) },
});

export function wordsIn({ order_number, gift_message, tags }: ShipBobOrder): ReturnType<typeof wordsOf> {
  const under = (tag: string) => tags.find(({ name }) => name === tag)?.value ?? '';
  return { numbers: order_number ?? '', note: under(tagged.note), gift: gift_message ?? '', delivery: under(tagged.delivery) };
}

/**
 * An order as ShipBob takes it. Its shipments say SKUs alone, so what we call each line goes along as a tag, which ShipBob keeps and does
 * not act on; so does the note, which it prints nowhere, and the day of delivery, which it does not say again. Products go without a name:
 * with one, ShipBob would make a product of a SKU that it does not find, and without one it refuses the order.
 */
export function orderBody(order: WarehouseOrder) {
  const { reference, methodCode, warehouseId, shipTo, lines } = order;
  const { numbers, note, gift, delivery } = wordsOf(order);
  const { name, company, line1, line2, city, state, postalCode, country, phone, email } = shipTo;
  const called = lines.map(({ lineReference }, at) => ({ name: lineTag(String(at + 1)), value: lineReference.slice(0, longest.tag) }));
  return {
    ...{ reference_id: reference, order_number: numbers, type: 'DTC', shipping_method: methodCode },
    ...(warehouseId === null ? {} : { location_id: Number(warehouseId) }),
    recipient: {
      ...{ name, email: email || null, phone_number: phone?.slice(0, longest.phone) || null },
      address: { address1: line1, address2: line2, company_name: company, city, state, country, zip_code: postalCode || null },
    },
    products: lines.map(({ sku, quantity }, at) => ({ reference_id: sku, quantity, external_line_id: at + 1 })),
    tags: [
      ...called,
      ...(note ? [{ name: tagged.note, value: note }] : []),
      ...(delivery ? [{ name: tagged.delivery, value: delivery }] : []),
    ],
    ...(gift ? { gift_message: gift } : {}),
    ...(delivery ? { requested_delivery_date: delivery } : {}),
  };
}

function numbersThatFit(numbers: readonly string[]): string {
  let text = '';
  for (const number of numbers) {
    const longer = text === '' ? number : `${text}, ${number}`;
    if (longer.length > longest.number) break;
    text = longer;
  }
  return text;
}
