import { z } from 'zod';
import type { ConnectorSession, Settings } from '../contract.ts';
import { withoutSlash } from '../http/addresses.ts';
import { looking } from '../http/fields.ts';
import { type About, type NetsuiteClient, netsuiteClient } from './client.ts';
import { isZone } from './clock.ts';
import { algorithmOf, keyIn } from './sign-in.ts';

/** As NetSuite writes it: with zeros before it, the same would be another one. */
const id = z
  .string()
  .trim()
  .regex(/^([1-9]\d*)?$/, 'must be an internal id, digits alone')
  .default('');

export const settings = z.object({
  netsuite_account: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_-]+$/, 'Must have only letters, digits, - and _')
    .meta({ title: 'Account ID', description: 'As in Setup > Company > Company Information, like 1234567 or 1234567_SB1.' }),
  // As in Oracle's example of a token: docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158255317571.html.
  client_id: looking({ of: 'hexadecimal digits', length: 64 })
    .min(1)
    .meta({ title: 'Client ID', description: 'NetSuite shows it once, when the integration record is saved.' }),
  certificate_id: z.string().trim().min(1).meta({ title: 'Certificate ID', description: 'From OAuth 2.0 Client Credentials (M2M) Setup.' }),
  private_key: z.string().trim().refine(isKey, 'must be a private key in PEM form, RSA or EC').meta({
    title: 'Private key',
    secret: true,
    description: 'The half of the certificate that was not uploaded, with its BEGIN and END lines.',
  }),
  time_zone: z
    .string()
    .trim()
    .refine(isZone, 'must be a time zone like America/New_York')
    .default('America/Los_Angeles')
    .meta({ title: 'Time zone', description: 'Of the user that the integration signs in as; it is checked when you connect.' }),
  subsidiary_id: id.meta({ title: 'Subsidiary', choices: 'subsidiaries', description: 'Leave empty to read every subsidiary.' }),
  adjustment_account_id: id.meta({ title: 'Account', choices: 'accounts', description: 'Differences in stock are booked to it.' }),
  location_id: id.meta({ title: 'Location', choices: 'locations', description: 'For lines of orders that have none.' }),
  api_address: z
    .string()
    .trim()
    .refine((text) => text === '' || URL.canParse(text), 'must be an address')
    .default('')
    .meta({ title: 'API address', description: 'Leave empty: it follows from the account.' }),
});

function isKey(pasted: string): boolean {
  try {
    return algorithmOf(keyIn(pasted)) !== '';
  } catch {
    return false;
  }
}

/** A connection's own view of NetSuite. */
export type Opened = {
  client: NetsuiteClient;
  now: () => Date;
  accountId: string;
  zone: string;
  /** Empty where a person chose none. */
  subsidiary: string;
  account: string;
  location: string | null;
};

export function opened(session: ConnectorSession, about?: About): Opened {
  const { netsuite_account, time_zone, subsidiary_id, adjustment_account_id, location_id } = settings.parse(session.settings);
  return {
    client: netsuiteClient(session.http, addressOf(session.settings), about),
    ...{ now: session.now, accountId: netsuite_account, zone: time_zone, subsidiary: subsidiary_id, account: adjustment_account_id },
    location: location_id || null,
  };
}

/** Each account has a host of its own: `1234567_SB1` is at `1234567-sb1`. */
export function addressOf({ netsuite_account = '', api_address = '' }: Settings): string {
  return withoutSlash(api_address) || `https://${netsuite_account.toLowerCase().replaceAll('_', '-')}.suitetalk.api.netsuite.com`;
}

export function isNetsuite({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' && hostname.endsWith('.suitetalk.api.netsuite.com');
}
