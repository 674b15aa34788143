import type { ShipTo, WarehouseOrderState, WarehouseShipment } from '../contract.ts';
import type { Reason } from '../http/reasons.ts';
import { firstIssue, idIn, type Translate, type Translated, webAddress } from '../http/records.ts';
import { bundleIn, hasLeft, isGone, linesOf, partsOf } from './parcels.ts';
import { because } from './reasons.ts';
import type { ShipBobOrder, ShipBobShipment } from './wire.ts';
import * as wire from './wire.ts';

// Each accepts any input and never throws: a record that cannot be read becomes a value that says why.

export const translateState: Translate<WarehouseOrderState> = (raw) => {
  const parsed = wire.order.safeParse(raw);
  if (parsed.success) return { ok: true, record: stateOf(parsed.data) };
  return { ok: false, unreadable: { remoteId: idIn(raw, ['id']), reason: firstIssue(parsed.error), raw } };
};

export function stateOf(order: ShipBobOrder): WarehouseOrderState {
  return {
    providerRef: order.id,
    reference: order.reference_id ?? '',
    status: statusOf(order),
    held: order.shipments.some(({ status }) => status === 'OnHold'),
    changedAt: changedAt(order),
    orderNumbers: order.order_number === null ? [] : order.order_number.split(', '),
    shipTo: shipToOf(order),
    lines: linesOf(order),
  };
}

/**
 * An order is as far as the shipment that is furthest: of that the floor has begun to work on it. What has left of a cancelled one has
 * left, and the rest never does.
 */
function statusOf(order: ShipBobOrder): WarehouseOrderState['status'] {
  const { shipments } = order;
  const isCancelled = order.status === 'Cancelled';
  const living = shipments.filter((shipment) => (isCancelled ? hasLeft(shipment) : !isGone(shipment)));
  if (living.length === 0 && (isCancelled || shipments.length > 0)) return 'cancelled';
  if (living.length === 0) return order.status === 'Fulfilled' ? 'shipped' : 'open';
  if (living.every(hasLeft)) return 'shipped';
  if (living.some(hasLeft)) return 'partially_shipped';
  if (living.some((shipment) => isAt(shipment, ['Packed', 'Labeled']) || shipment.status === 'LabeledCreated')) return 'packed';
  return living.some((shipment) => isAt(shipment, ['Picked', 'PickInProgress'])) ? 'picking' : 'open';
}

const isAt = ({ status, status_details }: ShipBobShipment, names: string[]) =>
  status === 'Processing' && status_details.some(({ name }) => name !== null && names.includes(name));

const changedAt = ({ created_date, shipments }: ShipBobOrder) =>
  shipments.reduce((latest, { last_update_at }) => (last_update_at && last_update_at > latest ? last_update_at : latest), created_date);

/** A shipment's own, where it has one: it is what the label says, also after a change. */
function shipToOf({ recipient, shipments }: ShipBobOrder): ShipTo | null {
  const to = shipments.find((shipment) => !isGone(shipment) && shipment.recipient?.address)?.recipient ?? recipient;
  if (!to?.address) return null;
  const { address1, address2, company_name, city, state, country, zip_code } = to.address;
  return {
    ...{ name: to.full_name ?? to.name ?? '', company: company_name, line1: address1 ?? '', line2: address2, city: city ?? '', state },
    ...{ postalCode: zip_code ?? '', country: country ?? '', phone: to.phone_number, email: to.email },
  };
}

/** The parcels of an order that have left. `waiting`: its id, where one has left whose number is not known yet. */
export type Parcels = { parcels: Translated<WarehouseShipment>[]; waiting: string | null };
export type Reading = { now: Date; mayWait: boolean };

/** A number is there within the day, or the service has none. */
const numberComesMs = 24 * 3_600_000;

export function translateParcels(raw: unknown, { now, mayWait }: Reading): Parcels {
  const parsed = wire.order.safeParse(raw);
  // The stream of orders keeps what cannot be read.
  if (!parsed.success) return { parcels: [], waiting: null };
  const order = parsed.data;
  const left = partsOf(order, linesOf(order)).filter(({ shipment }) => hasLeft(shipment));
  const waits = ({ tracking, ...shipment }: ShipBobShipment) =>
    mayWait && !tracking?.tracking_number && now.getTime() - leftAt(shipment, order).getTime() < numberComesMs;
  return {
    parcels: left.flatMap(({ shipment, parts }) => (waits(shipment) ? [] : parcelOf(order, shipment, parts, now))),
    waiting: left.some(({ shipment }) => waits(shipment)) ? order.id : null,
  };
}

type Times = Pick<ShipBobShipment, 'actual_fulfillment_date' | 'last_update_at'>;
const leftAt = ({ actual_fulfillment_date, last_update_at }: Times, { created_date }: ShipBobOrder) =>
  actual_fulfillment_date ?? last_update_at ?? created_date;

const gramsInOunce = 28.349523125;

/** So much behind ours its clock may be. */
const behindMs = 5_000;

/** It had left by when it was read, and a moment after it was fulfilled. */
function leftBy({ actual_fulfillment_date: at }: Times, now: Date): Date {
  const late = at === null || at === undefined ? now.getTime() : at.getTime() + behindMs;
  return new Date(Math.min(late, now.getTime()));
}

function parcelOf(
  order: ShipBobOrder,
  shipment: ShipBobShipment,
  lines: WarehouseShipment['lines'],
  now: Date,
): Translated<WarehouseShipment> {
  const unreadable = (reason: Reason) => ({ ok: false as const, unreadable: { remoteId: shipment.id, reason, raw: shipment } });
  const bundle = bundleIn(shipment);
  if (bundle !== null) return unreadable(because({ code: 'shipbob.bundle', sku: bundle }));
  if (lines.length === 0) return unreadable(because({ code: 'shipbob.no_contents' }));
  const { tracking, measurements } = shipment;
  const ounces = measurements?.total_weight_oz ?? 0;
  return {
    ok: true,
    record: {
      ...{ remoteId: shipment.id, providerRef: order.id, reference: order.reference_id ?? '' },
      ...{ carrier: tracking?.carrier ?? 'ShipBob', method: tracking?.carrier_service ?? shipment.ship_option ?? '' },
      ...{ trackingNumber: tracking?.tracking_number ?? '', trackingUrl: webAddress(tracking?.tracking_url ?? null) },
      ...{ weightGrams: ounces > 0 ? Math.round(ounces * gramsInOunce) : null, shippedAt: leftAt(shipment, order) },
      ...{ leftBy: leftBy(shipment, now), lines, raw: shipment },
    },
  };
}
