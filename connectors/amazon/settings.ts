import { z } from 'zod';
import type { ConnectorSession, Settings } from '../contract.ts';
import { withoutSlash } from '../http/addresses.ts';
import { looking, several, severalIn } from '../http/fields.ts';
import { amazonClient } from './client.ts';
import { marketplacesOf } from './marketplaces.ts';
import { queueAt } from './queue.ts';

const home = 'https://sellingpartnerapi-na.amazon.com';

/** Who signs in by their own application enters its keys; who consents to ours at Amazon enters none of them. */
export const settings = z.object({
  api_origin: z.url().default(home).meta({
    title: 'Address of the region',
    description:
      'North America: https://sellingpartnerapi-na.amazon.com. Europe, India, the Middle East: https://sellingpartnerapi-eu.amazon.com. Japan, Australia, Singapore: https://sellingpartnerapi-fe.amazon.com.',
  }),
  seller_id: looking({ begins: ['A'], of: 'letters and digits', length: [10, 20] })
    .optional()
    .meta({ title: 'Merchant token', description: 'In Seller Central below Account Info.', examples: ['A2QL5Z1EXAMPLE'] }),
  client_id: looking({ begins: ['amzn1.application-oa2-client'] })
    .optional()
    .meta({ title: 'LWA client identifier' }),
  client_secret: z.string().trim().min(1).optional().meta({ title: 'LWA client secret', secret: true }),
  refresh_token: looking({ begins: ['Atzr|'] })
    .optional()
    .meta({ title: 'Refresh token', secret: true, description: 'From “Authorize” in Seller Central.' }),
  queue_url: z
    .string()
    .trim()
    .refine((text) => text === '' || queueAt(text) !== null, 'must be like https://sqs.eu-west-1.amazonaws.com/123456789012/crossdock')
    .default('')
    .meta({
      title: 'Queue of notifications',
      examples: ['https://sqs.eu-west-1.amazonaws.com/123456789012/crossdock'],
      description: 'Of Amazon SQS. With it changes of orders come within a minute; leave empty for every three minutes.',
    }),
  queue_key_id: looking({ begins: ['AKIA'], length: [16, 128] })
    .optional()
    .meta({ title: 'Access key of the queue', description: 'Of a user of AWS who may receive and delete its messages, and nothing else.' }),
  queue_key_secret: z.string().trim().max(200).optional().meta({ title: 'Secret of the access key', secret: true }),
  marketplace_ids: several().meta({ title: 'Marketplaces', description: 'None chosen: all in which you sell.', choices: 'marketplaces' }),
  prime_orders: z
    .enum(['wait', 'send'])
    .default('wait')
    .meta({
      ...{ title: 'Prime orders', description: 'They have to leave with labels that are bought from Amazon.' },
      options: [
        { value: 'wait', label: 'Wait for a person' },
        { value: 'send', label: 'Leave: the warehouse buys Amazon’s labels' },
      ],
    }),
});

export const regionOf = ({ api_origin = home }: Settings): string => withoutSlash(api_origin);

/** Full origins of a region and of its sign-in; none where the address is no region of Amazon's. */
export function originsOf(values: Settings): string[] {
  const region = regionOf(values);
  if (!URL.canParse(region)) return [];
  const { origin, hostname } = new URL(region);
  return /^sellingpartnerapi-(?:na|eu|fe)\.amazon\.com$/.test(hostname) ? [origin, signInOf(values)] : [];
}

/** Tokens come from one address for all regions; a stand-in has its own. */
export const signInOf = (values: Settings): string =>
  new URL(regionOf(values)).hostname.endsWith('.amazon.com') ? 'https://api.amazon.com' : regionOf(values);

/** Where sellers work: one address a region, and a stand-in's own. */
export function officeOf(values: Settings): string {
  const region = regionOf(values);
  if (!new URL(region).hostname.endsWith('.amazon.com')) return region;
  if (region.includes('-eu.')) return 'https://sellercentral-europe.amazon.com';
  return region.includes('-fe.') ? 'https://sellercentral-japan.amazon.com' : 'https://sellercentral.amazon.com';
}

export function opened(session: ConnectorSession) {
  const seller = session.settings.seller_id ?? '';
  const chosen = severalIn(session.settings, 'marketplace_ids');
  const client = amazonClient(session.http, regionOf(session.settings), seller);
  const sendsPrime = session.settings.prime_orders === 'send';
  return { client, seller, chosen, sendsPrime, now: session.now, marketplaces: () => marketplacesOf(client, chosen) };
}
