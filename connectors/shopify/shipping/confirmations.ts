import type { Confirmations, Result, ShipmentConfirmation } from '../../contract.ts';
import { parcelByParcel } from '../../http/confirming.ts';
import { mapResult } from '../../http/result.ts';
import { foundByHand, type Units } from '../../http/tracking.ts';
import { hasLeft, sentIn } from '../reading/units.ts';
import { because } from '../reasons.ts';
import { rejected } from '../refusals.ts';
import type { Opened } from '../settings.ts';
import type { Fulfillment, WireOrder } from '../wire.ts';
import { make, numbersOf } from './making.ts';
import { hasPart, note, notedIn } from './noted.ts';
import { currentOrder } from './order.ts';
import { confirmInParts } from './parts.ts';
import { isSpread, planOf } from './plan.ts';
import { fulfillmentsOf, unnotedLike } from './unnoted.ts';

/** A parcel is a fulfilment of what was assigned to us. */
export function confirmationsOf(opened: Opened): Confirmations {
  return {
    per: 'shipment',
    confirm: parcelByParcel((confirmation) => confirm(opened, confirmation)),
    // One that was made and not noted is not done: whoever confirms it again finds it, and notes it.
    isConfirmed: async ({ remoteOrderId, key }) =>
      mapResult(await currentOrder(opened.client, remoteOrderId), ({ parcels }) => notedIn(parcels)?.has(key) ?? false),
  };
}

type Reference = { reference: string };

/** One that was told in part goes on so, though what is left of its order is at one location by now. */
const goesInParts = ({ locations }: Opened, order: WireOrder, { key }: ShipmentConfirmation): boolean =>
  isSpread(order, locations) || hasPart(notedIn(order.parcels), key);

async function confirm(opened: Opened, confirmation: ShipmentConfirmation): Promise<Result<Reference>> {
  const { client, locations } = opened;
  const current = await currentOrder(client, confirmation.remoteOrderId);
  if (!current.ok) return current;
  const order = current.value;
  const notes = notedIn(order.parcels);
  if (notes === null) return rejected(because({ code: 'shopify.broken_note' }));
  if (goesInParts(opened, order, confirmation)) return confirmInParts(opened, order, confirmation);
  const found = await find(opened, order, confirmation);
  if (!found.ok) return found;
  if (found.value !== null) return noted(opened, order, confirmation, found.value);
  const plan = planOf(order, confirmation.lines, locations);
  if (!plan.ok) return plan;
  const fulfillment = await make(opened, notes, plan.value, confirmation);
  return fulfillment.ok ? noted(opened, order, confirmation, fulfillment.value) : fulfillment;
}

/**
 * The fulfilment that this parcel is there: the one that is noted for it, or, where we were cut off before it was noted or a person told of
 * it, one of its goods with the same tracking number. Without a number, one of the same lines and no more.
 */
async function find(opened: Opened, order: WireOrder, confirmation: ShipmentConfirmation): Promise<Result<string | null>> {
  const notes = notedIn(order.parcels);
  const id = notes?.get(confirmation.key);
  if (id !== undefined) return { ok: true, value: id };
  const unnoted = await unnotedLike(opened, order, confirmation);
  if (!unnoted.ok) return unnoted;
  const read = await fulfillmentsOf(
    opened,
    unnoted.value.map((one) => one.id),
  );
  if (!read.ok) return read;
  const left = read.value.filter(({ status }) => hasLeft(status));
  const found =
    numbersOf(confirmation.trackingNumber).length > 0
      ? foundByHand(left, unitsOf, confirmation, (key) => notes?.has(key) ?? false)
      : left.find((one) => hasSame(sentIn([one]), confirmation.lines));
  return { ok: true, value: found?.id ?? null };
}

/** One that lists nothing may be of any goods. */
function unitsOf(one: Fulfillment): Units {
  const units = sentIn([one]);
  return units.size === 0 ? null : units;
}

function hasSame(units: Map<string, number>, lines: ShipmentConfirmation['lines']): boolean {
  const shipped = lines.filter(({ quantity }) => quantity > 0);
  return units.size === shipped.length && shipped.every(({ remoteLineId, quantity }) => units.get(remoteLineId) === quantity);
}

/** That it is ours is noted. Without the note its units would be somebody else's: whoever tries again finds the parcel, and notes it. */
async function noted(opened: Opened, order: WireOrder, { key }: ShipmentConfirmation, id: string): Promise<Result<Reference>> {
  const result = await note(opened, order, key, id);
  if (result.ok) return { ok: true, value: { reference: id } };
  return result.failure.kind === 'retry' ? { ok: false, failure: { ...result.failure, maybeDone: true } } : result;
}
