import type { Cursor, Result } from '../http/result.ts';
import type { Page } from './reading.ts';

/**
 * Hints say that something changed; they never carry data. A hint wakes a stream, and what the stream reads counts. A connector
 * receives them (webhooks), fetches them (a notification queue), or both.
 */
export type Hints = {
  /**
   * Verifies a delivery. `secret` is the connection's own, kept sealed by us: part of the address, or the HMAC key. A connector
   * whose settings have `webhook_secret` is given that one. `theirs`: what the vendor made, see `subscribe` and `keys`.
   */
  receive?: (delivery: Delivery, secret: string, theirs: Theirs) => Verified | Promise<Verified>;
  /**
   * Replies to a vendor that asks our address by GET whether it is ours, before it sends anything there. A question in the body of a
   * delivery is replied to by `receive`. `address`: as `subscribe` was told it.
   */
  challenge?: (question: Delivery['query'], secret: string, address: string) => { ok: true; reply: DeliveryReply } | Refused;
  /**
   * Deliveries are signed with a key that the vendor publishes. `nameIn`: which one a delivery names, before anything of it is
   * verified; null where it names none. `read` fetches it, by a `read` that needs no sign-in where the vendor allows that. What was read is
   * kept for a day; strangers cannot make us read often.
   */
  keys?: { nameIn: (delivery: Delivery) => string | null; read: (name: string) => Promise<Result<string>> };
  /**
   * Tells the other side our address, after connecting and whenever the address changes. Twice does no more than once. Returns the
   * secret that the vendor made for our subscription and shows only then; null where it shows none. It is kept sealed and
   * handed to `receive` as `theirs.secret`. `kept`: the one of an earlier time; null means that what is subscribed there cannot be
   * verified, and has to be made anew.
   */
  subscribe?: (address: string, secret: string, kept: string | null) => Promise<Result<string | null>>;
  /** Takes our address back from where `subscribe` told it, when it is disconnected. Twice does no more than once. */
  unsubscribe?: (address: string) => Promise<Result<null>>;
  /** Reads hints from a queue of the vendor's; a record is a hint. */
  poll?: { everySeconds: number; read: (cursor: Cursor | null) => Promise<Result<Page<Hint>>> };
};

export type Delivery = {
  headers: Record<string, string | undefined>;
  rawBody: Uint8Array;
  query: Record<string, string | undefined>;
};

/** What the vendor made for us: the secret of our subscription, and the key that the delivery names. Null where there is none. */
export type Theirs = { secret: string | null; key: string | null };

export type DeliveryReply = { status: number; headers?: Record<string, string>; body?: string };
export type Refused = { ok: false; reason: string };
export type Verified = Received | Refused;

/**
 * What a vendor sends to one address about all who consented to our application, as what the law wants done. `of`: whose it is, by a key
 * of its `identify`, from what is signed and nothing else of the delivery.
 */
export type ApplicationHints = { receive: (delivery: Delivery) => { ok: true; of: string; notices: Notice[] } | Refused };

/** A delivery may hold several hints, or none: a ping, whose `reply` is given as it is. */
export type Received = { ok: true; hints: Hint[]; notices?: Notice[]; reply?: DeliveryReply };

/** `id` is the same for the same delivery sent twice. `remoteIds`: the records, where it names them. */
export type Hint = { id: string; stream: HintedStream; remoteIds: string[] };
export type HintedStream =
  | 'orders'
  /** Those that are open here, of a channel that has them read again: the ones that the hint names. */
  | 'open_orders'
  | 'order_changes'
  | 'asn_changes'
  | 'shipments'
  | 'receipts'
  | 'stock'
  | 'items'
  | 'listings'
  | 'purchase_orders';

/**
 * What no stream would find, so it counts by itself; `id` as of a hint. `uninstalled`: our access was taken away there. `person_data`: a
 * buyer wants to know what is kept of them. `erase_person`: it is to be erased. `erase_shop`: that of every buyer of this connection.
 */
export type Notice = { id: string } & ({ kind: 'uninstalled' | 'erase_shop' } | { kind: 'person_data' | 'erase_person'; person: Person });

/**
 * A buyer, by whatever the other side says of them; null what it does not say. `remoteOrderIds`: the orders concerned, where it names
 * them.
 */
export type Person = { email: string | null; phone: string | null; remoteOrderIds: string[] };
