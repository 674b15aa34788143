import type { Limit } from '../http/limit-kinds.ts';
import type { Reply } from '../http/request.ts';

/** A bucket for each operation, as Amazon publishes it; a reply says the rate that a seller really has. */
export const limits: Limit[] = [
  bucket('search_orders', 0.0056, 20),
  bucket('get_order', 0.5, 30),
  bucket('confirm_shipment', 2, 10),
  bucket('list_participations', 0.016, 15),
  bucket('list_items', 5, 5),
  bucket('get_item', 5, 10),
  bucket('patch_item', 5, 5),
  bucket('create_document', 0.5, 15),
  bucket('create_feed', 0.0083, 15),
  bucket('get_feed', 2, 15),
  bucket('get_feed_document', 0.0222, 10),
  bucket('create_report', 0.0167, 15),
  bucket('get_report', 2, 15),
  bucket('get_report_document', 0.0167, 15),
  ...['list_destinations', 'create_destination', 'get_subscription', 'create_subscription'].map((operation) => bucket(operation, 1, 5)),
];

function bucket(operation: string, perSecond: number, burst: number): Limit {
  return { kind: 'bucket', scope: 'store', perSecond, burst, operations: [operation], learn };
}

/** `x-amzn-RateLimit-Limit` is the rate in requests a second; not every reply has it. */
function learn({ headers }: Reply) {
  const rate = Number(headers['x-amzn-ratelimit-limit']);
  return Number.isFinite(rate) && rate > 0 ? { perSecond: rate } : {};
}
