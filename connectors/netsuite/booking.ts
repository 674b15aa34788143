import type { Failure, LotUnits, RejectionCode } from '../contract.ts';
import { because, type NetsuiteReason } from './reasons.ts';
import { goods } from './translate-order.ts';
import type { Line } from './wire.ts';

/** What has left or come in of one line of an order, in pieces. */
export type Moved = { remoteLineId: string; quantity: number; sku?: string; lots?: LotUnits[]; serials?: string[] };

/**
 * How a lot, or a unit by its serial number, is named where goods come in, which makes it, and where they leave, which takes of it: there
 * by its id.
 */
export type NameLot = (
  item: string | null,
  lot: string,
) => { receiptInventoryNumber: string } | { issueInventoryNumber: { id: string } } | null;
const asReceived: NameLot = (_item, lot) => ({ receiptInventoryNumber: lot });

/** What is booked: how lots are named, and whether a line is one of it. */
export type As = { nameLot: NameLot; isListed: (line: Line) => boolean };
/** Materials without stock are received as goods are. A service or charge with a quantity is no line of a receipt, as of a fulfilment. */
export const asReceipt: As = {
  nameLot: asReceived,
  isListed: ({ itemtype }) => goods.has(itemtype ?? '') || itemtype === 'NonInvtPart',
};
export const asFulfilment = (nameLot: NameLot): As => ({ nameLot, isListed: ({ itemtype }) => goods.has(itemtype ?? '') });

/**
 * How NetSuite is told of it. A line that is not named is booked whole, so that every other open one is named too, and left out. A service
 * that cannot be fulfilled is no line of a fulfilment: to name it is an error. What is neither it nor goods leaves with the first parcel.
 */
export type BookedLine = {
  orderLine: number;
  itemReceive: boolean;
  quantity?: number;
  location?: { id: string };
  inventoryDetail?: object;
};

export type Booking = { ok: true; items: BookedLine[] } | { ok: false; failure: Failure };

/** `locationId` is for every line; `spare` for those that have none. */
export type Places = { locationId: string | null; spare: string | null };

/** The lines of a transform. Pure: nothing is booked that was not moved, and what cannot be said in NetSuite's units is refused. */
export function bookingOf(lines: Line[], moved: Moved[], places: Places, { nameLot, isListed }: As = asReceipt): Booking {
  const sums = merged(moved);
  for (const each of sums) {
    const failure = refusalOf(each, lines, nameLot);
    if (failure) return { ok: false, failure };
  }
  const items: BookedLine[] = [];
  for (const line of lines.filter(isOpen)) {
    const found = sums.find(({ remoteLineId }) => remoteLineId === line.id);
    if (!found) {
      if (isListed(line)) items.push({ orderLine: Number(line.id), itemReceive: false });
    } else {
      const location = places.locationId ?? line.location ?? places.spare;
      if (location === null) return refuse('invalid', { code: 'netsuite.no_location', line: line.id });
      items.push(bookedLine(line, found, location, nameLot));
    }
  }
  return { ok: true, items };
}

export const isOpen = (line: Line) => !line.closed && ordered(line) > (line.done ?? 0);

// A sale's quantities are negative.
const ordered = ({ quantity }: Line) => Math.abs(quantity ?? 0);

function bookedLine(line: Line, moved: Moved, location: string, nameLot: NameLot): BookedLine {
  const each = line.each ?? 1;
  const units = moved.quantity / each;
  const assigned = numbersOf(line, moved).map((lot) => ({ ...nameLot(line.item, lot.lot), quantity: lot.quantity / each }));
  const detail = line.lots || line.serials ? { inventoryDetail: { quantity: units, inventoryAssignment: { items: assigned } } } : {};
  return { orderLine: Number(line.id), itemReceive: true, quantity: units, location: { id: location }, ...detail };
}

/** What a line that NetSuite keeps by numbers moves: lots, or units by their serial numbers, each of them a lot of one. */
export function numbersOf({ lots: byLots, serials: bySerials }: Line, { lots = [], serials = [] }: Moved): LotUnits[] {
  if (bySerials) return [...new Set(serials)].map((lot) => ({ lot, quantity: 1 }));
  return byLots ? lots : [];
}

/** A receipt can name a line several times. */
function merged(moved: Moved[]): Moved[] {
  const sums = new Map<string, Moved>();
  for (const { quantity, lots = [], serials = [], ...rest } of moved) {
    const before = sums.get(rest.remoteLineId);
    sums.set(rest.remoteLineId, {
      ...{ ...rest, quantity: (before?.quantity ?? 0) + quantity },
      ...{ lots: [...(before?.lots ?? []), ...lots], serials: [...(before?.serials ?? []), ...serials] },
    });
  }
  return [...sums.values()];
}

function refusalOf(moved: Moved, lines: Line[], nameLot: NameLot): Failure | null {
  const { remoteLineId, quantity, sku } = moved;
  const line = lines.find(({ id }) => id === remoteLineId);
  const say = (code: RejectionCode, reason: NetsuiteReason) => refuse(code, reason).failure;
  if (!line) return say('invalid', { code: 'netsuite.no_line', line: remoteLineId });
  const ofLine = { line: line.id, sku: line.sku };
  if (sku !== undefined && line.sku !== sku)
    return say('unknown_sku', { code: 'netsuite.other_item', line: line.id, sku, theirs: line.sku });
  if (!isOpen(line)) return say('too_late', { code: 'netsuite.line_ended', ...ofLine });
  if (quantity <= 0) return say('invalid', { code: 'netsuite.no_quantity', line: line.id, quantity });
  const each = line.each ?? 1;
  const numbers = numbersOf(line, moved);
  const broken = [quantity, ...numbers.map((lot) => lot.quantity)].find((pieces) => pieces % each !== 0);
  if (broken !== undefined) return say('invalid', { code: 'netsuite.broken_case', ...ofLine, each, pieces: broken });
  const refusal = refusalOfNumbers(line, { numbers, quantity }, nameLot);
  return refusal && say('invalid', refusal);
}

type Numbered = { numbers: LotUnits[]; quantity: number };

function refusalOfNumbers({ sku, item, lots, serials }: Line, { numbers, quantity }: Numbered, nameLot: NameLot): NetsuiteReason | null {
  if (!lots && !serials) return null;
  const numbered = numbers.reduce((sum, each) => sum + each.quantity, 0);
  if (numbered !== quantity)
    return { code: serials ? 'netsuite.serials_unknown' : 'netsuite.lots_unknown', sku, known: numbered, quantity };
  const unknown = numbers.find(({ lot }) => nameLot(item, lot) === null);
  if (!unknown) return null;
  return serials ? { code: 'netsuite.no_serial', sku, serial: unknown.lot } : { code: 'netsuite.no_lot', sku, lot: unknown.lot };
}

const refuse = (code: RejectionCode, reason: NetsuiteReason) =>
  ({ ok: false, failure: { kind: 'rejected', code, reason: because(reason) } }) as const;
