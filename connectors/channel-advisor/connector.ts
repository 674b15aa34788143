import { z } from 'zod';
import type { Confirmations, Connector, ConnectorSession, Identity, Orders, Result } from '../contract.ts';
import { withoutSlash } from '../http/addresses.ts';
import { oneByOne } from '../http/confirming.ts';
import { looking } from '../http/fields.ts';
import { identityKey } from '../http/identity.ts';
import { mapResult } from '../http/result.ts';
import { type ChannelAdvisorClient, channelAdvisorClient } from './client.ts';
import { type Centers, centersOf } from './reading/centers.ts';
import { sourceFields } from './reading/fields.ts';
import { orderQueue, readOrder, rereading } from './reading/orders.ts';
import { type Pictures, picturesOf } from './reading/pictures.ts';
import { importable } from './reading/translate.ts';
import { because } from './reasons.ts';
import { confirmParcel, isParcelConfirmed } from './shipping/confirming.ts';
import { grant } from './sign-in.ts';
import { inventoryOf } from './stock/inventory.ts';
import { listingsOf } from './stock/listings.ts';
import { channelAdvisorHints } from './webhook.ts';

const home = 'https://api.channeladvisor.com';

const settings = z.object({
  application_id: z
    .string()
    .trim()
    .min(1)
    .meta({ title: 'Application ID', description: 'Of an integration for Crossdock alone: two programs on one take each other’s orders.' }),
  shared_secret: z.string().trim().min(1).meta({ title: 'Shared secret', secret: true, description: 'Shown with the application ID.' }),
  refresh_token: z
    .string()
    .trim()
    .min(1)
    .meta({ title: 'Refresh token', secret: true, description: 'Given once the integration has the scopes orders and inventory.' }),
  // An integer of eight digits: developer.channeladvisor.com/soap-api-documentation/understanding-security. Older ones may be shorter.
  profile_id: looking({ of: 'digits', length: [1, 8] })
    .regex(/^[1-9]/, 'Must be the number of a profile')
    .meta({ title: 'Profile', description: 'Orders and products of other profiles are left alone.', choices: 'profiles' }),
  api_origin: z.url().default(home).meta({ title: 'API address' }),
});

/** ChannelAdvisor's REST API. Sources of the facts: developer.channeladvisor.com and its metadata; see README.md. */
export const channelAdvisor: Connector = {
  name: 'channel_advisor',
  label: 'ChannelAdvisor',
  logo: 'M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5M10 10.4 6.4 7.2M14 10.4l3.6-3.2M12 14.5v4M5 4.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3M19 4.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3M12 18.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3',
  settings,
  hosts: ({ api_origin = home }) => ({ api: withoutSlash(api_origin) === home ? [home] : [] }),
  auth: { kind: 'token', grant, headers: (token) => ({ authorization: `Bearer ${token}` }) },
  limits: [
    { kind: 'concurrent', max: 5, scope: 'application' },
    { kind: 'window', requests: 2000, perMs: 60_000, scope: 'store' },
  ],
  scopes: ({ application_id = '', profile_id = '' }) => ({ application: application_id, store: profile_id }),
  identify: (session) => identify(opened(session)),
  choices: {
    profiles: {
      dependsOn: ['application_id', 'shared_secret', 'refresh_token'],
      list: async (session) =>
        mapResult(await opened(session).client.listProfiles(), (profiles) =>
          profiles.map(({ ID, AccountName }) => ({ id: ID, name: AccountName || ID })),
        ),
    },
  },
  readsAllOpen: true,
  displayStatus: (word) => (isOpen(word) ? 'awaiting_shipment' : word === 'Shipped' ? 'shipped' : 'other'),
  orders,
  confirmations,
  inventory: (session) => {
    const { client, centers } = opened(session);
    return inventoryOf(client, centers);
  },
  listings: (session) => listingsOf(opened(session).client, session.now),
  hints: (session) => {
    const { client, profileId } = opened(session);
    return channelAdvisorHints(client, profileId);
  },
};

const isOpen = (word: string) => (importable.ShippingStatus as readonly string[]).includes(word);

type Open = { client: ChannelAdvisorClient; centers: Centers; pictures: Pictures; profileId: string };

function opened(session: ConnectorSession): Open {
  const { api_origin = home, application_id = '', refresh_token = '', profile_id = '' } = session.settings;
  const base = withoutSlash(api_origin);
  const client = channelAdvisorClient(session.http, { base, profileId: profile_id });
  const account = [base, application_id, refresh_token];
  return {
    ...{ client, profileId: profile_id, centers: centersOf(client, account, session.now) },
    pictures: picturesOf(client, [...account, profile_id], session.now),
  };
}

function orders(session: ConnectorSession): Orders {
  const read = opened(session);
  return {
    stream: orderQueue(read),
    get: (remoteId) => readOrder(remoteId, read),
    reread: rereading(read),
    listLocations: () => inventoryOf(read.client, read.centers).listLocations(),
    sourceFields,
  };
}

function confirmations(session: ConnectorSession): Confirmations {
  const read = opened(session);
  return {
    per: 'shipment',
    confirm: oneByOne((confirmation) => confirmParcel(confirmation, read)),
    isConfirmed: (confirmation) => isParcelConfirmed(confirmation, read),
  };
}

/**
 * A grant may open several profiles; the connection is to one. Whichever application asks: each has flags of its own for what was
 * exported, so two of them would both import every order of the profile.
 */
async function identify({ client, profileId }: Open): Promise<Result<Identity>> {
  const result = await client.listProfiles();
  if (!result.ok) return result;
  const profile = result.value.find(({ ID }) => ID === profileId);
  if (profile) {
    const keys = [identityKey('channel_advisor', 'profile', profile.ID)];
    return { ok: true, value: { name: profile.AccountName || profile.ID, detail: `Profile ${profile.ID}`, keys } };
  }
  const opens = result.value.map(({ ID }) => ID);
  const reason = because({ code: 'channel_advisor.profile_closed', profile: profileId, opens });
  return { ok: false, failure: { kind: 'rejected', code: 'invalid', reason, setting: 'profile_id' } };
}
