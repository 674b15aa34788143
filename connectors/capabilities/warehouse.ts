import type { Cursor, Result } from '../http/result.ts';
import type { Address, CursorStream, Field, Page, Stream } from './reading.ts';

export type Warehouse = {
  listWarehouses: () => Promise<Result<WarehouseName[]>>;
  listShippingMethods: () => Promise<Result<CarrierMethods[]>>;
  items: CursorStream<WarehouseItem>;
  /** `reference` is the idempotency key: the same reference twice gives the same order. `created`: it is new by this very call. */
  submitOrder: (order: WarehouseOrder) => Promise<Result<WarehouseOrderState & { created: boolean }>>;
  /** Asked before a submit is repeated after a timeout; `not_found` when it never arrived. */
  findOrder: (reference: string) => Promise<Result<WarehouseOrderState>>;
  /** Every order that carries this order number, under whatever reference: also what was sent before our database was restored. */
  findOrdersByNumber?: (orderNumber: string) => Promise<Result<WarehouseOrderState[]>>;
  replaceOrder?: (providerRef: string, order: WarehouseOrder) => Promise<Result<WarehouseOrderState>>;
  /** A request: the warehouse may be too late. */
  requestCancel: (providerRef: string, reason: string) => Promise<Result<'cancelled' | 'pending' | 'too_late'>>;
  setHold?: (providerRef: string, held: boolean, reason: string) => Promise<Result<'done' | 'too_late'>>;
  /** Here and below, a queue is acknowledged by `providerRef` of an order, `asnId` of an announcement, `remoteId` of anything else. */
  orderChanges: Stream<WarehouseOrderState>;
  shipments: Stream<WarehouseShipment>;
  /**
   * A count of everything on the shelves, by SKU, warehouse, location and lot. A page with another `takenAt` begins a new one. Each of its
   * rows is as of some time from `takenAt`, before the first request for it was sent and after that had its turn, until the `takenUntil` of
   * its page, after the reply: the same where the warehouse keeps a snapshot.
   */
  stock: (cursor: Cursor | null) => Promise<Result<Page<StockRow> & CountedFrom>>;
  /**
   * Announces goods. `reference` is the idempotency key: the same reference twice gives the same announcement. `created`: it is new by this
   * very call.
   */
  createAsn?: (notice: InboundNotice) => Promise<Result<AsnState & { created: boolean }>>;
  /**
   * It makes as many announcements of one reference as it is told, and may show one only some time after it was made: after an attempt that
   * may have arrived it is looked for some minutes before it is announced again.
   */
  asnsRepeat?: true;
  /** Asked before an announcement is repeated after a timeout; `not_found` when it never arrived. */
  findAsn?: (reference: string) => Promise<Result<AsnState>>;
  /** Every announcement that carries this order number, under whatever reference. */
  findAsnsByNumber?: (orderNumber: string) => Promise<Result<AsnState[]>>;
  /** Says anew what is expected; refused as `too_late` once the warehouse has closed it. */
  replaceAsn?: (asnId: string, notice: InboundNotice) => Promise<Result<AsnState>>;
  /** A request: goods may have begun to arrive. */
  cancelAsn?: (asnId: string, reason: string) => Promise<Result<'cancelled' | 'too_late'>>;
  /** A request: of what has begun to arrive, nothing more is expected. `too_late`: it goes on expecting the rest. */
  closeAsn?: (asnId: string, reason: string) => Promise<Result<'closed' | 'too_late'>>;
  asnChanges?: Stream<AsnState>;
  receipts?: Stream<WarehouseReceipt>;
  /** How often both are read, where each takes many of the requests that the warehouse allows. */
  inboundSeconds?: number;
  /** The fields of its own that an order may carry to it, beside those of `WarehouseOrder`. */
  fields?: Field[];
};

export type CountedFrom = { takenAt: Date; takenUntil: Date };

export type WarehouseName = { id: string; name: string };
export type CarrierMethods = { carrier: string; methods: { code: string; name: string }[] };

