import { expect } from 'vitest';
import type {
  ChannelOrder,
  ConfirmOutcome,
  Connector,
  ConnectorSession,
  CursorStream,
  Delivery,
  LevelOutcome,
  QueueStream,
  Result,
  Settings,
  ShipmentConfirmation,
  Theirs,
  UploadOutcome,
} from '../contract.ts';
import type { Application } from '../http/consent.ts';
import { memoryLimits } from '../http/limits.ts';
import { memoryTokens } from '../http/tokens.ts';
import type { Exchange } from '../http.ts';
import type { EdgeFault } from '../scripted-edge.ts';
import { openSession } from '../session.ts';
import type { CapabilityName } from '../settings.ts';

/** The other side that a connector is tried against: a scripted one, or a sandbox that can be told to misbehave. */
export type OtherSide = {
  origin: string;
  /** `onlyWrites`: requests that only look are answered as ever. */
  fault: (fault: EdgeFault | null, onlyWrites?: boolean) => void | Promise<void>;
  /** Every token that was granted until now is refused from now on. Needed where sign-in is by tokens. */
  expireTokens?: () => void | Promise<void>;
  stop: () => Promise<void>;
};

/** What the suite needs to know of a connector. */
export type Candidate = {
  connector: Connector;
  start: () => Promise<OtherSide>;
  settings: (origin: string) => Settings;
  /** Where people consent to it: our application there, and what is kept for the first grant, as `keptOfCode` makes it. */
  application?: Application;
  kept?: (side: OtherSide) => string | null;
  /** What must never be in a log, in every spelling: of tokens too. */
  secrets: string[];
  /** Its streams, by name, with what names a record. The other side has at least two records in each. */
  streams: Record<string, (session: Opened) => { stream: Stream; keyOf: (record: never) => string }>;
  /** Whether the other side can have this fault, for calls that write and calls that read. Without it, every fault is tried. */
  can?: (fault: EdgeFault, write: boolean) => boolean;
  /** A re-read of an order that the channel does not have. */
  deleted?: (session: Opened) => Promise<Result<ChannelOrder>>;
  /** A parcel of an order that the other side has: where the connector has confirmations, the suite closes one with it. */
  parcel?: () => ShipmentConfirmation;
  /** A confirmation that the channel takes and settles later. The second call asks for its ticket, when it is settled. */
  pending?: { confirm: (session: Opened) => Promise<Result<ConfirmOutcome[]>>; settle?: () => void | Promise<void> };
  /** Stock and a product that the channel takes and settles later, each in a call that it does all of. */
  pendingStock?: { set: (session: Opened) => Promise<Result<LevelOutcome[]>>; settle?: () => void | Promise<void> };
  pendingUpload?: { upload: (session: Opened) => Promise<Result<UploadOutcome[]>>; settle?: () => void | Promise<void> };
  /** What the other side delivers to our address, where the connector receives it. */
  deliveries?: Deliveries;
  /**
   * Single calls that must work, then fail as typed. `write` when it changes something there, whatever its method is. `looksFirst`: what
   * fails at the look is not done, and what fails at the write after it may be. `searches`: it reads a list, which is never missing.
   */
  calls: Record<string, { write: boolean; looksFirst?: true; searches?: true; call: (session: Opened) => Promise<Result<unknown>> }>;
};

/** A delivery as it comes in, with what proves that it is the vendor's. */
export type Delivered = { delivery: Delivery; secret: string; theirs?: Partial<Theirs> };

/** What the suite needs to know of a connector's deliveries. */
export type Deliveries = {
  /** A body that the vendor would send, and the records that it names. */
  body: string;
  names: readonly string[];
  /** The delivery of a body, proved by the right secret, or by another one. */
  deliver: (body: string, proof: 'right' | 'wrong') => Delivered;
  /** The proof does not depend on the body: whoever has seen one delivery can send another, of which only what to read counts. */
  isUnsigned?: true;
};

// Records are opaque to the suite: only `keyOf` looks at them.
export type Stream = CursorStream<unknown> | QueueStream<unknown>;

/** The capabilities of one session. Asking for one that the connector lacks fails the test. */
export type Opened = { [K in CapabilityName]: ReturnType<NonNullable<Connector[K]>> } & {
  identify: () => ReturnType<Connector['identify']>;
  choices: (name: string) => Promise<Result<unknown>>;
  session: ConnectorSession;
};

export const now = new Date('2026-11-21T12:00:00Z');

type Tried = Pick<Candidate, 'connector' | 'settings' | 'application' | 'kept'>;

/** Opens sessions of a candidate that share one token store, so that what is tried is the call and not the sign-in before it. */
export function openerOf({ connector, settings, application, kept }: Tried, side: OtherSide, log: Exchange[]) {
  const tokens = memoryTokens(kept?.(side));
  // Each session has its own allowance: what one test learned must not keep the next one waiting.
  return (timeoutMs = 10_000): Opened => {
    const session = openSession(connector, settings(side.origin), {
      ...{ limitStore: memoryLimits(), tokens, application: application ?? null, sandboxOrigin: side.origin },
      ...{ sink: (exchange: Exchange) => log.push(exchange), now: () => now, random: () => 0.5, timeoutMs },
    });
    const of = <K extends CapabilityName>(name: K) =>
      (connector[name] as ((session: ConnectorSession) => Opened[K]) | undefined)?.(session) ?? expect.unreachable(`it has no ${name}`);
    return {
      ...{ session, identify: () => connector.identify(session) },
      choices: async (name) => connector.choices?.[name]?.list(session) ?? expect.unreachable(`it has no choices of ${name}`),
      get orders() {
        return of('orders');
      },
      get confirmations() {
        return of('confirmations');
      },
      get inventory() {
        return of('inventory');
      },
      get listings() {
        return of('listings');
      },
      get purchaseOrders() {
        return of('purchaseOrders');
      },
      get warehouse() {
        return of('warehouse');
      },
      get hints() {
        return of('hints');
      },
    };
  };
}
