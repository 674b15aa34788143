import type { z } from 'zod';
import type { ConnectorHttp, HttpLimits } from './http/request.ts';
import type { Cursor, Failure, RejectionCode, Result } from './http/result.ts';

export type { Cursor, Failure, RejectionCode, Result };

/**
 * What a connector is. A connector is one value in one folder; the core knows it only by this contract.
 * A capability is the presence of a key: a channel without `hold` cannot hold, and no screen offers it.
 *
 * Translation is pure and total per record: one record that cannot be read becomes an `unreadable` entry
 * with its payload, never a thrown page.
 */
export type Connector = {
  /** The connector's own name, as in `ship_station`. The slug of a first connection. */
  name: string;
  /** As people read it: `ShipStation`. */
  label: string;
  /** The settings a person enters to connect; the form is made from it. Fields with `meta({ secret: true })` are sealed. */
  settings: z.ZodObject;
  /** Hosts that the API may live on, as full origins; a sandbox origin is added by the environment alone. */
  origins: (settings: Settings) => string[];
  /** The headers that sign a request in. Their values never reach a log. */
  signIn: (settings: Settings) => Record<string, string>;
  /** Limits that the vendor publishes, before its headers have told us better. */
  limits: HttpLimits;
  /** The address of an order in the channel's own back office, where the connector knows one. */
  orderPage?: (settings: Settings, order: { remoteId: string; number: string }) => string;
  channel?: (session: ConnectorSession) => Channel;
  warehouse?: (session: ConnectorSession) => Warehouse;
};

export type Settings = Record<string, string>;

/** What a connector gets to work with: one connection's settings and its own HTTP client. */
export type ConnectorSession = { settings: Settings; http: ConnectorHttp; now: () => Date };

// ── Reading ────────────────────────────────────────────────────────────────────────────────────────────

export type Page<T> = {
  records: T[];
  /** Records that could not be read: kept with their payload and shown, never dropped. */
  unreadable: Unreadable[];
  /** The cursor to read on from. Stored after the page, so that a crash in between reads the page again. */
  next: Cursor;
  /** True when `next` has more to read at once; false when the stream is drained for now. */
  more: boolean;
  /** How many records the whole read will give, when the other side says. For the progress bar. */
  total?: number;
};

export type Unreadable = { remoteId: string | null; reason: string; raw: unknown };

/** Read by watermark of the remote's own clock, minus an overlap. `null` starts from `since`. */
export type CursorStream<T> = { mode: 'cursor'; read: (cursor: Cursor | null, since: Date) => Promise<Result<Page<T>>> };

/** Read what is not yet acknowledged, then acknowledge each. */
export type QueueStream<T> = {
  mode: 'queue';
  read: (cursor: Cursor | null) => Promise<Result<Page<T>>>;
  acknowledge: (remoteIds: string[]) => Promise<Result<ItemOutcome[]>>;
};
export type Stream<T> = CursorStream<T> | QueueStream<T>;
export type ItemOutcome = { remoteId: string; failure?: Failure };

// ── Channel ────────────────────────────────────────────────────────────────────────────────────────────

export type Channel = {
  /** Who we are connected as, in words a person recognises; the connection test. */
  identify: () => Promise<Result<{ name: string; detail?: string }>>;
  orders: Stream<ChannelOrder>;
  /** Reads one order again, by the channel's id. `not_found`: the channel has it no more, so nothing of it may be sent. */
  getOrder: (remoteId: string) => Promise<Result<ChannelOrder>>;
  /** `whole_order`: one confirmation when every unit has shipped. `shipment`: one for each parcel. */
  confirms: 'whole_order' | 'shipment';
  /** Confirms to the channel that goods have left. Must be safe to repeat with the same key. */
  confirmShipment: (confirmation: ShipmentConfirmation) => Promise<Result<{ reference: string | null }>>;
  /** Returns whether the channel already holds a confirmation. Called before a retry after a timeout. */
  isConfirmed: (confirmation: ShipmentConfirmation) => Promise<Result<boolean>>;
  /** The codes that orders carry in `source_shipping`, for the mapping screen. */
  listShippingCodes?: () => Promise<Result<ShippingCode[]>>;
  listStores?: () => Promise<Result<{ id: string; name: string }[]>>;
  /** Holds until the day of `until`; `null` releases. */
  hold?: (remoteId: string, until: Date | null) => Promise<Result<null>>;
  webhook?: Webhook;
};

/** Canonical order, as a channel gives it. Money is a decimal string in `currency`; weights are grams. */
export type ChannelOrder = {
  remoteId: string;
  /** The number that people say on the phone. */
  number: string;
  /** The channel's own status word, untranslated. */
  sourceStatus: string;
  /** What that word means to us; `external`: somebody else sends its goods; `unknown` becomes an issue. */
  state: 'ready' | 'waiting' | 'held' | 'external' | 'shipped' | 'cancelled' | 'unknown';
  /** The order that it was split off: some of that one's goods are now its own. */
  splitFrom: string | null;
  /** The orders that were merged into it: their goods are now its own, and the channel has them no more. */
  mergedIds: string[];
  orderedAt: Date;
  modifiedAt: Date;
  currency: string;
  poNumber: string | null;
  store: { id: string; name: string | null } | null;
  customer: { id: string | null; name: string; email: string | null; phone: string | null };
  shipTo: Address;
  shipping: { code: string | null; description: string | null };
  note: string | null;
  details: OrderDetails;
  totals: { shipping: string; tax: string; total: string };
  weightGrams: number | null;
  lines: ChannelLine[];
  raw: unknown;
};