export type WarehouseOrder = {
  reference: string;
  /** The order numbers that travel in this one, for the packing slip. */
  orderNumbers: string[];
  methodCode: string;
  warehouseId: string | null;
  shipTo: ShipTo;
  note: string | null;
  /** Fields set by presets and field mappings, by the warehouse's own field name. */
  fields: Record<string, string>;
  lines: { lineReference: string; sku: string; quantity: number }[];
};

export type ShipTo = Address & { phone: string | null; email: string | null };

/** Its order numbers, recipient and lines show whose order it is: an order is not taken for ours by its reference alone. */
export type WarehouseOrderState = {
  providerRef: string;
  reference: string;
  status: 'open' | 'picking' | 'packed' | 'partially_shipped' | 'shipped' | 'cancelled';
  held: boolean;
  changedAt: Date;
  /** Null where the warehouse does not say. */
  orderNumbers: string[] | null;
  /** As the warehouse has it, which may have rewritten it; null where it does not say. */
  shipTo: ShipTo | null;
  lines: { lineReference: string; sku: string; quantity: number; shipped: number }[];
};

export type WarehouseShipment = {
  remoteId: string;
  providerRef: string;
  reference: string;
  /** The announcement whose goods went out again with it: a return to the vendor, a transfer. It belongs to no order then. */
  asnId?: string | null;
  carrier: string;
  method: string;
  trackingNumber: string;
  trackingUrl: string | null;
  weightGrams: number | null;
  shippedAt: Date;
  /** By when it had left at the latest, by the clock of `takenAt` of a count, where that is not `shippedAt`. */
  leftBy?: Date;
  /** One for each lot of a line. */
  lines: ({ lineReference: string; sku: string; lot: string | null; quantity: number } & Kept)[];
  raw: unknown;
};

/**
 * What a warehouse keeps of goods beside their lot, where it does. `expiresOn`: the day that the lot expires, as 2027-03-31. `serials`: the
 * numbers of the very units.
 */
export type Kept = { expiresOn?: string | null; serials?: string[] };

export type WarehouseItem = {
  sku: string;
  name: string;
  upc: string | null;
  imageUrl: string | null;
  description: string | null;
  warehouseLocation: string | null;
};

export type StockRow = {
  sku: string;
  warehouseId: string;
  location: string;
  lot: string | null;
  onHand: number;
  allocated: number;
  onHold: number;
  available: number;
} & Kept;

export type InboundNotice = {
  reference: string;
  warehouseId: string;
  /** The numbers on the vendor's papers. */
  orderNumbers: string[];
  expectedAt: Date | null;
  carrier: string | null;
  freightNumber: string | null;
  /** `expectedAt`: where a line comes on another day than the rest. */
  lines: { lineReference: string; sku: string; quantity: number; lot: string | null; expectedAt: Date | null }[];
};

/** `closed`: nothing more of it will be received. */
export type AsnState = {
  asnId: string;
  reference: string;
  status: 'announced' | 'receiving' | 'closed' | 'cancelled';
  changedAt: Date;
  /** Null where the warehouse does not say. */
  orderNumbers: string[] | null;
  /** What was announced; null where the warehouse does not say. */
  lines: { sku: string; quantity: number }[] | null;
};

export type WarehouseReceipt = {
  remoteId: string;
  /** Null where nobody announced it, as a return of a buyer. */
  asnId: string | null;
  type: string;
  receivedAt: Date;
  /** Since when it may have come, by the clock of `takenAt` of a count, where that is not `receivedAt`. */
  notBefore?: Date;
  sku: string;
  quantity: number;
  lot: string | null;
  carrier: string | null;
  freightNumber: string | null;
  /**
   * What the ids of all receipts of one piece begin with, where all of them are told at once, on one page: an earlier one that is not among
   * them is corrected to nothing.
   */
  wholeOf?: string;
  /** It is no receipt: it only says that of the piece nothing is left. */
  isEmpty?: true;
  raw: unknown;
} & Kept;
