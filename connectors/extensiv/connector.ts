import type { Connector, ConnectorSession, Identity, Reason, Result } from '../contract.ts';
import { identityKey } from '../http/identity.ts';
import { mapResult } from '../http/result.ts';
import { announcementsOf } from './announcements.ts';
import { facilities, referenceOf } from './facilities.ts';
import { itemsOf } from './items.ts';
import { type Opened, opened, originOf, settings } from './opened.ts';
import { orderChangesOf } from './order-changes.ts';
import { ordersOf } from './orders.ts';
import { because } from './reasons.ts';
import { judge } from './refusals.ts';
import { shipmentsOf } from './shipments.ts';
import { bareKey, grant } from './sign-in.ts';
import { stockOf } from './stock.ts';
import { customer } from './wire-stock.ts';

/**
 * Extensiv 3PL Warehouse Manager, once 3PL Central. Sources of the facts: the reference that its API serves of itself,
 * https://3w.extensiv.com/Rels, and https://help.extensiv.com/en_US/rest-api; see docs/connectors/extensiv.md.
 */
export const extensiv: Connector = {
  name: 'extensiv',
  label: 'Extensiv',
  logo: 'M3 10l9-6 9 6M5 10v10h14V10M9 20v-6h6v6M9 14h6M12 14v6',
  settings,
  hosts: (values) => ({ api: originOf(values) }),
  auth: { kind: 'token', grant, headers: (token) => ({ authorization: `Bearer ${token}` }) },
  // None is published; the 3PL pays by what is read. A 429 is heeded.
  limits: [
    { kind: 'bucket', perSecond: 5, burst: 20 },
    { kind: 'concurrent', max: 4 },
  ],
  scopes: ({ client_id, client_secret, user_login, tpl_key, base_url }) => ({
    credential: JSON.stringify([base_url, client_id, client_secret, user_login, tpl_key]),
  }),
  judge,
  identify,
  choices: { facilities: { dependsOn: ['customer_id'], list: (session) => facilities(opened(session)) } },
  warehouse: (session) => {
    const of = opened(session);
    return {
      ...{ ...referenceOf(of), ...itemsOf(of), ...ordersOf(of), ...orderChangesOf(of) },
      ...{ ...shipmentsOf(of), ...stockOf(of), ...announcementsOf(of) },
    };
  },
};

/** The customer, as its number within the 3PL; a facility of it where one is chosen. */
async function identify(session: ConnectorSession): Promise<Result<Identity>> {
  const of = opened(session);
  const path = [bareKey(of.tpl), of.customer];
  const found = await of.client.get('get_customer', `customers/${of.customer}`, customer);
  if (!found.ok && found.failure.kind === 'not_found')
    return { ok: false, failure: { ...found.failure, reason: missing(of.customer), setting: 'customer_id' } };
  if (!found.ok) return found;
  const { readOnly, companyInfo } = found.value;
  if (readOnly.customerId !== of.customer) return refused(missing(of.customer), 'customer_id');
  if (readOnly.deactivated) return refused(because({ code: 'extensiv.deactivated', customer: of.customer }), 'customer_id');
  const name = companyInfo?.companyName ?? companyInfo?.name ?? `Customer ${of.customer}`;
  if (of.facility === null) return { ok: true, value: { name, detail: `Customer ${of.customer}`, keys: [keyOf(...path)] } };
  const building = await nameOf(of, of.facility);
  return mapResult(building, (detail) => ({ name, detail, keys: [keyOf(...path, 'facility', of.facility ?? '')] }));
}

const keyOf = (...path: string[]) => identityKey('extensiv', 'customer', ...path);

async function nameOf(of: Opened, facility: string): Promise<Result<string>> {
  const found = await facilities(of);
  if (!found.ok) return found;
  const name = found.value.find(({ id }) => id === facility)?.name;
  return name === undefined ? refused(because({ code: 'extensiv.other_facility', facility }), 'facility_id') : { ok: true, value: name };
}

const missing = (customer: string) => because({ code: 'extensiv.no_customer', customer });
const refused = (reason: Reason, setting: string) =>
  ({ ok: false, failure: { kind: 'rejected', code: 'invalid', reason, setting } }) as const;
