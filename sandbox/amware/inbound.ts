import type { Clock } from '../clock.ts';
import type { Schedule } from '../schedule.ts';
import { hash } from '../seeded.ts';
import { type Arrival, arrivalsOf, type DeliveryKind, kindOf } from './deliveries.ts';
import type { Feed } from './feed.ts';
import type { Pace } from './pace.ts';
import type { Shelves } from './shelves.ts';
import type { Asn, AsnBody, Item, Receipt, Shipment } from './wire.ts';

/** Inbound goods: announced, received in parts, stored; and what goes out again of them. */
export type Inbound = {
  announce: (body: AsnBody) => { asn: Asn; isNew: boolean };
  byReference: (reference: string) => Asn | undefined;
  /** Those that carry it, the newest first, at most a hundred. */
  byNumber: (orderNumber: string) => Asn[];
  replace: (asn: Asn, body: AsnBody) => boolean;
  /** Possible until something of it has come. */
  cancel: (asn: Asn) => 'cancelled' | 'too_late';
  /** Receives what is left of a notice, in its own way, as if its time had come. */
  receive: (asn: Asn) => void;
  /** Receives exactly this, whatever was announced. */
  take: (asn: Asn, arrivals: Arrival[], type?: Receipt['type']) => void;
  /** Receives what nobody announced. */
  takeUnannounced: (arrivals: Arrival[], warehouseId: string, type: Receipt['type']) => void;
  /** Nothing more of it is expected. */
  close: (asn: Asn) => void;
  /** Sends goods of a notice out again: a return to the vendor. */
  sendBack: (asn: Asn, goods: Arrival) => Shipment;
};

export type InboundParts = {
  clock: Clock;
  schedule: Schedule;
  pace: () => Pace;
  deliveries: () => DeliveryKind;
  asns: Feed<Asn>;
  receipts: Feed<Receipt>;
  shipments: Feed<Shipment>;
  items: Feed<Item>;
  shelves: Shelves;
  changed: (event: 'asn.changed' | 'receipt.created' | 'shipment.created' | 'stock.changed', id: string) => void;
};

export function createInbound(parts: InboundParts): Inbound {
  const { asns, clock, schedule } = parts;
  const references = new Map([...asns.rows.values()].map((asn) => [asn.body.reference, asn.id]));
  const byReference = (reference: string) => asns.rows.get(references.get(reference) ?? '');
  const wait = (asn: Asn) => {
    if (asn.nextAt !== null) schedule.at(asn.nextAt, () => receive(asn));
  };
  const change = (asn: Asn, changes: Partial<Asn>) => {
    asns.change(asn.id, asn, changes);
    parts.changed('asn.changed', asn.id);
  };
  const receive = (asn: Asn) => {
    if (!isExpected(asn)) return;
    const kind = kindOf(asn, parts.deliveries());
    const first = kind === 'in_pieces' && asn.status === 'announced';
    const wrong = otherThan(asn, parts);
    for (const index of asn.body.lines.keys()) take(asn, arrivalsOf(asn, index, kind, wrong, first), parts);
    const again = parts.pace().receiving;
    change(asn, first ? { status: 'receiving', nextAt: again === null ? null : clock.now() + again } : { status: 'closed', nextAt: null });
    if (first) wait(asn);
  };
  for (const asn of asns.rows.values()) wait(asn);
  return {
    ...{ byReference, receive, byNumber: (number) => newestOf(asns, number), ...requests(change) },
    takeUnannounced: unannounced(parts),
    take: (asn, arrivals, type = 'receipt') => {
      take(asn, arrivals, parts, type);
      if (asn.status === 'announced') change(asn, { status: 'receiving' });
    },
    sendBack: (asn, goods) => sendBack(asn, goods, parts),
    announce: (body) => {
      const existing = byReference(body.reference);
      if (existing) return { asn: existing, isNew: false };
      const asn = enter(body, parts);
      references.set(body.reference, asn.id);
      wait(asn);
      return { asn, isNew: true };
    },
  };
}

const unannounced =
  (parts: InboundParts): Inbound['takeUnannounced'] =>
  (arrivals, warehouseId, type) => {
    for (const arrival of arrivals) put(arrival, { warehouseId, type, asn: null }, parts);
  };

function enter(body: AsnBody, parts: InboundParts): Asn {
  const id = `ASN-${parts.asns.rows.size + 301}`;
  const asn = parts.asns.enter(id, announced(id, body, parts));
  parts.changed('asn.changed', id);
  return asn;
}

