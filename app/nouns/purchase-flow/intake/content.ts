import { createHash } from 'node:crypto';
import type { PurchaseOrder } from '../../../../connectors/contract.ts';

/** What a source says about a purchase order, as one text: a delivery with the same content changes nothing. */
export function contentHash({ raw: _, modifiedAt: _modifiedAt, ...content }: PurchaseOrder): string {
  return createHash('sha1').update(JSON.stringify(content)).digest('base64url');
}

/** The columns of a new purchase order. */
export const columnsOf = (record: PurchaseOrder) => ({
  remote_id: record.remoteId,
  source_number: record.number,
  source_status: record.sourceStatus,
  source_state: record.state,
  vendor_number: record.vendor.id,
  vendor_name: record.vendor.name,
  source_location: record.location?.id ?? null,
  source_location_name: record.location?.name ?? null,
  ordered_at: record.orderedAt,
  expected_at: record.expectedAt,
  currency: record.currency,
  note: record.note,
  content_hash: contentHash(record),
  remote_modified_at: record.modifiedAt,
});

/** The columns of its lines. What had come before we knew of it is not expected again. */
export const linesOf = (record: PurchaseOrder) =>
  record.lines.map((line, at) => ({
    position: at + 1,
    remote_line_id: line.remoteLineId,
    sku: line.sku,
    name: line.name,
    quantity: line.quantity,
    received_before: Math.max(0, line.received),
    unit_price: line.unitPrice,
  }));
