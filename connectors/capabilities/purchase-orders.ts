import type { Result } from '../http/result.ts';
import type { LotUnits } from './channel.ts';
import type { Stream } from './reading.ts';

export type PurchaseOrders = {
  stream: Stream<PurchaseOrder>;
  /** Reads one again, by its remote id. `not_found`: it is no longer there. */
  get: (remoteId: string) => Promise<Result<PurchaseOrder>>;
  /** Books what came in. Must be safe to repeat with the same key: look before a repeat. */
  receive: (receipt: GoodsReceipt) => Promise<Result<{ reference: string | null }>>;
  /** Whether a receipt with this key is booked. Called before a retry after a timeout. */
  isReceived: (receipt: GoodsReceipt) => Promise<Result<boolean>>;
};

export type PurchaseOrder = {
  remoteId: string;
  number: string;
  /** The other side's own status word. */
  sourceStatus: string;
  /** What it means: goods are expected, all have come, or none will. */
  state: 'draft' | 'open' | 'closed' | 'cancelled' | 'unknown';
  vendor: { id: string | null; name: string };
  /** Where the goods are expected, by the source's own id. */
  location: { id: string; name: string | null } | null;
  orderedAt: Date;
  expectedAt: Date | null;
  modifiedAt: Date;
  currency: string | null;
  note: string | null;
  lines: PurchaseOrderLine[];
  raw: unknown;
};

export type PurchaseOrderLine = {
  remoteLineId: string;
  sku: string;
  name: string;
  /** In stock units, whatever unit it was bought in. */
  quantity: number;
  received: number;
  /** Stock units in one unit of purchase: 12 for a case of twelve, 1 where they are the same. */
  unitsEach: number;
  unitPrice: string | null;
};

/** Goods that came for one purchase order. Quantities in stock units; lines that are not named stay open. */
export type GoodsReceipt = {
  key: string;
  remoteId: string;
  receivedAt: Date;
  locationId: string | null;
  /**
   * `booked`: how much of the line is known to be booked from here. Where the source has more that we booked, it was done by a database
   * that was lost, perhaps together with other receipts: then nothing is booked, and it is `rejected` as a `duplicate`. `serials`: of
   * these units, as far as the warehouse named them.
   */
  lines: { remoteLineId: string; sku: string; quantity: number; booked: number; lots: LotUnits[]; serials?: string[] }[];
};
