import { z } from 'zod';
import type { Confirmations, Connector, ConnectorSession, Inventory, Listings, OwnRecords, Page } from '../contract.ts';
import { identityKey } from '../http/identity.ts';
import { because } from './reasons.ts';

const settings = z.object({
  code: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/, 'Use up to 40 letters, digits and hyphens, as in web-shop')
    .meta({
      title: 'Code',
      description:
        'What you call the shop, in letters, digits and hyphens, as web-shop. Connected again under its code, it has its orders and links.',
      examples: ['web-shop'],
    }),
});

/** A shop that calls us: its orders come in by `POST /v1/shop/orders`, and it reads there what other channels are told. */
export const ownShop: Connector = {
  name: 'own_shop',
  label: 'Your own shop',
  logo: 'M4 10l2-6h12l2 6M5 10v10h14V10M4 10h16M10 20v-6h4v6',
  byCall: true,
  settings,
  hosts: () => ({ api: [] }),
  auth: { kind: 'fixed', headers: () => ({}) },
  limits: [],
  // It signs in nowhere: each shop is by itself.
  scopes: ({ code = '' }) => ({ credential: code }),
  async identify({ settings: { code = '' } }) {
    return { ok: true, value: { name: code, keys: [identityKey('own_shop', 'shop', code)] } };
  },
  // The words of connections/calls/by-call/order.ts.
  displayStatus: (word) => (word === 'ready' ? 'awaiting_shipment' : 'other'),
  orders: (session) => ({
    stream: nothingToRead,
    async get(remoteId) {
      const found = await recordsOf(session).order(remoteId);
      if (found === 'erased') return { ok: false, failure: refused('own_shop.erased', remoteId) };
      return found ? { ok: true, value: found } : { ok: false, failure: { kind: 'not_found', reason: missing(remoteId) } };
    },
    listLocations: async () => ({ ok: true, value: [everywhere] }),
    // The shop reads the decision with its order.
    decideCancel: async () => ({ ok: true, value: null }),
  }),
  confirmations,
  inventory,
  listings: (): Listings => ({ stream: nothingToRead }),
};

/** What a shop is told of stock is of the one place that it sells from; a mapping says which building that is. */
const everywhere = { id: 'shop', name: 'The shop' };

const nothingToRead = {
  mode: 'cursor' as const,
  read: async (): Promise<{ ok: true; value: Page<never> }> => ({
    ok: true,
    value: { records: [], unreadable: [], gone: [], next: {}, more: false },
  }),
};

function recordsOf({ own }: ConnectorSession): OwnRecords {
  if (!own) throw new Error('A shop of one’s own is not asked: what it said is in the database.');
  return own;
}

const missing = (id: string) => because({ code: 'own_shop.no_order', id });
const refused = (code: 'own_shop.erased', id: string) => ({
  kind: 'rejected' as const,
  code: 'other' as const,
  reason: because({ code, id }),
});

/** After so long a parcel is looked at again, should the shop have acknowledged it just as it was looked at. */
const againMs = 5 * 60_000;

/** A parcel waits until the shop says that it knows of it. */
function confirmations(session: ConnectorSession): Confirmations {
  const look = async (keys: string[]) => {
    const acknowledged = await recordsOf(session).acknowledged(keys);
    const at = new Date(session.now().getTime() + againMs);
    return {
      ok: true as const,
      value: keys.map((key) =>
        acknowledged.has(key)
          ? { key, kind: 'confirmed' as const, reference: null }
          : { key, kind: 'pending' as const, ticket: 'acknowledgement', at },
      ),
    };
  };
  return {
    ...{ per: 'shipment', most: 100 },
    confirm: (all) => look(all.map(({ key }) => key)),
    ask: (_ticket, keys) => look(keys),
    isConfirmed: async ({ key }) => ({ ok: true, value: (await recordsOf(session).acknowledged([key])).has(key) }),
  };
}

/** The shop reads what it may sell; nothing is set anywhere. */
function inventory(): Inventory {
  return {
    ...{ quantity: 'available', most: 1_000 },
    listLocations: async () => ({ ok: true, value: [everywhere] }),
    set: async (levels) => ({ ok: true, value: levels.map(({ key }) => ({ key })) }),
  };
}
