import type { Clock } from '../clock.ts';
import type { Table } from '../journal.ts';
import type { Schedule } from '../schedule.ts';
import { hash } from '../seeded.ts';
import type { Feed } from './feed.ts';
import type { Pace } from './pace.ts';
import type { Shelves } from './shelves.ts';
import type { Asn, AsnBody, Receipt } from './wire.ts';

/** Inbound goods: announced, received in parts, stored. */
export type Inbound = {
  announce: (body: AsnBody) => { asn: Asn; isNew: boolean };
  byReference: (reference: string) => Asn | undefined;
  /** Receives all remaining units of a notice. */
  receive: (asn: Asn) => void;
};

export type InboundParts = {
  clock: Clock;
  schedule: Schedule;
  pace: () => Pace;
  asns: Table<Asn>;
  receipts: Feed<Receipt>;
  shelves: Shelves;
  changed: (event: 'receipt.created' | 'stock.changed', id: string) => void;
};

export function createInbound(parts: InboundParts): Inbound {
  const { asns, clock, schedule } = parts;
  const references = new Map([...asns.rows.values()].map((asn) => [asn.body.reference, asn.id]));
  const byReference = (reference: string) => asns.rows.get(references.get(reference) ?? '');
  const wait = (asn: Asn) => {
    if (asn.nextAt !== null) schedule.at(asn.nextAt, () => receive(asn));
  };
  const receive = (asn: Asn) => {
    if (asn.status !== 'announced') return;
    for (const [index, line] of asn.body.lines.entries()) receiveLine(asn, line, index, parts);
    asns.patch(asn.id, { status: 'closed', nextAt: null });
  };
  for (const asn of asns.rows.values()) wait(asn);
  return {
    byReference,
    receive,
    announce: (body) => {
      const known = byReference(body.reference);
      if (known) return { asn: known, isNew: false };
      const delay = parts.pace().receiving;
      const asn: Asn = {
        id: `ASN-${asns.rows.size + 301}`,
        status: 'announced',
        body,
        nextAt: delay === null ? null : clock.now() + delay,
      };
      references.set(body.reference, asn.id);
      asns.put(asn.id, asn);
      wait(asn);
      return { asn, isNew: true };
    },
  };
}

/** One line in three arrives in two parts. */
function receiveLine(asn: Asn, line: AsnBody['lines'][number], index: number, { clock, receipts, shelves, changed }: InboundParts) {
  const first = hash(`${asn.id}/${index}`) % 3 === 0 && line.quantity > 1 ? Math.floor(line.quantity / 2) : line.quantity;
  for (const [piece, quantity] of [first, line.quantity - first].entries()) {
    if (quantity === 0) continue;
    const id = `${asn.id.replace('ASN', 'RCP')}-${index + 1}-${piece + 1}`;
    receipts.enter(id, {
      id,
      asn_id: asn.id,
      asn_reference: asn.body.reference,
      type: 'receipt',
      received_at: new Date(clock.now()).toISOString(),
      sku: line.sku,
      quantity,
      lot: line.lot,
      carrier: 'Estes',
      freight_number: `PRO${hash(asn.id)}`,
    });
    shelves.put({ sku: line.sku, warehouse_id: asn.body.warehouse_id, location: 'DOCK-1', lot: line.lot }, quantity);
    changed('receipt.created', id);
    changed('stock.changed', line.sku);
  }
}
