import { z } from 'zod';
import type { ConnectorSession, Settings } from '../contract.ts';
import { withoutSlash } from '../http/addresses.ts';
import { several, severalIn } from '../http/fields.ts';
import { shopifyClient } from './client.ts';

/** As people have it: the name, `name.myshopify.com`, or the address that the browser shows. */
const shopName = /^(?:https:\/\/)?([a-z0-9][a-z0-9-]{0,100})(?:\.myshopify\.com)?\/?$/i;

export const settings = z.object({
  shop: z
    .string()
    .trim()
    .regex(shopName, 'must be like acme.myshopify.com')
    .meta({
      title: 'Shop',
      examples: ['acme.myshopify.com'],
      description: 'The address that ends with .myshopify.com, from Settings > Domains. Not the shop’s own domain.',
    }),
  client_id: z
    .string()
    .trim()
    .regex(/^[0-9a-f]{32}$/i, 'must be 32 letters and digits')
    .optional()
    .meta({
      title: 'Client ID',
      examples: ['0123456789abcdef0123456789abcdef'],
      description: 'From the app’s settings in the Dev Dashboard.',
    }),
  client_secret: z
    .string()
    .trim()
    .regex(/^[\w-]{16,100}$/, 'must be as the Dev Dashboard shows it')
    .optional()
    .meta({ title: 'Client secret', secret: true, examples: ['shpss_0123456789abcdef'], description: 'Shown beside the client ID.' }),
  location_ids: several().meta({
    ...{ title: 'Locations', choices: 'locations' },
    description: 'What Shopify assigns to them is sent from here. None chosen: every location that is the shop’s own.',
  }),
  notify_customer: z
    .enum(['yes', 'no'])
    .default('yes')
    .meta({
      ...{ title: 'Shipping e-mails', description: 'Whether Shopify tells the buyer of each parcel.' },
      options: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ],
    }),
  unpaid_orders: z
    .enum(['wait', 'send'])
    .default('wait')
    .meta({
      ...{ title: 'Unpaid orders', description: 'Whether goods leave before they are paid, as where buyers pay by invoice.' },
      options: [
        { value: 'wait', label: 'Wait until they are paid' },
        { value: 'send', label: 'Leave before they are paid' },
      ],
    }),
  api_address: z
    .string()
    .trim()
    .refine((text) => text === '' || URL.canParse(text), 'must be an address')
    .default('')
    .meta({ title: 'API address', description: 'Leave empty: it follows from the shop.' }),
});

/** `acme.myshopify.com`, by which Shopify knows a shop for ever. */
export const domainOf = ({ shop = '' }: Settings): string => `${(shopName.exec(shop.trim())?.[1] ?? '').toLowerCase()}.myshopify.com`;

export const addressOf = (values: Settings): string => withoutSlash(values.api_address ?? '') || `https://${domainOf(values)}`;

export const isShopify = ({ protocol, hostname, port }: URL): boolean =>
  protocol === 'https:' && port === '' && /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/.test(hostname);

export type Opened = ReturnType<typeof opened>;

export function opened(session: ConnectorSession) {
  const { notify_customer, unpaid_orders, client_secret } = settings.parse(session.settings);
  return {
    client: shopifyClient(session.http, addressOf(session.settings)),
    ...{ now: session.now, domain: domainOf(session.settings) },
    // Of the app that is installed in the shop: its own, or ours.
    clientSecret: client_secret ?? session.application?.secret ?? '',
    ...{
      locations: severalIn(session.settings, 'location_ids'),
      notifies: notify_customer === 'yes',
      sendsUnpaid: unpaid_orders === 'send',
    },
  };
}
