import type { AsnState, InboundNotice, WarehouseReceipt } from '../contract.ts';
import { firstIssue, idIn, type Translated } from '../http/records.ts';
import { atTheEarliest, dayOf, inTheirs, notAfter } from './moments.ts';
import { because } from './reasons.ts';
import { numbersIn, numbersOf } from './translate-order.ts';
import * as wire from './wire.ts';
import { embeddedIn } from './wire-values.ts';

/** A receiver and its lines: what is announced, and what came of it, are one record there. */
export type ReadReceiver = { receiver: wire.Receiver; items: wire.ReceiveItem[] };

export function readReceiver(raw: unknown, customer: string): Translated<ReadReceiver> {
  const receiver = wire.receiver.safeParse(raw);
  const wrong = (reason: ReturnType<typeof firstIssue>) =>
    ({ ok: false, unreadable: { remoteId: receiverIdIn(raw), reason, raw } }) as const;
  if (!receiver.success) return wrong(firstIssue(receiver.error));
  if (receiver.data.readOnly.customerIdentifier.id !== customer) return wrong(because({ code: 'extensiv.other_customer', customer }));
  const items = wire.receiveItem.array().safeParse(embeddedIn(raw, 'inventory/receiveritem') ?? embeddedIn(raw, 'inventory/receiveitem'));
  if (!items.success) return wrong(firstIssue(items.error, 'receiveItems'));
  return { ok: true, record: { receiver: receiver.data, items: items.data } };
}

export const receiverIdIn = (raw: unknown): string | null =>
  typeof raw === 'object' && raw !== null && 'readOnly' in raw ? idIn(raw.readOnly, ['receiverId']) : null;

/** An announcement becomes a receipt in work: then what was expected of each line is kept beside what came. */
const isConverted = ({ items }: ReadReceiver) => items.some(({ readOnly }) => (readOnly.expectedQty ?? null) !== null);

export function asnState(read: ReadReceiver): AsnState {
  const { readOnly, referenceNum, poNum } = read.receiver;
  return {
    ...{ asnId: readOnly.receiverId, reference: referenceNum, status: statusOf(read), changedAt: readOnly.lastModifiedDate },
    orderNumbers: numbersIn(poNum),
    lines: announcedOf(read),
  };
}

export function statusOf(read: ReadReceiver): AsnState['status'] {
  const { status, receiverType } = read.receiver.readOnly;
  if (status === 2) return 'cancelled';
  if (status === 1) return 'closed';
  return receiverType !== 2 && isConverted(read) ? 'receiving' : 'announced';
}

/** A line that the dock added, as a second lot, was not expected. */
function announcedOf(read: ReadReceiver): { sku: string; quantity: number }[] {
  const converted = isConverted(read);
  return bySku(
    read.items.map(({ itemIdentifier: { sku }, readOnly, qty }) => ({ sku, quantity: converted ? (readOnly.expectedQty ?? 0) : qty })),
  );
}

export function bySku(lines: { sku: string; quantity: number }[]): { sku: string; quantity: number }[] {
  const units = new Map<string, number>();
  for (const { sku, quantity } of lines) if (quantity > 0) units.set(sku, (units.get(sku) ?? 0) + quantity);
  return [...units].map(([sku, quantity]) => ({ sku, quantity }));
}

/** What came: each line of a receiver that is confirmed. Before that nothing of it is in stock, and its quantities are a plan. */
export function receiptsOf({ receiver, items }: ReadReceiver, now: Date): WarehouseReceipt[] {
  const { readOnly, arrivalDate, carrier, billOfLading, trackingNumber, trailerNumber } = receiver;
  if (readOnly.status !== 1) return [];
  return items.map((item) => ({
    remoteId: item.readOnly.receiveItemId,
    // Nobody announces what a buyer sends back.
    ...(readOnly.receiverType === 1 ? { asnId: null, type: 'return' } : { asnId: readOnly.receiverId, type: 'receipt' }),
    receivedAt: notAfter(now, arrivalDate ?? readOnly.lastModifiedDate),
    notBefore: notAfter(now, atTheEarliest(arrivalDate ?? readOnly.lastModifiedDate)),
    ...{ sku: item.itemIdentifier.sku, quantity: item.qty, lot: item.lotNumber, carrier },
    ...{ expiresOn: dayOf(item.expirationDate), serials: item.serialNumber === null ? [] : [item.serialNumber] },
    ...{ freightNumber: billOfLading ?? trackingNumber ?? trailerNumber, raw: item },
  }));
}

/** A notice as it is sent, but for its customer and facility (rels/inventory/receivers). */
export const noticeBody = ({ reference, orderNumbers, expectedAt, carrier, freightNumber, lines }: InboundNotice) => ({
  ...{ referenceNum: reference, poNum: numbersOf(orderNumbers), expectedDate: expectedAt && inTheirs(expectedAt) },
  ...{ carrier, billOfLading: freightNumber, receiveItems: lines.map(newLine) },
});

export const newLine = ({ lineReference, sku, quantity, lot }: InboundNotice['lines'][number]) => ({
  ...{ itemIdentifier: { sku }, externalId: lineReference, qty: quantity, lotNumber: lot },
});
