import type { z } from 'zod';
import type { Confirmations, Inventory, Listings } from './capabilities/channel.ts';
import type { ApplicationHints, Hints } from './capabilities/hints.ts';
import type { PurchaseOrders } from './capabilities/purchase-orders.ts';
import type { Address, Field, Named, Page, Stream } from './capabilities/reading.ts';
import type { Warehouse } from './capabilities/warehouse.ts';
import type { Auth, Credential } from './http/auth.ts';
import type { Application } from './http/consent.ts';
import type { Limit, Scope } from './http/limit-kinds.ts';
import type { Reason } from './http/reasons.ts';
import type { ConnectorHttp, Hosts, Judge } from './http/request.ts';
import type { Cursor, Failure, RejectionCode, Result } from './http/result.ts';

export type * from './capabilities/channel.ts';
export type * from './capabilities/hints.ts';
export type * from './capabilities/purchase-orders.ts';
export type * from './capabilities/reading.ts';
export type * from './capabilities/warehouse.ts';
export type { Cursor, Failure, Reason, RejectionCode, Result };

/**
 * What a connector is. A connector is one value in one folder; the core knows it only by this contract, which
 * docs/connectors/contract.md explains. Each capability is a key of its own, and a connection is whatever its connector has keys
 * for: a channel, a warehouse, a source of purchase orders, or several of them. What is not there is offered by no screen.
 *
 * Translation is pure and total per record: one record that cannot be read becomes an `unreadable` entry
 * with its payload, never a thrown page.
 */
export type Connector = {
  /** The connector's own name, as in `ship_station`. The slug of a first connection. */
  name: string;
  /** As people read it: `ShipStation`. */
  label: string;
  /**
   * A sign by which its connections are known at a glance: an SVG path in a square of 24, drawn as a line. A drawing of our own,
   * because the vendor's trademark is not ours; without one the label's first letter stands for it.
   */
  logo?: string;
  /**
   * The settings a person enters to connect; the form is made from it. Fields with `meta({ secret: true })` are sealed; one with
   * `meta({ choices: 'stores' })` is chosen from the connector's `choices` of that name. `http/fields.ts` has those that are more than a
   * text: several choices, and credentials whose looks are checked.
   */
  settings: z.ZodObject;
  /** Where requests may go; a sandbox origin is added by the environment alone. */
  hosts: (settings: Settings) => Hosts;
  auth: Auth;
  /** Further credentials of the same connection, by the name that a request gives as its `credential`: a queue of hints beside the API. */
  credentials?: Record<string, Credential>;
  /** Limits that the vendor publishes, before its replies have told us better. */
  limits: Limit[];
  /**
   * Who shares a limit, by scope, in any text that names them at the vendor. Connections with one credential share one allowance,
   * as they do there; the credential is the secret settings unless it is said here.
   */
  scopes?: (settings: Settings) => Partial<Record<Scope, string>>;
  /**
   * The other side calls us, with a key that is bound to the connection: nothing is read from it, and what it said is read from `own`
   * records.
   */
  byCall?: true;
  /** Looks at every reply before its status does, where the request has no `judge` of its own. */
  judge?: Judge;
  /** Who we are connected as; the connection test. */
  identify: (session: ConnectorSession) => Promise<Result<Identity>>;
  /** What can be chosen for settings. */
  choices?: Record<string, Choices>;
  /** What a channel's status word is by the display rule: open, shipped, or anything else. Without, each word stands for itself. */
  displayStatus?: (sourceStatus: string) => DisplayStatus;
  /**
   * Of a channel whose terms demand it: how many days after an order has ended its buyer is erased here, from every copy. An account may
   * have less, and never more.
   */
  erasesBuyersAfterDays?: number;
  /** Its orders are a queue: each that is open and was never taken is read, however old. A date of the first ones means nothing. */
  readsAllOpen?: true;
  /** The address of an order in the channel's own back office, where the connector knows one. */
  orderPage?: (settings: Settings, order: { remoteId: string; number: string }) => string;
  orders?: (session: ConnectorSession) => Orders;
  confirmations?: (session: ConnectorSession) => Confirmations;
  inventory?: (session: ConnectorSession) => Inventory;
  listings?: (session: ConnectorSession) => Listings;
  purchaseOrders?: (session: ConnectorSession) => PurchaseOrders;
  warehouse?: (session: ConnectorSession) => Warehouse;
  hints?: (session: ConnectorSession) => Hints;
  /**
   * Takes back at the vendor what a person consented to, when its connection is disconnected. Our webhooks there end with it. Left out
   * where the vendor documents no call for it: then the person is told to do it there.
   */
  revoke?: (session: ConnectorSession) => Promise<Result<null>>;
  /** Its hints come out of a queue alone: nobody has an address of ours to send them to. */
  hintsArePolled?: true;
  /** Where a vendor sends what concerns anybody who consented to our application. */
  applicationHints?: (application: Application) => ApplicationHints;
};

