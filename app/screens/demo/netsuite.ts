import { sql } from 'kysely';
import { connectorNamed } from '../../../connectors/index.ts';
import type { Columns } from '../../../platform/columns.ts';
import type { Database } from '../../../platform/db.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Seal } from '../../../platform/seal.ts';
import { type Tenant, withoutPerson } from '../../../platform/tenant.ts';
import { connect, reconnect } from '../../shared/connections/connecting/commands.ts';
import { deliverUnasked, enterPurchases, type NetsuiteCompany, netsuiteCompany } from './sandbox-control.ts';

/**
 * What the demo's shop buys through its books: one for the location that is mapped, one that is late, one for a location that waits for a
 * person.
 */
const purchases = [
  { number: 'NS-3071', location: 11, inDays: 4, lines: { '85123A': 240, '22865': 120 } },
  { number: 'NS-3072', location: 11, inDays: -3, lines: { '22423': 48 } },
  { number: 'NS-3075', location: 12, inDays: 9, lines: { '22633': 180, '22865': 60 } },
];
const name = 'NetSuite';
const mappedLocation = { id: '11', name: 'Hebron KY', warehouse: 'KY1' };

/** Connects the demo's account to the sandbox's NetSuite, from which its purchase orders come and to which its receipts are booked. */
export async function connectDemoNetsuite(database: Database, seal: Seal, accountId: number, origin: string): Promise<void> {
  const settings = settingsOf(await netsuiteCompany(origin), origin);
  const connector = connectorNamed('netsuite');
  const isNew = await withoutPerson(database, accountId, async (tenant) => {
    const there = await findConnected(tenant);
    if (there === undefined) return true;
    await reconnect(tenant, seal, there, connector, settings);
    return false;
  });
  if (!isNew) return;
  await enterPurchases(origin, purchases.map(entered));
  await deliverUnasked(origin, 'LANCASTER-0917', [{ sku: '22423', quantity: 24 }]);
  await withoutPerson(database, accountId, async (tenant) => {
    const { id } = await connect(tenant, seal, { connector, name, settings, since: new Date('2000-01-01T00:00:00Z'), everySeconds: 10 });
    await sql`insert into location_mappings (account_id, connection_id, internal_id, connector_location, amware_location)
      values (${accountId}, ${id}, ${mappedLocation.id}, ${mappedLocation.name}, ${mappedLocation.warehouse})`.execute(tenant.db);
  });
}

async function findConnected(tenant: Tenant): Promise<number | undefined> {
  const { rows } = await sql<Columns<'connections', 'id'>>`
    select id from connections where ${inAccount(tenant)} and connector = 'netsuite' and disconnected_at is null`.execute(tenant.db);
  return rows[0]?.id;
}

const settingsOf = ({ accountId, zone, clientId, certificateId, privateKey }: NetsuiteCompany, origin: string) => ({
  ...{ netsuite_account: accountId, client_id: clientId, certificate_id: certificateId, private_key: privateKey },
  ...{ time_zone: zone, api_address: `${origin}/netsuite/${accountId}` },
});

function entered({ number, location, inDays, lines }: (typeof purchases)[number]) {
  const expected = new Date(Date.now() + inDays * 86_400_000).toISOString().slice(0, 10);
  return {
    number,
    expected,
    lines: Object.entries(lines).map(([sku, quantity]) => ({ sku, quantity: Number(quantity), location, expected })),
  };
}
