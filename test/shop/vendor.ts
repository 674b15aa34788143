import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { connect } from '../../app/shared/connections/connecting/commands.ts';
import type {
  CancelDecision,
  ChannelOrder,
  ConfirmOutcome,
  Connector,
  ItemOutcome,
  Page,
  Result,
  ShipDecision,
  ShipmentConfirmation,
} from '../../connectors/contract.ts';
import { theirWords } from '../../connectors/http/reasons.ts';
import { connectors } from '../../connectors/index.ts';
import type { Shop } from '../build.ts';

/** What a channel of a test does, and what was asked of it. A test replaces what it is about. */
export type Vendor = {
  queue: (cursor: unknown) => Result<Page<ChannelOrder>>;
  acknowledge: (remoteIds: string[]) => Result<ItemOutcome[]>;
  confirm: (confirmations: ShipmentConfirmation[]) => Result<ConfirmOutcome[]>;
  ask: (ticket: string, keys: string[]) => Result<ConfirmOutcome[]>;
  reread: (remoteIds: string[]) => Result<Page<ChannelOrder>> | Promise<Result<Page<ChannelOrder>>>;
  /** An order that is read by itself. */
  get: (remoteId: string) => Promise<Result<ChannelOrder>>;
  isConfirmed: boolean;
  /** Whether it takes each parcel, or an order once it is whole. */
  per: 'whole_order' | 'shipment';
  /** Null: it cannot be told what became of a request to cancel. */
  decide: ((decision: CancelDecision) => Result<null>) | null;
  decideShip: (decision: ShipDecision) => Result<null>;
  asked: { name: string; what: unknown }[];
};

export const page = (records: ChannelOrder[], more: Partial<Page<ChannelOrder>> = {}): Result<Page<ChannelOrder>> => ({
  ok: true,
  value: { records, unreadable: [], gone: [], next: {}, more: false, ...more },
});

/**
 * Connects a channel that is read as a queue, confirms three at a time and re-reads what is open: nothing of the product knows
 * of it but a line in the list of connectors, which is taken out again after the test.
 */
export async function connectVendor({ engine, inTenant }: Shop, over: Partial<Connector> = {}): Promise<Vendor & { id: number }> {
  const vendor: Vendor = {
    queue: () => page([]),
    acknowledge: (ids) => ({ ok: true, value: ids.map((remoteId) => ({ remoteId })) }),
    confirm: (all) => ({ ok: true, value: all.map(({ key }) => ({ key, kind: 'confirmed', reference: null })) }),
    ask: (_, keys) => ({ ok: true, value: keys.map((key) => ({ key, kind: 'confirmed', reference: null })) }),
    reread: () => page([]),
    get: async () => ({ ok: false, failure: { kind: 'not_found', reason: theirWords('It is not there.') } }),
    isConfirmed: false,
    per: 'whole_order',
    decide: null,
    decideShip: () => ({ ok: true, value: null }),
    asked: [],
  };
  const connector = { ...connectorOf(vendor), ...over };
  connectors.push(connector);
  onTestFinished(() => void connectors.splice(connectors.indexOf(connector), 1));
  const settings = { key: 'k' };
  const { id } = await inTenant((tenant) =>
    connect(tenant, engine.seal, { connector, name: connector.label, settings, since: new Date('2020-01-01T00:00:00Z') }),
  );
  return Object.assign(vendor, { id });
}

function connectorOf(vendor: Vendor): Connector {
  const noting =
    <A extends unknown[], T>(
      name: 'queue' | 'acknowledge' | 'confirm' | 'ask' | 'reread' | 'decide' | 'decideShip',
      call: (...all: A) => T,
    ) =>
    async (...all: A): Promise<Awaited<T>> => {
      vendor.asked.push({ name, what: all[0] });
      return await call(...all);
    };
  return {
    ...{ name: 'some_vendor', label: 'Some vendor', settings: z.object({ key: z.string().meta({ secret: true }) }) },
    ...{ hosts: () => ({ api: [] }), auth: { kind: 'fixed', headers: () => ({}) }, limits: [] },
    identify: async () => ({ ok: true, value: { name: 'Some vendor', keys: ['some_vendor:shop/1'] } }),
    orders: () => ({
      stream: {
        mode: 'queue',
        read: noting('queue', (cursor) => vendor.queue(cursor)),
        acknowledge: noting('acknowledge', (ids) => vendor.acknowledge(ids)),
        readAcknowledged: async () => ({ ok: true, value: { records: [], unreadable: [], gone: [], next: {}, more: false } }),
      },
      get: (remoteId) => vendor.get(remoteId),
      reread: { everySeconds: 600, most: 2, read: noting('reread', (ids) => vendor.reread(ids)) },
      decideShip: noting('decideShip', (decision) => vendor.decideShip(decision)),
      ...(vendor.decide && { decideCancel: noting('decide', vendor.decide) }),
    }),
    confirmations: () => ({
      ...{ per: vendor.per, most: 3 },
      confirm: noting('confirm', (all) => vendor.confirm(all)),
      ask: noting('ask', (ticket, keys) => vendor.ask(ticket, keys)),
      isConfirmed: async () => ({ ok: true, value: vendor.isConfirmed }),
    }),
  };
}

/** An order of one mug, complete and ready. */
export function vendorOrder(remoteId: string, over: Partial<ChannelOrder> = {}): ChannelOrder {
  return {
    ...{ remoteId, number: `N-${remoteId}`, sourceStatus: 'open', state: 'ready', splitFrom: null, mergedIds: [] },
    ...{ orderedAt: new Date('2026-11-20T12:00:00Z'), modifiedAt: new Date('2026-11-20T12:00:00Z') },
    ...{ currency: 'USD', poNumber: null, store: null, note: null, details: {}, weightGrams: null },
    customer: { id: null, name: `Buyer ${remoteId}`, email: null, phone: null },
    // Each at a street of its own: orders to one address travel together.
    shipTo: {
      ...{ name: `Buyer ${remoteId}`, company: null, line1: `${remoteId} Main Street`, line2: null, city: 'Austin', state: 'TX' },
      ...{ postalCode: '78701', country: 'US' },
    },
    shipping: { code: 'ground', description: null },
    totals: { shipping: '0.00', tax: '0.00', total: '10.00' },
    lines: [
      {
        ...{ remoteLineId: `${remoteId}-1`, sku: 'MUG', name: 'A mug', quantity: 1, unitPrice: '10.00', isCharge: false },
        ...{ imageUrl: null, upc: null, location: null },
        handle: `line ${remoteId}`,
      },
    ],
    handle: `fulfilment ${remoteId}`,
    raw: { id: remoteId },
    ...over,
  };
}