/** Whose credential it is. */
export type Identity = {
  /** In words a person recognises. */
  name: string;
  detail?: string;
  /**
   * What it belongs to at the vendor, made by `identityKey`, one at least: every store that is read, the profile, the account. The
   * same for every credential of the same shop, and for ever; no other shop has one of them. Two connections that share a key, or where
   * one has the whole of the other's, would import the same orders: they are refused, and a new credential of a connection must
   * share one with it.
   */
  keys: string[];
};

export type DisplayStatus = 'awaiting_shipment' | 'shipped' | 'other';

export type Settings = Readonly<Record<string, string>>;

/**
 * What a connector gets to work with: one connection's settings and its own HTTP client. `belongsTo`: the keys that `identify` returned
 * when the connection was last asked whose it is; none where it was not yet, or is asked now.
 */
export type ConnectorSession = {
  settings: Settings;
  http: ConnectorHttp;
  now: () => Date;
  belongsTo: readonly string[];
  /** Ours at the vendor, to which people consent: its secret signs deliveries of some. */
  application: Application | null;
  /** What a side that calls us has said: see `Connector.byCall`. Left out where nobody asks for it. */
  own?: OwnRecords;
};

/** What the other side of a connection has said by its calls. */
export type OwnRecords = {
  /** An order as it has it by now; null where it never sent one of this id. */
  order: (remoteId: string) => Promise<ChannelOrder | 'erased' | null>;
  /** Of these confirmations, by their keys, those that it knows of, or need not. */
  acknowledged: (keys: string[]) => Promise<Set<string>>;
};

/** The choices of a settings field. `dependsOn`: settings that must be chosen before, as the subsidiary of an account. */
export type Choices = { dependsOn?: string[]; list: (session: ConnectorSession) => Promise<Result<Named[]>> };

// ── Orders of a channel ────────────────────────────────────────────────────────────────────────────────

