import type { PurchaseOrder, PurchaseOrderLine, Reason } from '../contract.ts';
import { firstIssue, idIn, type Translated } from '../http/records.ts';
import { fromWall, modifiedIn } from './clock.ts';
import { because } from './reasons.ts';
import { purchaseStatus } from './statuses.ts';
import { goods, money, orderedIn } from './translate-order.ts';
import * as wire from './wire.ts';

/** A purchase order as its queries gave it: the rows as they came. */
export type RawPurchase = { head: unknown; lines: unknown[]; vendor: unknown };

/** Translates a purchase order, into pieces whatever it was bought in; pure, and never throws. */
export function translatePurchase(raw: RawPurchase, zone: string): Translated<PurchaseOrder> {
  const refuse = (reason: Reason): Translated<PurchaseOrder> => ({
    ok: false,
    unreadable: { remoteId: idIn(raw.head, ['id']), reason, raw },
  });
  const head = wire.head.safeParse(raw.head);
  if (!head.success) return refuse(firstIssue(head.error));
  const lines = wire.line.array().safeParse(raw.lines);
  if (!lines.success) return refuse(firstIssue(lines.error, 'lines'));
  if (lines.data.length === 0) return refuse(because({ code: 'netsuite.no_lines' }));
  const ofGoods = lines.data.filter(({ itemtype }) => goods.has(itemtype ?? ''));
  const hidden = ofGoods.find(({ sku }) => sku === null);
  if (hidden) return refuse(because({ code: 'netsuite.hidden_item', line: hidden.id }));
  const broken = ofGoods.find(({ quantity }) => !Number.isInteger(quantity));
  if (broken) return refuse(because({ code: 'netsuite.not_whole', line: broken.id }));
  const [orderedAt, modifiedAt] = [fromWall(zone, orderedIn(head.data)), modifiedIn(zone, head.data.modified)];
  if (!orderedAt || !modifiedAt) return refuse(because({ code: 'netsuite.no_dates' }));
  const vendor = wire.vendor.safeParse(raw.vendor).data;
  const { word, state } = purchaseStatus(head.data.status);
  return {
    ok: true,
    record: {
      ...{ remoteId: head.data.id, number: head.data.tranid, sourceStatus: word, state, orderedAt, modifiedAt, raw },
      vendor: { id: head.data.entity, name: vendor?.companyname ?? vendor?.entityid ?? '' },
      location: locationOf(head.data, ofGoods),
      expectedAt: expectedOf(head.data, ofGoods, zone),
      ...{ currency: head.data.currency, note: head.data.memo, lines: ofGoods.map(lineOf) },
    },
  };
}

/** The order's own location, or that of its lines where all have the same. */
function locationOf({ location, locationname }: wire.Head, lines: wire.Line[]): PurchaseOrder['location'] {
  if (location !== null) return { id: location, name: locationname };
  const ids = [...new Set(lines.map((line) => line.location))];
  return ids.length === 1 && ids[0] ? { id: ids[0], name: lines.find((line) => line.locationname)?.locationname ?? null } : null;
}

/** The earliest day on which something is expected. */
function expectedOf({ duedate }: wire.Head, lines: wire.Line[], zone: string): Date | null {
  const days = [...lines.filter(({ closed }) => !closed).map(({ expected }) => expected), duedate].filter((day) => day !== null);
  const [first] = days.toSorted();
  return first === undefined ? null : fromWall(zone, first);
}

/** Of a closed line nothing more is expected than what has come. */
function lineOf(line: wire.Line): PurchaseOrderLine {
  const [quantity, received, each] = [line.quantity ?? 0, line.done ?? 0, line.each ?? 1];
  return {
    ...{ remoteLineId: line.id, sku: line.sku ?? '', name: line.name ?? line.sku ?? '', received, unitsEach: each },
    quantity: line.closed ? received : quantity,
    unitPrice: quantity !== 0 && line.foreignamount !== null ? money(line.foreignamount / quantity) : null,
  };
}
