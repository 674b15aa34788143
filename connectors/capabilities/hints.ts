import type { Cursor, Result } from '../http/result.ts';
import type { Page } from './reading.ts';

/**
 * Hints say that something changed; they never carry data. A hint wakes a stream, and what the stream reads counts. A connector
 * receives them (webhooks), fetches them (a notification queue), or both.
 */
export type Hints = {
  /**
   * Verifies a delivery. `secret` is the connection's own, kept sealed by us: part of the address, or the HMAC key. A connector
   * whose settings have `webhook_secret` is given that one.
   */
  receive?: (delivery: Delivery, secret: string) => Received | { ok: false; reason: string };
  /** Tells the other side our address, after connecting and whenever the address changes. Twice does no more than once. */
  subscribe?: (address: string, secret: string) => Promise<Result<null>>;
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

/** A delivery may hold several hints, or none: a ping, whose `reply` is given as it is. */
export type Received = { ok: true; hints: Hint[]; reply?: { status: number; headers?: Record<string, string>; body?: string } };

/** `id` is the same for the same delivery sent twice. `remoteIds`: the records, where it names them. */
export type Hint = { id: string; stream: HintedStream; remoteIds: string[] };
export type HintedStream =
  | 'orders'
  | 'order_changes'
  | 'asn_changes'
  | 'shipments'
  | 'receipts'
  | 'stock'
  | 'items'
  | 'listings'
  | 'purchase_orders';
