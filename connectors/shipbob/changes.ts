import type { Result, ShipTo, WarehouseOrder, WarehouseOrderState } from '../contract.ts';
import { afterWrite } from '../http/failure.ts';
import { theirWords } from '../http/reasons.ts';
import { mapResult } from '../http/result.ts';
import type { ShipBobClient } from './client.ts';
import { readOrder, wordsIn, wordsOf } from './orders.ts';
import { isGone, linesOf } from './parcels.ts';
import { because, type shipBobReasons } from './reasons.ts';
import { stateOf } from './translate.ts';
import type { ShipBobOrder } from './wire.ts';

/**
 * Changes an order that waits: the units of its lines, and whom it goes to. ShipBob changes a shipment and not an order, so one that is
 * split, and a change of anything else, is refused before anything is done. What is there already is not said again, so a repeat goes on
 * where the one before ended. What ShipBob has afterwards is compared, because it goes out by that.
 */
export async function changeOrder(opened: Opened, providerRef: string, order: WarehouseOrder): Promise<Result<WarehouseOrderState>> {
  const { client } = opened;
  const read = await client.order(providerRef);
  if (!read.ok) return read;
  const shipments = read.value.shipments.filter((shipment) => !isGone(shipment));
  const [shipment] = shipments;
  const why = refusalOf(read.value, order);
  if (why) return refused(providerRef, why);
  if (!shipment || shipments.length > 1) return refused(providerRef, 'shipbob.split');
  const address = await setAddress(client, shipment.id, order.shipTo, stateOf(read.value).shipTo);
  if (!address.ok) return asTooLate(client, providerRef, address);
  const follow = <T>(result: Result<T>, isDone: boolean) => (isDone ? afterWrite(opened, result) : result);
  const lines = await setLines(opened, shipment.id, order);
  if (!lines.ok) return follow(halfDone(await asTooLate(client, providerRef, lines), address.value), address.value);
  const now = await readOrder(client, providerRef);
  if (!now.ok) return follow(now, lines.value || address.value);
  if (goesTo(now.value.shipTo, order.shipTo)) return now;
  return refused(providerRef, now.value.status === 'open' ? 'shipbob.not_as_sent' : 'shipbob.worked_on');
}

type Opened = { client: ShipBobClient; now: () => Date };

type Stays = `${'method' | 'building' | 'words' | 'lines'}_stay${'s' | ''}`;
type Code = Extract<keyof typeof shipBobReasons, `shipbob.${Stays | 'not_as_sent' | 'split' | 'worked_on'}`>;

/** What cannot be changed, or no longer. */
function refusalOf(there: ShipBobOrder, order: WarehouseOrder): Code | null {
  if (stateOf(there).status !== 'open') return 'shipbob.worked_on';
  if (there.shipping_method !== order.methodCode) return 'shipbob.method_stays';
  const building = there.shipments.find((shipment) => !isGone(shipment))?.location?.id;
  if (order.warehouseId !== null && building !== undefined && building !== order.warehouseId) return 'shipbob.building_stays';
  if (!sameWords(wordsIn(there), wordsOf(order))) return 'shipbob.words_stay';
  const has = new Map(linesOf(there).map(({ lineReference, sku }) => [lineReference, sku]));
  return order.lines.every(({ lineReference, sku }) => has.get(lineReference) === sku) ? null : 'shipbob.lines_stay';
}

type Words = ReturnType<typeof wordsOf>;

/** In which order the numbers are does not matter, nor how the spaces are between words. */
function sameWords(a: Words, b: Words): boolean {
  const flat = ({ numbers, note, gift, delivery }: Words) => [numbers.split(', ').toSorted().join(', '), note, gift, delivery].map(plain);
  return JSON.stringify(flat(a)) === JSON.stringify(flat(b));
}

const plain = (text: string | null) => (text ?? '').split(/\s/).filter(Boolean).join(' ');

/** A capital is no other place. Phone and mail address do not say where it goes. */
function goesTo(there: ShipTo | null, to: ShipTo): boolean {
  const place = ({ name, company, line1, line2, city, state, postalCode, country }: ShipTo) =>
    [name, company, line1, line2, city, state, postalCode, country].map((text) => plain(text).toLowerCase());
  return there !== null && JSON.stringify(place(there)) === JSON.stringify(place(to));
}

