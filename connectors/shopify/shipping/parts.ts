import { z } from 'zod';
import type { Result, ShipmentConfirmation } from '../../contract.ts';
import { firstIssue } from '../../http/records.ts';
import { mapResult } from '../../http/result.ts';
import { hasLeft, sentIn } from '../reading/units.ts';
import { because } from '../reasons.ts';
import { rejected } from '../refusals.ts';
import type { Opened } from '../settings.ts';
import { type Fulfillment, fulfillment as fulfillmentShape, type parcel, type WireOrder } from '../wire.ts';
import { make, numbersOf } from './making.ts';
import { note, notedIn, partName, partsNoted } from './noted.ts';
import { currentOrder } from './order.ts';
import { firstPlaceOf, planOf } from './plan.ts';

/** From how many locations one parcel is told. */
const mostPlaces = 20;
const fulfillments = z.array(fulfillmentShape);

/**
 * A parcel with goods of several locations is a fulfilment at each, one after the other. Each is noted by our key with its own id; that all
 * are made is noted by the key alone. What was cut off is gone on with: what left already is not told again.
 */
export async function confirmInParts(
  opened: Opened,
  found: WireOrder,
  confirmation: ShipmentConfirmation,
): Promise<Result<{ reference: string }>> {
  const { key, lines, remoteOrderId } = confirmation;
  let order = found;
  for (let places = 0; places < mostPlaces; places += 1) {
    const whole = notedIn(order.parcels)?.get(key);
    if (whole !== undefined) return { ok: true, value: { reference: whole } };
    const parts = await partsOf(opened, order, confirmation);
    if (!parts.ok) return parts;
    const { made, unknown } = parts.value;
    const left = leftOf(lines, made);
    const [first] = made;
    if (unknown === null && first && left.length === 0)
      return mapResult(later(await note(opened, order, key, first.id)), () => ({ reference: first.id }));
    const next = unknown === null ? await makeNext(opened, order, { ...confirmation, lines: left }) : { ok: true as const, value: unknown };
    if (!next.ok) return next;
    const noted = later(await note(opened, order, partName(key, next.value), next.value));
    if (!noted.ok) return noted;
    const again = await currentOrder(opened.client, remoteOrderId);
    if (!again.ok) return again;
    order = again.value;
  }
  return { ok: false, failure: { kind: 'retry', at: opened.now(), reason: because({ code: 'shopify.not_made' }), maybeDone: true } };
}

/** Whether all of a parcel was told, in parts. */
export async function isConfirmedInParts(opened: Opened, order: WireOrder, confirmation: ShipmentConfirmation): Promise<Result<boolean>> {
  if (notedIn(order.parcels)?.has(confirmation.key)) return { ok: true, value: true };
  return mapResult(
    await partsOf(opened, order, confirmation),
    ({ made }) => made.length > 0 && leftOf(confirmation.lines, made).length === 0,
  );
}

async function makeNext(opened: Opened, order: WireOrder, confirmation: ShipmentConfirmation): Promise<Result<string>> {
  const plan = planOf(order, confirmation.lines, opened.locations);
  return plan.ok ? make(opened, notedIn(order.parcels), firstPlaceOf(plan.value), confirmation) : plan;
}

type Listed = z.output<typeof parcel>;
type Parts = { made: Fulfillment[]; unknown: string | null };

/**
 * The fulfilments of a parcel: those that are noted, and those that nobody noted with its number, or, where it has none, that have none and
 * hold no more than what is left of it. `unknown`: one of these.
 */
async function partsOf({ client }: Opened, order: WireOrder, confirmation: ShipmentConfirmation): Promise<Result<Parts>> {
  const { key, trackingNumber, lines } = confirmation;
  const noted = notedIn(order.parcels) ?? new Map<string, string>();
  const numbers = numbersOf(trackingNumber);
  const listed = await client.listFulfillments(order.id);
  if (!listed.ok) return listed;
  const all = new Set(noted.values());
  const isLike = ({ trackingInfo }: Listed) =>
    numbers.length > 0 ? trackingInfo.some(({ number }) => numbers.includes(number)) : trackingInfo.every(({ number }) => number === '');
  const unknown = (listed.value?.fulfillments ?? [])
    .filter((one) => hasLeft(one.status) && !all.has(one.id) && isLike(one))
    .map(({ id }) => id);
  const ours = partsNoted(noted, key);
  const read: unknown[] = [];
  for (const id of [...ours, ...unknown]) {
    const one = await client.getFulfillment(id);
    if (!one.ok) return one;
    if (one.value !== null) read.push(one.value);
  }
  const parcels = fulfillments.safeParse(read);
  if (!parcels.success) return rejected({ code: 'order_unreadable', because: firstIssue(parcels.error, 'parcels') });
  const own = parcels.data.filter(({ id }) => ours.includes(id));
  const others = parcels.data.filter(({ id }) => !ours.includes(id));
  const found = numbers.length > 0 ? others : fitting(lines, own, others);
  return { ok: true, value: { made: [...own, ...found], unknown: found[0]?.id ?? null } };
}

/** Those of `others` that, one after the other, hold no more than what is left of a parcel. */
function fitting(lines: ShipmentConfirmation['lines'], known: Fulfillment[], others: Fulfillment[]): Fulfillment[] {
  const found: Fulfillment[] = [];
  for (const one of others) {
    const left = new Map(leftOf(lines, [...known, ...found]).map(({ remoteLineId, quantity }) => [remoteLineId, quantity]));
    const units = [...sentIn([one])];
    if (units.length > 0 && units.every(([line, quantity]) => quantity <= (left.get(line) ?? 0))) found.push(one);
  }
  return found;
}

function leftOf(lines: ShipmentConfirmation['lines'], made: Fulfillment[]): ShipmentConfirmation['lines'] {
  const sent = sentIn(made);
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - (sent.get(line.remoteLineId) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

/** The parcel left already: whoever tries again finds it there. */
const later = <T>(result: Result<T>): Result<T> =>
  !result.ok && result.failure.kind === 'retry' ? { ok: false, failure: { ...result.failure, maybeDone: true } } : result;