/** What the channel says about an order beside what we act on: kept and shown. What it does not say is left out. */
export type OrderDetails = {
  /** For the seller's own people, not for the buyer. */
  internalNote?: string;
  isGift?: true;
  giftMessage?: string;
  /** When the goods must have left: an instant in ISO 8601. */
  shipBy?: string;
  /** Decimal, in the order's currency. */
  amountPaid?: string;
  /** The channel's own name of the place that the goods are to leave from. */
  warehouse?: string;
  tags?: string[];
};

export type Address = {
  name: string;
  company: string | null;
  line1: string;
  line2: string | null;
  city: string;
  state: string | null;
  postalCode: string;
  /** ISO 3166-1 alpha-2, or what the channel sent when it is not one. */
  country: string;
};

export type ChannelLine = {
  /** The channel's own line id: partial shipments are confirmed by it. */
  remoteLineId: string;
  sku: string;
  name: string;
  /** Whole units; may be zero or negative as the channel sent it, in which case the order needs a person. */
  quantity: number;
  unitPrice: string;
  /** True for discounts, postage and fees: no goods, never sent to a warehouse. */
  isCharge: boolean;
  imageUrl: string | null;
  upc: string | null;
  location: string | null;
  /** What the buyer chose of it, as size or engraving; left out where there is none. */
  options?: LineOption[];
};
export type LineOption = { name: string; value: string };

export type ShippingCode = { code: string; description: string; carrier: string | null };

export type ShipmentConfirmation = {
  key: string;
  remoteOrderId: string;
  carrier: string;
  trackingNumber: string;
  trackingUrl: string | null;
  shippedAt: Date;
  lines: { remoteLineId: string; quantity: number }[];
};

// ── Warehouse ──────────────────────────────────────────────────────────────────────────────────────────

export type Warehouse = {
  identify: () => Promise<Result<{ name: string; detail?: string }>>;
  listWarehouses: () => Promise<Result<WarehouseName[]>>;
  listShippingMethods: () => Promise<Result<CarrierMethods[]>>;
  items: CursorStream<WarehouseItem>;
  /** `reference` is the idempotency key: the same reference twice gives the same order. */
  submitOrder: (order: WarehouseOrder) => Promise<Result<WarehouseOrderState>>;
  /** Asked before a submit is repeated after a timeout; `not_found` when it never arrived. */
  findOrder: (reference: string) => Promise<Result<WarehouseOrderState>>;
  replaceOrder?: (providerRef: string, order: WarehouseOrder) => Promise<Result<WarehouseOrderState>>;
  /** A request: the warehouse may be too late. */
  requestCancel: (providerRef: string, reason: string) => Promise<Result<'cancelled' | 'pending' | 'too_late'>>;
  setHold?: (providerRef: string, held: boolean, reason: string) => Promise<Result<'done' | 'too_late'>>;
  orderChanges: CursorStream<WarehouseOrderState>;
  shipments: CursorStream<WarehouseShipment>;
  /** One snapshot of everything on the shelves, by SKU, warehouse, location and lot. A page with another `takenAt` begins a new one. */
  stock: (cursor: Cursor | null) => Promise<Result<Page<StockRow> & { takenAt: Date }>>;
  createAsn?: (notice: InboundNotice) => Promise<Result<{ asnId: string }>>;
  receipts?: CursorStream<WarehouseReceipt>;
  webhook?: Webhook;
};

export type WarehouseName = { id: string; name: string };
export type CarrierMethods = { carrier: string; methods: { code: string; name: string }[] };

export type WarehouseOrder = {
  reference: string;
  /** The order numbers that travel in this one, for the packing slip. */
  orderNumbers: string[];
  methodCode: string;
  warehouseId: string | null;
  shipTo: Address & { phone: string | null; email: string | null };
  note: string | null;
  /** Fields set by presets and field mappings, by the warehouse's own field name. */
  fields: Record<string, string>;
  lines: { lineReference: string; sku: string; quantity: number }[];
};

export type WarehouseOrderState = {
  providerRef: string;
  reference: string;
  status: 'open' | 'picking' | 'packed' | 'partially_shipped' | 'shipped' | 'cancelled';
  held: boolean;
  changedAt: Date;
  lines: { lineReference: string; sku: string; quantity: number; shipped: number }[];
};

export type WarehouseShipment = {
  remoteId: string;
  providerRef: string;
  reference: string;
  carrier: string;
  method: string;
  trackingNumber: string;
  trackingUrl: string | null;
  weightGrams: number | null;
  shippedAt: Date;
  lines: { lineReference: string; sku: string; lot: string | null; quantity: number }[];
  raw: unknown;
};

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
};

export type InboundNotice = {
  reference: string;
  warehouseId: string;
  expectedAt: Date | null;
  lines: { lineReference: string; sku: string; quantity: number; lot: string | null }[];
};

export type WarehouseReceipt = {
  remoteId: string;
  asnId: string;
  type: string;
  receivedAt: Date;
  sku: string;
  quantity: number;
  lot: string | null;
  carrier: string | null;
  freightNumber: string | null;
  raw: unknown;
};

// ── Webhooks ───────────────────────────────────────────────────────────────────────────────────────────

/** A webhook is a hint. `verify` never trusts the body for data: it says which stream or record to re-read. */
export type Webhook = {
  /** `secret` is the connection's own, kept sealed by us: part of the address, or the HMAC key. */
  verify: (delivery: WebhookDelivery, secret: string) => WebhookHint | { ok: false; reason: string };
};
export type WebhookDelivery = {
  headers: Record<string, string | undefined>;
  rawBody: Uint8Array;
  query: Record<string, string | undefined>;
};
export type WebhookHint = {
  ok: true;
  deliveryId: string;
  stream: 'orders' | 'order_changes' | 'shipments' | 'receipts' | 'stock' | 'items';
  remoteIds: string[];
};
