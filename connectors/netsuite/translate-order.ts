import type { z } from 'zod';
import type { Address, ChannelLine, ChannelOrder, OrderDetails, Reason } from '../contract.ts';
import { firstIssue, idIn, type Translated } from '../http/records.ts';
import { fromWall, modifiedIn } from './clock.ts';
import { because } from './reasons.ts';
import { salesStatus } from './statuses.ts';
import * as wire from './wire.ts';

type Whole = { head: unknown; lines: unknown[]; address: unknown; customer: unknown; shipment: unknown; others: unknown[] };
/** A sales order as its queries gave it: the rows as they came. `dropped`: those lines that a supplier sends to the buyer. */
export type RawOrder = Whole & { dropped?: unknown[] };

/** The kinds of items that leave a shelf. All others are charges, and none of ours to ship. */
export const goods = new Set(['InvtPart', 'Assembly', 'Kit']);

/** Translates a sales order; pure, and never throws. */
export function translateOrder(raw: RawOrder, zone: string): Translated<ChannelOrder> {
  const refuse = (reason: Reason): Translated<ChannelOrder> => ({
    ok: false,
    unreadable: { remoteId: idIn(raw.head, ['id']), reason, raw },
  });
  const head = wire.head.safeParse(raw.head);
  if (!head.success) return refuse(firstIssue(head.error));
  const lines = wire.line.array().safeParse(raw.lines);
  if (!lines.success) return refuse(firstIssue(lines.error, 'lines'));
  const others = wire.moved.array().safeParse(raw.others);
  if (!others.success) return refuse(firstIssue(others.error, 'shipped by others'));
  const dropped = wire.linePlace.array().safeParse(raw.dropped ?? []);
  if (!dropped.success) return refuse(firstIssue(dropped.error, 'drop shipments'));
  const problem = problemOf(lines.data);
  if (problem) return refuse(problem);
  const [orderedAt, modifiedAt] = [fromWall(zone, orderedIn(head.data)), modifiedIn(zone, head.data.modified)];
  if (!orderedAt || !modifiedAt) return refuse(because({ code: 'netsuite.no_dates' }));
  const ofSuppliers = new Set(dropped.data.map(({ id }) => id));
  const left = linesLeft(
    lines.data.filter(({ id }) => !ofSuppliers.has(id)),
    others.data,
  );
  return {
    ok: true,
    record: {
      ...headOf(head.data, raw),
      details: detailsOf(head.data, zone),
      ...{ orderedAt, modifiedAt, lines: left, splitFrom: null, mergedIds: [], weightGrams: null, raw },
      state: stateOf(head.data.status, lines.data, left, others.data.length + ofSuppliers.size),
      totals: totalsOf(head.data.foreigntotal, lines.data),
    },
  };
}

/** The date of an order has no time. When it was entered on that day, that is the time. */
export const orderedIn = ({ day, created }: Pick<wire.Head, 'day' | 'created'>) => (created?.startsWith(day) ? created : day);

/** A line whose item the role cannot see would vanish from the parcel, so the order waits for a person. */
function problemOf(lines: wire.Line[]): Reason | null {
  if (lines.length === 0) return because({ code: 'netsuite.no_lines' });
  const hidden = lines.find(({ item, itemtype, sku }) => item !== null && goods.has(itemtype ?? '') && sku === null);
  if (hidden) return because({ code: 'netsuite.hidden_item', line: hidden.id });
  const broken = lines.find(({ itemtype, quantity }) => goods.has(itemtype ?? '') && !Number.isInteger(quantity));
  return broken ? because({ code: 'netsuite.not_whole', line: broken.id }) : null;
}

type Others = z.infer<typeof wire.moved>[];

/** What is ours to ship: what was ordered, less what others have shipped, and of a closed line what has left already. */
function linesLeft(lines: wire.Line[], others: Others): ChannelLine[] {
  return lines.flatMap((line) => {
    if (line.itemtype === 'ShipItem' || (line.sku === null && line.foreignamount === null)) return [];
    const isCharge = !goods.has(line.itemtype ?? '');
    const ordered = line.closed ? (line.done ?? 0) : -(line.quantity ?? 0);
    const quantity = isCharge ? Math.max(1, Math.round(-(line.quantity ?? -1))) : ordered - shippedByOthers(others, line.id);
    if (!isCharge && quantity === 0) return [];
    return [
      {
        ...{ remoteLineId: line.id, sku: line.sku ?? '', name: line.name ?? line.memo ?? line.sku ?? '', quantity, isCharge },
        unitPrice: isCharge ? money(-(line.foreignamount ?? 0) / quantity) : money(pieceOf(line)),
        ...{ imageUrl: null, upc: line.upc, location: line.location },
      },
    ];
  });
}

