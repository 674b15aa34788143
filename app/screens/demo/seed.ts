import { sql } from 'kysely';
import { connectorNamed } from '../../../connectors/index.ts';
import type { Columns } from '../../../platform/columns.ts';
import { type Database, openDatabase } from '../../../platform/db.ts';
import type { Environment } from '../../../platform/env.ts';
import { openFiles } from '../../../platform/files.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { type Seal, sealWith } from '../../../platform/seal.ts';
import { inTenant, type Tenant, withoutPerson } from '../../../platform/tenant.ts';
import { createDepartment } from '../../nouns/departments/commands.ts';
import { createMappableField } from '../../nouns/mappings/mappable-fields/commands.ts';
import { createTag } from '../../nouns/tags/commands.ts';
import { hashPassword } from '../../people/accounts/passwords/passwords.ts';
import { demoPassword, demoSignIns } from '../../people/accounts/people/demo-people.ts';
import { type Directory, openDirectory } from '../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../people/accounts/people.ts';
import { confirmAddress } from '../../people/notifications/addresses/mail-addresses.ts';
import { accountPlace, saveEmailSetting } from '../../people/notifications/mails/email-setting.ts';
import { saveRule } from '../../people/notifications/rules.ts';
import { createPortalMessage } from '../../people/portal-messages/commands.ts';
import { allDepartments } from '../../people/team/queries.ts';
import { connect, reconnect } from '../../shared/connections/connecting/commands.ts';
import { accountName, otherAccountName } from './account-names.ts';
import { type DemoConnection, demoConnections } from './connections.ts';
import { addDemoImport } from './import.ts';
import { addDemoListings } from './listings.ts';
import { connectDemoNetsuite } from './netsuite.ts';
import { demoAccount } from './people.ts';
import { addDemoPurchaseOrders } from './purchase-orders.ts';
import { addDemoRawMaterials } from './raw-materials.ts';
import { addDemoReturn } from './returned.ts';
import { addDemoRules, openInTheDay } from './rules.ts';
import { startDemoSales, webhookTo } from './sandbox-control.ts';
import { assignDemoDepartments } from './team.ts';
import { addDemoTickets } from './tickets.ts';

export type DemoOptions = {
  databaseUrl: string;
  env: Environment;
  sandboxOrigin: string;
  /** Purchase orders from the sandbox's NetSuite as well. */
  books?: boolean;
  /** Whether the shop sells by itself, as it does unless it is told otherwise. */
  sells?: boolean;
  /** Of the demo's password, where it was hashed before: that takes a quarter of a second. */
  passwordHash?: string;
};
export type DemoSignIn = { role: string; email: string; password: string };

/**
 * Creates the demo account on the first run: people, raw materials, tickets, connections to the sandbox, shipping mappings. Updates the
 * connections with the sandbox's current address, then starts or resumes its sales. Returns the people to sign in as.
 */
export async function seedDemo(options: DemoOptions): Promise<DemoSignIn[]> {
  const { databaseUrl, env, sandboxOrigin, books = false, sells = true } = options;
  const database = openDatabase({ url: databaseUrl, connections: 2, name: 'crossdock-demo' });
  const directory = openDirectory(databaseUrl, 1);
  const seal = sealWith(env.secretKeys);
  try {
    const accountId = (await existingAccount(directory)) ?? (await newAccount(directory, database, options));
    const connections = await connectSandbox(database, seal, accountId, sandboxOrigin);
    await webhookTo(sandboxOrigin, `${env.baseUrl}/api/webhooks/${accountId}/${connections.get('amware')}`);
    if (books) {
      await connectDemoNetsuite(database, seal, accountId, sandboxOrigin);
      await addDemoReturn(database, accountId, connections.get('amware') ?? 0, sandboxOrigin);
    }
    if (sells) await startDemoSales(sandboxOrigin);
  } finally {
    await Promise.all([database.close(), directory.close()]);
  }
  return demoSignIns().map(({ roleLabel, email, password }) => ({ role: roleLabel, email, password }));
}

/** The demo's account, where there is one. */
export async function existingAccount(directory: Directory): Promise<number | undefined> {
  const [account] = await directory.query<Columns<'accounts', 'id'>>('select id from accounts where name = $1 order by id limit 1', [
    accountName,
  ]);
  return account?.id;
}