/** ShipBob writes phones in its own way, with the code of the country. */
function reaches(there: ShipTo, to: ShipTo): boolean {
  const [had, wanted] = [there, to].map(({ phone }) => (phone ?? '').replace(/\D/g, '')) as [string, string];
  const samePhone = wanted === '' ? had === '' : had.endsWith(wanted) || (had !== '' && wanted.endsWith(had));
  return samePhone && plain(there.email).toLowerCase() === plain(to.email).toLowerCase();
}

/** The address was changed before the goods were refused, and stays so: whoever reads the refusal has to know. */
function halfDone(result: Result<never>, moved: boolean): Result<never> {
  if (result.ok || !moved || result.failure.kind !== 'rejected') return result;
  const { failure } = result;
  return { ok: false, failure: { ...failure, reason: { code: 'address_only', because: failure.reason } } };
}

const refused = (order: string, code: Code): Result<never> => ({
  ok: false,
  failure: { kind: 'rejected', code: code === 'shipbob.worked_on' ? 'too_late' : 'other', reason: because({ code, order }) },
});

/**
 * The shipment's items have to be given whole. Of a SKU that lies in several lots, one item has all units of it. Returns whether anything
 * was to be changed.
 */
async function setLines(opened: Opened, shipmentId: string, { lines }: WarehouseOrder): Promise<Result<boolean>> {
  const { client } = opened;
  const items = await itemsOf(client, shipmentId);
  if (!items.ok) return items;
  const unitsBySku = sumBySku(lines);
  if (sameUnits(unitsBySku, sumBySku(items.value))) return { ok: true, value: false };
  const inventory = new Map(items.value.map(({ sku, inventory_id }) => [sku, inventory_id]));
  const whole = [...unitsBySku].flatMap(([sku, quantity]) => {
    const inventory_id = inventory.get(sku);
    return inventory_id === undefined ? [] : { inventory_id: Number(inventory_id), quantity };
  });
  if (whole.length < unitsBySku.size) return refused(shipmentId, 'shipbob.lines_stay');
  const changed = done(await client.setLineItems(shipmentId, whole));
  if (!changed.ok) return changed;
  const now = afterWrite(opened, await itemsOf(client, shipmentId));
  if (!now.ok) return now;
  return sameUnits(unitsBySku, sumBySku(now.value)) ? { ok: true, value: true } : refused(shipmentId, 'shipbob.not_as_sent');
}

const itemsOf = async (client: ShipBobClient, shipmentId: string) =>
  mapResult(await client.lineItems(shipmentId), (items) =>
    items.map(({ inventory_id, quantity, product_variant }) => ({ inventory_id, quantity, sku: product_variant?.sku ?? '' })),
  );

function sumBySku(lines: readonly { sku: string; quantity: number }[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const { sku, quantity } of lines) units.set(sku, (units.get(sku) ?? 0) + quantity);
  return units;
}

const sameUnits = (a: Map<string, number>, b: Map<string, number>) =>
  a.size === b.size && [...a].every(([sku, quantity]) => b.get(sku) === quantity);

const written = ({ name, company, line1, line2, city, state, postalCode, country, phone, email }: ShipTo) => ({
  ...{ recipient_name: name, company_name: company, street_address1: line1, street_address2: line2, city, state },
  ...{ zip_code: postalCode || null, country_code: country, phone_number: phone || null, email: email || null },
});

async function setAddress(client: ShipBobClient, shipmentId: string, to: ShipTo, there: ShipTo | null): Promise<Result<boolean>> {
  if (there && goesTo(there, to) && reaches(there, to)) return { ok: true, value: false };
  return done(await client.setAddress(shipmentId, written(to)));
}

type Changed = { is_success: boolean; error?: { message: string | null } | null | undefined };

/** A 200 may say that nothing was changed. */
function done(result: Result<Changed>): Result<true> {
  if (!result.ok) return result;
  const { is_success, error } = result.value;
  if (is_success) return { ok: true, value: true };
  const reason = error?.message ? theirWords(error.message) : ({ code: 'refused', status: 200 } as const);
  return { ok: false, failure: { kind: 'rejected', code: 'invalid', reason } };
}

/** A change that was refused because somebody picks the order in the meantime came too late. */
async function asTooLate(client: ShipBobClient, providerRef: string, result: Result<boolean>): Promise<Result<never>> {
  if (result.ok) throw new Error('It was not refused.');
  if (result.failure.kind !== 'rejected') return result;
  const now = await readOrder(client, providerRef);
  return now.ok && now.value.status !== 'open' ? refused(providerRef, 'shipbob.worked_on') : result;
}