const shippedByOthers = (others: Others, id: string) =>
  others.filter(({ line }) => line === id).reduce((sum, { quantity }) => sum + quantity, 0);

/** The price of one piece: NetSuite's rate is for the unit of the line. */
function pieceOf({ quantity, foreignamount, rate, each }: wire.Line): number {
  if (quantity && foreignamount !== null) return foreignamount / quantity;
  return Number.parseFloat(rate ?? '0') / (each ?? 1);
}

/** `others`: how many of its lines somebody else sends, or has sent of. */
function stateOf(status: string | null, lines: wire.Line[], left: ChannelLine[], others: number): ChannelOrder['state'] {
  const { state } = salesStatus(status);
  const nothingLeft =
    state === 'ready' && lines.some(({ itemtype }) => goods.has(itemtype ?? '')) && left.every(({ isCharge }) => isCharge);
  if (!nothingLeft) return state;
  return others > 0 ? 'external' : 'cancelled';
}

function totalsOf(total: number | null, lines: wire.Line[]): ChannelOrder['totals'] {
  const sum = (some: wire.Line[]) => -some.reduce((amount, { foreignamount }) => amount + (foreignamount ?? 0), 0);
  const whole = total ?? sum(lines);
  const shipping = sum(lines.filter(({ itemtype }) => itemtype === 'ShipItem'));
  return { shipping: money(shipping), tax: money(whole - sum(lines)), total: money(whole) };
}

function headOf(head: wire.Head, raw: RawOrder) {
  const customer = wire.customer.safeParse(raw.customer).data;
  const shipment = wire.shipment.safeParse(raw.shipment).data;
  const address = wire.address.safeParse(raw.address).data;
  const shipTo = shipToOf(address);
  return {
    ...{ remoteId: head.id, number: head.tranid, sourceStatus: salesStatus(head.status).word, currency: head.currency ?? 'USD' },
    ...{ poNumber: head.otherrefnum, note: head.memo, shipTo },
    store: head.subsidiary === null ? null : { id: head.subsidiary, name: null },
    customer: {
      id: head.entity,
      name: customer?.altname ?? customer?.companyname ?? customer?.entityid ?? shipTo.name,
      email: head.email ?? customer?.email ?? null,
      phone: address?.addrphone ?? customer?.phone ?? null,
    },
    shipping: { code: shipment?.methodname ?? shipment?.shippingmethod ?? null, description: shipment?.methodname ?? null },
  };
}

function detailsOf({ locationname, shipdate }: wire.Head, zone: string): OrderDetails {
  const shipBy = shipdate === null ? null : fromWall(zone, `${shipdate} 23:59:59`);
  return { ...(locationname === null ? {} : { warehouse: locationname }), ...(shipBy === null ? {} : { shipBy: shipBy.toISOString() }) };
}

function shipToOf(address: z.infer<typeof wire.address> | undefined): Address {
  const { addressee, attention, addr1, addr2, city, state, zip, country } = address ?? {};
  return {
    // NetSuite has the person in `attention` where the address is a company's.
    name: attention ?? addressee ?? '',
    company: attention ? (addressee ?? null) : null,
    ...{ line1: addr1 ?? '', line2: addr2 ?? null, city: city ?? '', state: state ?? null, postalCode: zip ?? '', country: country ?? '' },
  };
}

/** Two places, or up to four where a case's price makes a piece's longer. No `-0.00`. */
export function money(amount: number): string {
  const rounded = Math.round(amount * 10_000) / 10_000;
  const [whole = '0', places = ''] = Math.abs(rounded).toFixed(4).split('.');
  return `${rounded < 0 ? '-' : ''}${whole}.${places.replace(/00?$/, '')}`;
}