async function newAccount(directory: Directory, database: Database, { env, ...options }: DemoOptions): Promise<number> {
  const accountId = await createAccount(directory, { name: accountName, timezone: 'Europe/London' });
  const passwordHash = options.passwordHash ?? (await hashPassword(demoPassword));
  for (const { email, name, role } of demoSignIns()) await createUser(directory, { email, name, role, accountId, passwordHash });
  await withoutPerson(database, accountId, addDemoRawMaterials);
  await withoutPerson(database, accountId, addDemoPurchaseOrders);
  await withoutPerson(database, accountId, (tenant) => addDemoImport(tenant, openFiles(env)));
  await inTenant(database, { accountId, userId: await superAdmin(directory) }, (tenant) => createPortalMessage(tenant, pickUp(), 'UTC'));
  await inTenant(database, { accountId, userId: await superAdmin(directory) }, (tenant) => createMappableField(tenant, paymentMethod));
  const account = await demoAccount(directory, accountId);
  const amira = { accountId, userId: account.people.get('amira@demo.crossdock')?.id ?? null };
  await inTenant(database, amira, (tenant) => assignDemoDepartments(tenant, account));
  for (const tag of demoTags) await inTenant(database, amira, (tenant) => createTag(tenant, tag));
  await addDemoTickets(database, openFiles(env), account);
  await withoutPerson(database, accountId, addRecipients);
  // An empty account: for a super admin to act as, and to show what a new seller starts with.
  const otherId = await createAccount(directory, { name: otherAccountName, timezone: 'America/New_York' });
  const acting = { accountId: otherId, userId: await superAdmin(directory), actingAs: true };
  await inTenant(database, acting, (tenant) => createDepartment(tenant, { name: 'Returns' }));
  return accountId;
}

/** Whom the demo's account has named: an address for whatever happens, and who is told of orders that wait. */
async function addRecipients(tenant: Tenant): Promise<void> {
  await saveEmailSetting(tenant, accountPlace, { notificationEmail: 'warehouse@northwind.example', enabled: '1' });
  const departments = (await allDepartments(tenant)).filter(({ name }) => name === 'Orders').map(({ id }) => id);
  await saveRule(tenant, 'orders_waiting', { departments, people: [], addresses: ['dispatch@northwind.example'], hours: 1 });
  await confirmAddress(tenant, 'warehouse@northwind.example');
}

async function superAdmin(directory: Directory): Promise<number | null> {
  const [person] = await directory.query<Columns<'users', 'id'>>('select id from users where is_super order by id limit 1');
  return person?.id ?? null;
}

/** By what the demo's people call records together. */
const demoTags = [
  { name: 'Fragile', color: 'amber' },
  { name: 'Wholesale', color: 'indigo' },
] as const;

/** What ShipStation sends with each order, and field mappings may read. */
const paymentMethod = { connector_id: 'ship_station', name: 'paymentMethod', description: 'Payment method' };

/** What the demo's portal tells everyone for its first week. */
function pickUp() {
  const [start, end] = [Date.now(), Date.now() + 7 * 86_400_000].map((at) => new Date(at).toISOString());
  const body = 'The last pick-up at the warehouse is at 16:00 instead of 18:00 all this week.';
  return { body, level: 'info' as const, start_date: start as string, end_date: end as string };
}

/**
 * Connects what is not connected yet, and gives what is the sandbox's current address. Each by itself: workers read what is connected at
 * the same time. Returns the connections by connector.
 */
async function connectSandbox(database: Database, seal: Seal, accountId: number, origin: string): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const demo of demoConnections(origin))
    ids.set(demo.connector, await withoutPerson(database, accountId, (tenant) => connectDemo(tenant, seal, demo)));
  return ids;
}

async function connectDemo(tenant: Tenant, seal: Seal, { connector: name, label, settings, services }: DemoConnection): Promise<number> {
  const { rows } = await sql<Columns<'connections', 'id'>>`
    select id from connections where ${inAccount(tenant)} and connector = ${name} and disconnected_at is null order by id`.execute(
    tenant.db,
  );
  const connector = connectorNamed(name);
  const [there] = rows;
  if (there) {
    await reconnect(tenant, seal, there.id, connector, settings);
    return there.id;
  }
  const { id } = await connect(tenant, seal, { connector, name: label, settings, since: everything, everySeconds: 10 });
  await mapShipping(tenant, id, services);
  if (connector.inventory) await addDemoListings(tenant, { id, name: label });
  if (services) await addDemoRules(tenant, id);
  if (connector.warehouse) await openInTheDay(tenant, id);
  return id;
}

const everything = new Date('2000-01-01T00:00:00Z');

async function mapShipping(tenant: Tenant, connectionId: number, services: DemoConnection['services']): Promise<void> {
  for (const [code, [method, description]] of Object.entries(services ?? {})) {
    await sql`insert into shipping_options (account_id, connection_id, connector_code, description, amware_code, mapped_at)
      values (${tenant.accountId}, ${connectionId}, ${code}, ${description}, ${method}, ${method === null ? null : new Date()})`.execute(
      tenant.db,
    );
  }
}