export type Orders = {
  stream: Stream<ChannelOrder>;
  /**
   * The channel does not say when an order changed, and its stream gives those of any age: `modifiedAt` is when it was read. Of those that
   * are not known here, `orderedAt` says whether one is from before the day from which on the connection reads: then it is left.
   */
  isUndated?: true;
  /** Reads one order again, by the channel's id. `not_found`: the channel no longer has it, so nothing of it may be sent. */
  get: (remoteId: string) => Promise<Result<ChannelOrder>>;
  /**
   * Reads orders again that are open here, where the stream would not bring their changes (a queue). Each of the ids comes back as
   * a record, unreadable or gone; `next` and `more` are not looked at.
   */
  reread?: { everySeconds: number; most: number; read: (remoteIds: string[]) => Promise<Result<Page<ChannelOrder>>> };
  /**
   * Lists the ids of the orders that the channel has neither shipped nor cancelled, from the beginning without a cursor. An order
   * may be missed when the list moves in the meantime, so one that is not listed is looked up before it counts as gone.
   */
  listOpen?: {
    everySeconds: number;
    read: (cursor: Cursor | null) => Promise<Result<Page<string>>>;
    /**
     * Which of these the channel has, whatever their status. Called for unreleased orders alone whose status is `unknown` to us, so that no
     * list can be asked for it. One that it leaves out is looked up by itself.
     */
    among?: { most: number; read: (remoteIds: string[]) => Promise<Result<string[]>> };
  };
  /** The codes that orders carry in `shipping.code`, for the mapping screen. */
  listShippingCodes?: () => Promise<Result<ShippingCode[]>>;
  /** The places that goods may leave from there, for the mapping screen. */
  listLocations?: () => Promise<Result<Named[]>>;
  /** What mappings may take from an order's payload. */
  sourceFields?: Field[];
  /**
   * Holds until the day of `until`; `null` releases. `ours`: whether a hold that the channel has there may be ours, or until when ours was
   * asked for. A channel that knows one hold of an order leaves one that is not ours as it is: `held_before`.
   */
  hold?: (remoteId: string, until: Date | null, ours: boolean | Date) => Promise<Result<'done' | 'held_before'>>;
  /**
   * Says what became of a request to cancel (`ChannelOrder.cancelRequest`), where the channel waits for it: nothing of the order will
   * leave, or it is too late. Twice does no harm; a request that the channel no longer has is `not_found`. Left out where the channel waits
   * for nothing: then a person replies there.
   */
  decideCancel?: (decision: CancelDecision) => Promise<Result<null>>;
  /**
   * Says whether what the channel asks us to ship (`ChannelOrder.shipRequest`) is shipped from here. What was accepted may be declined
   * later: then nothing more of it is. Twice does no harm; a request that the channel no longer has is `not_found`.
   */
  decideShip?: (decision: ShipDecision) => Promise<Result<null>>;
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
  /** The order that it was split off: some of that one's goods are now its own, or in both. */
  splitFrom: string | null;
  /** The orders that were merged into it: their goods are now its own, and the channel no longer has them. */
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
  /** What the channel wants back when the order is confirmed, as the id of its fulfilment there; opaque to us. */
  handle?: string;
  /**
   * The channel asks for the whole order to be cancelled, and it is not yet; its `state` is `held`, so that nothing leaves. Left out where
   * it does not ask, or no longer.
   */
  cancelRequest?: CancelRequest;
  /** The channel asks us to ship it and waits for our reply, as of a fulfilment service. Left out where it does not wait, or no longer. */
  shipRequest?: ShipRequest;
  /**
   * The buyer has not completed it, and may never: it becomes an order here once it no longer says so. One that is an order here already is
   * as it says, so its `state` is `waiting`.
   */
  isCheckout?: true;
  raw: unknown;
};

/**
 * `id`: the channel's own of the request, of which 500 characters are kept; another one is another request. `handle`: what the channel
 * wants back with the decision, 20,000 characters at most.
 */
export type CancelRequest = { id: string; reason: string | null; handle?: string };
export type CancelDecision = { remoteOrderId: string; requestId: string; handle: string | null; decision: 'accepted' | 'too_late' };

/** `id` and `handle` as of a request to cancel. */
export type ShipRequest = { id: string; handle?: string };
export type ShipDecision = { remoteOrderId: string; requestId: string; handle: string | null } & (
  | { decision: 'accepted' }
  /** `message`: for the seller, of 250 characters at most. */
  | { decision: 'declined'; why: WhyDeclined; message: string }
);
/** What kept the order here when somebody ended it; `other` where nothing did. */
export const whyDeclined = ['unknown_sku', 'bad_address', 'out_of_stock', 'other'] as const;
export type WhyDeclined = (typeof whyDeclined)[number];

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
  /** What the channel wants back when the line is confirmed. */
  handle?: string;
};
export type LineOption = { name: string; value: string };

export type ShippingCode = { code: string; description: string; carrier: string | null };
