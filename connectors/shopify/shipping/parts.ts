import type { Result, ShipmentConfirmation } from '../../contract.ts';
import { mapResult } from '../../http/result.ts';
import { sentIn } from '../reading/units.ts';
import { because } from '../reasons.ts';
import type { Opened } from '../settings.ts';
import type { Fulfillment, WireOrder } from '../wire.ts';
import { make } from './making.ts';
import { note, notedIn, partName, partsNoted } from './noted.ts';
import { currentOrder } from './order.ts';
import { firstPlaceOf, planOf } from './plan.ts';
import { fulfillmentsOf, unnotedLike } from './unnoted.ts';

/** From how many locations one parcel is told. */
const mostPlaces = 20;

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

async function makeNext(opened: Opened, order: WireOrder, confirmation: ShipmentConfirmation): Promise<Result<string>> {
  const plan = planOf(order, confirmation.lines, opened.locations);
  return plan.ok ? make(opened, notedIn(order.parcels), firstPlaceOf(plan.value), confirmation) : plan;
}

type Parts = { made: Fulfillment[]; unknown: string | null };

/**
 * The fulfilments of a parcel: those that are noted, and those of the ones that may be it which hold no more than what is left of it.
 * `unknown`: one of the latter.
 */
async function partsOf(opened: Opened, order: WireOrder, confirmation: ShipmentConfirmation): Promise<Result<Parts>> {
  const { key, lines, sameNumber = [] } = confirmation;
  const noted = notedIn(order.parcels) ?? new Map<string, string>();
  const unnoted = await unnotedLike(opened, order, confirmation);
  if (!unnoted.ok) return unnoted;
  const ours = partsNoted(noted, key);
  const parcels = await fulfillmentsOf(opened, [...ours, ...unnoted.value.map((one) => one.id)]);
  if (!parcels.ok) return parcels;
  const own = parcels.value.filter(({ id }) => ours.includes(id));
  let others = parcels.value.filter(({ id }) => !ours.includes(id));
  // Parcels that left before under this number take theirs first.
  for (const before of sameNumber) {
    const theirs = noted.has(before.key) ? [] : fitting(before.lines, [], others);
    others = others.filter((one) => !theirs.includes(one));
  }
  const found = fitting(lines, own, others);
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
