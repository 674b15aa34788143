import { sql } from 'kysely';
import { connectorNamed } from '../../connectors/index.ts';
import type { Columns } from '../../platform/columns.ts';
import { type Database, openDatabase } from '../../platform/db.ts';
import type { Environment } from '../../platform/env.ts';
import { type Seal, sealWith } from '../../platform/seal.ts';
import { inTenant, type Tenant } from '../../platform/tenant.ts';
import { demoPassword, demoSignIns } from '../accounts/demo-people.ts';
import { type Directory, openDirectory } from '../accounts/directory.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { createAccount, createUser } from '../accounts/people.ts';
import { connect, reconnect } from '../connections/commands.ts';
import { createPortalMessage } from '../portal-messages/commands.ts';
import { addDemoRawMaterials } from './raw-materials.ts';
import { startDemoSales, webhookTo } from './sandbox-control.ts';

export type DemoOptions = { databaseUrl: string; env: Environment; sandboxOrigin: string };
export type DemoSignIn = { role: string; email: string; password: string };

const accountName = 'Northwind Gifts';
const otherAccountName = 'Harbour Outdoor';

/**
 * Creates the demo account on the first run: people, raw materials, connections to the sandbox, shipping mappings. Updates the
 * connections with the sandbox's current address, then starts or resumes its sales. Returns the people to sign in as.
 */
export async function seedDemo({ databaseUrl, env, sandboxOrigin }: DemoOptions): Promise<DemoSignIn[]> {
  const database = openDatabase({ url: databaseUrl, connections: 2, name: 'crossdock-demo' });
  const directory = openDirectory(databaseUrl, 1);
  const seal = sealWith(env.secretKeys);
  try {
    const accountId = (await existingAccount(directory)) ?? (await newAccount(directory, database));
    const connections = await inTenant(database, { accountId, userId: null }, (tenant) => connectSandbox(tenant, seal, sandboxOrigin));
    await webhookTo(sandboxOrigin, `${env.baseUrl}/api/webhooks/${accountId}/${connections.amware}`);
    await startDemoSales(sandboxOrigin);
  } finally {
    await Promise.all([database.close(), directory.close()]);
  }
  return demoSignIns().map(({ roleLabel, email, password }) => ({ role: roleLabel, email, password }));
}

async function existingAccount(directory: Directory): Promise<number | undefined> {
  const [account] = await directory.query<Columns<'accounts', 'id'>>('select id from accounts where name = $1 order by id limit 1', [
    accountName,
  ]);
  return account?.id;
}

async function newAccount(directory: Directory, database: Database): Promise<number> {
  const accountId = await createAccount(directory, { name: accountName, timezone: 'Europe/London' });
  const passwordHash = await hashPassword(demoPassword);
  for (const { email, name, role } of demoSignIns()) await createUser(directory, { email, name, role, accountId, passwordHash });
  await inTenant(database, { accountId, userId: null }, addDemoRawMaterials);
  await inTenant(database, { accountId, userId: await superAdmin(directory) }, (tenant) => createPortalMessage(tenant, pickUp(), 'UTC'));
  // An empty account: for a super admin to act as, and to show what a new seller starts with.
  await createAccount(directory, { name: otherAccountName, timezone: 'America/New_York' });
  return accountId;
}

async function superAdmin(directory: Directory): Promise<number | null> {
  const [person] = await directory.query<Columns<'users', 'id'>>('select id from users where is_super order by id limit 1');
  return person?.id ?? null;
}

/** What the demo's portal tells everyone for its first week. */
function pickUp() {
  const [start, end] = [Date.now(), Date.now() + 7 * 86_400_000].map((at) => new Date(at).toISOString());
  const body = 'The last pick-up at the warehouse is at 16:00 instead of 18:00 all this week.';
  return { body, level: 'info' as const, start_date: start as string, end_date: end as string };
}

async function connectSandbox(tenant: Tenant, seal: Seal, origin: string): Promise<{ amware: number }> {
  const known = await tenant.db
    .selectFrom('connections')
    .select(['id', 'connector'])
    .where('account_id', '=', tenant.accountId)
    .where('slug', 'in', ['amware', 'ship_station'])
    .where('disconnected_at', 'is', null)
    .execute();
  const idOf = (connector: string) => known.find((row) => row.connector === connector)?.id;
  const [amware, shipStation] = [connectorNamed('amware'), connectorNamed('ship_station')];
  const warehouse = { api_key: 'demo-amware-key', base_url: `${origin}/amware`, webhook_secret: 'demo-webhook-secret' };
  const channel = {
    api_key: 'demo-key',
    api_secret: 'demo-secret',
    api_origin: `${origin}/ship-station`,
    currency: 'GBP',
    po_number_field: 'customField1',
  };
  const everything = new Date('2000-01-01T00:00:00Z');
  let warehouseId = idOf('amware');
  if (warehouseId === undefined)
    warehouseId = (
      await connect(tenant, seal, { connector: amware, name: 'Amware', settings: warehouse, since: everything, everySeconds: 10 })
    ).id;
  else await reconnect(tenant, seal, warehouseId, amware, warehouse);
  const channelId = idOf('ship_station');
  if (channelId !== undefined) await reconnect(tenant, seal, channelId, shipStation, channel);
  else
    await mapShipping(
      tenant,
      (await connect(tenant, seal, { connector: shipStation, name: 'ShipStation', settings: channel, since: everything, everySeconds: 10 }))
        .id,
    );
  return { amware: warehouseId };
}

/** Maps the demo shop's shipping services. The rarest one is left for a person to map. */
const services: Record<string, [method: string, description: string]> = {
  rm_tracked_24: ['RM24', 'Royal Mail Tracked 24'],
  rm_tracked_48: ['RM48', 'Royal Mail Tracked 48'],
  rm_international_tracked: ['RMINT', 'Royal Mail International Tracked'],
  ups_standard: ['UPSST', 'UPS Standard'],
  ups_worldwide_saver: ['UPSWS', 'UPS Worldwide Saver'],
  dhl_express_worldwide: ['DHLEXP', 'DHL Express Worldwide'],
  fedex_international_priority: ['FDXIP', 'FedEx International Priority'],
};

async function mapShipping(tenant: Tenant, connectionId: number): Promise<void> {
  for (const [code, [method, description]] of Object.entries(services)) {
    await sql`insert into shipping_options (account_id, connection_id, connector_code, description, amware_code, mapped_at)
      values (${tenant.accountId}, ${connectionId}, ${code}, ${description}, ${method}, now())`.execute(tenant.db);
  }
}
