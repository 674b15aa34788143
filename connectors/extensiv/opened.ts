import { z } from 'zod';
import type { ConnectorSession, Settings } from '../contract.ts';
import { withoutSlash } from '../http/addresses.ts';
import { type ExtensivClient, extensivClient } from './client.ts';
import { equals } from './rql.ts';

const guid = /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i;
const filled = z.string().trim().min(1);
const number = (wrong: string) =>
  z
    .string()
    .trim()
    .regex(/^[1-9]\d{0,9}$/, wrong);

export const settings = z.object({
  client_id: filled.meta({
    title: 'Client ID',
    description: 'Ask the warehouse for an External REST credential for you. It makes one in its Support Portal, under Manage Credentials.',
  }),
  client_secret: filled.meta({ title: 'Client secret', secret: true, description: 'The warehouse sees it beside the client ID.' }),
  user_login: filled.meta({
    title: 'Warehouse Manager ID',
    description: 'Of the user that the warehouse made for Crossdock: it is shown in its Extensiv Hub, under Users.',
  }),
  tpl_key: z
    .string()
    .trim()
    .regex(guid, 'must be a GUID, like 01234567-89ab-cdef-0123-456789abcdef')
    .meta({
      title: 'TPL key',
      examples: ['01234567-89ab-cdef-0123-456789abcdef'],
      description: 'The warehouse’s own GUID. It finds it in its Support Portal, under Account > Account Information.',
    }),
  customer_id: number('must be a number, like 143').meta({
    title: 'Customer ID',
    description: 'Your number at the warehouse, from its Manage Customers screen: the column Customer ID.',
  }),
  facility_id: number('must be a number, like 2')
    .or(z.literal(''))
    .default('')
    .meta({ title: 'Facility', choices: 'facilities', description: 'Leave empty to work with every building that your goods are in.' }),
  base_url: z
    .url()
    .default('https://secure-wms.com')
    .meta({ title: 'Address', description: 'Another one only for a sandbox of the warehouse, as it was given.' }),
});

/** Where the 3PL's sign-in may be sent: production, and the sandboxes below it. */
export const isExtensiv = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' && (hostname === 'secure-wms.com' || hostname.endsWith('.secure-wms.com'));

/** A connection's own view of the 3PL: one customer, in every facility or in one. */
export type Opened = {
  client: ExtensivClient;
  now: () => Date;
  customer: string;
  tpl: string;
  /** Null where a person chose none. */
  facility: string | null;
  /** The condition that every list of orders and receivers has: they are of this customer, and facility. */
  mine: string[];
};

export function opened(session: ConnectorSession): Opened {
  const { customer_id: customer, facility_id, tpl_key, base_url } = settings.parse(session.settings);
  const facility = facility_id || null;
  return {
    client: extensivClient(session.http, withoutSlash(base_url)),
    ...{ now: session.now, customer, tpl: tpl_key, facility },
    mine: [equals('readonly.customeridentifier.id', customer), ...(facility ? [equals('readonly.facilityidentifier.id', facility)] : [])],
  };
}

export const originOf = ({ base_url = '' }: Settings): string[] =>
  URL.canParse(base_url) && isExtensiv(new URL(base_url)) ? [new URL(base_url).origin] : [];