/** An SKU of the warehouse that is not announced. */
const otherThan = ({ body }: Asn, { items }: InboundParts) =>
  [...items.rows.keys()].find((sku) => !body.lines.some((line) => line.sku === sku)) ?? 'UNKNOWN';

const newestOf = (asns: Feed<Asn>, number: string) =>
  [...asns.rows.values()]
    .filter(({ body }) => body.order_numbers.includes(number))
    .toReversed()
    .slice(0, 100);

const isExpected = ({ status }: Asn) => status === 'announced' || status === 'receiving';

/** What its client may ask about an announcement. */
function requests(change: (asn: Asn, changes: Partial<Asn>) => void): Pick<Inbound, 'replace' | 'cancel' | 'close'> {
  return {
    replace(asn, body) {
      if (isExpected(asn)) change(asn, { body });
      return isExpected(asn);
    },
    cancel(asn) {
      if (asn.status === 'announced') change(asn, { status: 'cancelled', nextAt: null });
      return asn.status === 'cancelled' ? 'cancelled' : 'too_late';
    },
    close(asn) {
      if (isExpected(asn)) change(asn, { status: 'closed', nextAt: null });
    },
  };
}

function announced(id: string, body: AsnBody, { clock, pace, deliveries }: InboundParts): Omit<Asn, 'sequence' | 'at'> {
  const delay = pace().receiving;
  const asn = { id, status: 'announced' as const, body, nextAt: null, received: {} };
  const kind = isFarAhead(body, clock) && deliveries() === 'mixed' ? 'never' : kindOf(asn as Asn, deliveries());
  const wait = kind === 'never' || delay === null ? null : clock.now() + delay * (kind === 'late' ? 5 : 1);
  return { ...asn, nextAt: wait };
}

const farAheadMs = 10 * 86_400_000;

/** Of what comes in its own ways this is still on the way, for as long as anybody looks. */
const isFarAhead = ({ expected_at }: AsnBody, clock: Clock) =>
  expected_at !== null && new Date(expected_at).getTime() > clock.now() + farAheadMs;

/** Puts goods on the shelves: a receipt for each SKU and lot. */
function take(asn: Asn, arrivals: Arrival[], parts: InboundParts, type: Receipt['type'] = 'receipt') {
  for (const arrival of arrivals) {
    const { sku, quantity, lot } = arrival;
    const index = asn.body.lines.findIndex((line) => line.sku === sku && (line.lot === null || line.lot === lot));
    const received = { ...asn.received, [index]: (asn.received[index] ?? 0) + quantity };
    parts.asns.change(asn.id, asn, index < 0 ? {} : { received });
    put(arrival, { warehouseId: asn.body.warehouse_id, type, asn }, parts);
  }
}

type Come = { warehouseId: string; type: Receipt['type']; asn: Asn | null };

function put(arrival: Arrival, { warehouseId, type, asn }: Come, { clock, receipts, shelves, changed }: InboundParts) {
  const { quantity, ...goods } = arrival;
  const id = `${asn?.id.replace('ASN', 'RCP') ?? 'RCP'}-${receipts.rows.size + 1}`;
  receipts.enter(id, {
    ...{ id, asn_id: asn?.id ?? null, asn_reference: asn?.body.reference ?? null, type, ...arrival },
    received_at: new Date(clock.now()).toISOString(),
    carrier: asn?.body.carrier ?? 'Estes',
    freight_number: asn?.body.freight_number ?? `PRO${hash(asn?.id ?? id)}`,
  });
  shelves.put({ ...goods, warehouse_id: warehouseId, location: 'DOCK-1' }, quantity);
  changed('receipt.created', id);
  changed('stock.changed', goods.sku);
}

function sendBack(asn: Asn, { sku, quantity, lot }: Arrival, { clock, shipments, shelves, changed }: InboundParts): Shipment {
  const id = `RTV-${shipments.rows.size + 1}`;
  shelves.put({ sku, warehouse_id: asn.body.warehouse_id, location: 'DOCK-1', lot }, -quantity);
  const shipment = shipments.enter(id, {
    ...{ id, order_id: null, reference: null, asn_id: asn.id, carrier: 'Estes', method_code: '', tracking_url: null, weight_grams: null },
    tracking_number: `PRO${hash(id)}`,
    shipped_at: new Date(clock.now()).toISOString(),
    lines: [{ line_reference: '1', sku, lot, quantity }],
  });
  changed('shipment.created', id);
  changed('stock.changed', sku);
  return shipment;
}
