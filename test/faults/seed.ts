import { sql } from 'kysely';
import { openDirectory } from '../../app/people/accounts/people/directory.ts';
import { createAccount, createSessionFor, createUser } from '../../app/people/accounts/people.ts';
import { type SessionCookie, sessionCookie } from '../../app/people/accounts/sessions/cookie.ts';
import { connect, reconnect } from '../../app/shared/connections/connecting/commands.ts';
import { webhookAddress } from '../../app/shared/connections/webhooks/webhook-address.ts';
import { connectorNamed } from '../../connectors/index.ts';
import { openDatabase } from '../../platform/db.ts';
import { sealWith } from '../../platform/seal.ts';
import { withoutPerson } from '../../platform/tenant.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type HalvedFile, uploadInHalves } from './imports/upload.ts';
import { openBooks } from './trade/books.ts';
import type { Warehouse } from './warehouses/warehouse.ts';

/** The selling account, and what only a person can do: reconnect it, and make calls as somebody who is signed in. */
export type Seller = {
  accountId: number;
  reconnectAll: () => Promise<void>;
  /** Calls the web process. @throws Error that begins with the status, where that is no success */
  call: Call;
  /** The same at another address; `portal`: as a super admin. */
  callAt: (baseUrl: string, who?: keyof Cookies) => Call;
  /** What each connection was given, by its connector. */
  settings: Record<string, Record<string, string>>;
  /** Uploads a CSV file. @throws as `call` */
  upload: (path: string, file: HalvedFile) => Promise<void>;
  close: () => Promise<void>;
};

export type Call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<unknown>;
type Cookies = Record<'seller' | 'portal', string>;

/** `everySeconds`: how often the sides are polled, where not as in production. */
type Surroundings = {
  databaseUrl: string;
  secretKey: string;
  sandbox: Sandbox;
  warehouse: Warehouse;
  baseUrl: string;
  everySeconds?: number | undefined;
  /** Of its people's addresses. */
  domain?: string;
};

/** How long people at a warehouse that is not Amware wait with each step. */
const stepMs = 700;

/** An account connected to the sandbox's channels and warehouse, with their webhooks, goods and mapped shipping codes. */
export async function seedSeller({
  databaseUrl,
  secretKey,
  sandbox,
  warehouse: there,
  baseUrl,
  everySeconds,
  domain = 'example.com',
}: Surroundings): Promise<Seller> {
  const { control, origin } = sandbox;
  const skus = ['MUG', 'CUP', 'POT'];
  there.open(control, skus, stepMs);
  const { accountId, cookies } = await addPeople(databaseUrl, sessionCookie([secretKey], baseUrl), domain);
  const database = openDatabase({ url: databaseUrl, connections: 2 });
  const seal = sealWith([secretKey]);
  const within = <T>(work: Parameters<typeof withoutPerson<T>>[2]) => withoutPerson(database, accountId, work);
  const warehouse = there.settings(origin);
  const { key, secret } = control.seller();
  const channel = { api_key: key, api_secret: secret, api_origin: `${origin}/ship-station` };
  const books = openBooks(sandbox, skus);
  const since = new Date('2020-01-01T00:00:00Z');
  const polled = { since, ...(everySeconds && { everySeconds }) };
  const ids = await within(async (tenant) => {
    const connector = connectorNamed(there.connector);
    const connection = await connect(tenant, seal, { connector, name: connector.label, settings: warehouse, ...polled });
    const shop = await connect(tenant, seal, {
      connector: connectorNamed('ship_station'),
      name: 'ShipStation',
      settings: channel,
      ...polled,
    });
    // NetSuite sends no webhooks, so it is polled more often than in production, where half a minute is soon enough.
    const ledger = await connect(tenant, seal, {
      ...{ connector: connectorNamed('netsuite'), name: 'NetSuite', settings: books, since, everySeconds: everySeconds ?? 5 },
    });
    await sql`insert into shipping_options (account_id, connection_id, connector_code, amware_code)
      values (${accountId}, ${shop.id}, 'ups_ground', ${there.method}), (${accountId}, ${ledger.id}, 'UPS Ground', ${there.method})`.execute(
      tenant.db,
    );
    await sql`insert into location_mappings (account_id, connection_id, internal_id, connector_location, amware_location)
      values (${accountId}, ${ledger.id}, '11', 'Main', ${there.building})`.execute(tenant.db);
    // In production every half hour, every minute and every two minutes; here a deletion has to be found within the minute, a purchase order
    // booked, and what is on the shelves counted.
    await sql`update streams set every_seconds = 5
      where account_id = ${accountId} and stream in ('still_there', 'purchase_orders', 'stock')`.execute(tenant.db);
    const [warehouseHook, channelHook] = [
      await webhookAddress(tenant, seal, baseUrl, connection.id),
      await webhookAddress(tenant, seal, baseUrl, shop.id),
    ];
    // The others subscribe by themselves, or are polled alone.
    if (there.connector === 'amware') control.listen({ target: 'amware', url: warehouseHook.address, secret: 'demo-webhook-secret' });
    control.listen({ target: 'ship_station', url: channelHook.address, secret: '' });
    return { warehouse: connection.id, channel: shop.id, ledger: ledger.id };
  });
  const callAt: Seller['callAt'] =
    (address, who = 'seller') =>
    (method, path, body) =>
      call(address + path, cookies[who], {
        method,
        ...(method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }),
      });
  return {
    ...{ accountId, callAt, call: callAt(baseUrl), settings: { [there.connector]: warehouse, ship_station: channel, netsuite: books } },
    async reconnectAll() {
      await within((tenant) => reconnect(tenant, seal, ids.warehouse, connectorNamed(there.connector), warehouse));
      await within((tenant) => reconnect(tenant, seal, ids.channel, connectorNamed('ship_station'), channel));
      await within((tenant) => reconnect(tenant, seal, ids.ledger, connectorNamed('netsuite'), books));
    },
    upload: (path, file) => uploadInHalves(baseUrl + path, cookies.seller, file),
    close: () => database.close(),
  };
}

/** A crowded machine is slow, and no reply ends a round or a play. */
const patienceMs = 60_000;

async function call(address: string, cookie: string, { headers, ...request }: RequestInit & { method: string }): Promise<unknown> {
  const response = await fetch(address, {
    ...request,
    headers: { ...headers, cookie, 'sec-fetch-site': 'same-origin', accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    signal: AbortSignal.timeout(patienceMs),
  });
  if (!response.ok) throw new Error(`${response.status} ${request.method} ${address}: ${await response.text()}`);
  return response.json();
}

async function addPeople(databaseUrl: string, cookie: SessionCookie, domain: string): Promise<{ accountId: number; cookies: Cookies }> {
  const directory = openDirectory(databaseUrl, 1);
  try {
    const accountId = await createAccount(directory, { name: 'Fault suite' });
    const olive = await createUser(directory, { email: `olive@${domain}`, name: 'Olive', role: 'account_admin', accountId });
    const sam = await createUser(directory, { email: `sam@${domain}`, name: 'Sam', role: 'super', accountId });
    // Who has the portal has to have set that up.
    await directory.query('update users set two_factor_enabled = true where id = $1', [sam]);
    const [seller, portal] = [await createSessionFor(directory, cookie, olive), await createSessionFor(directory, cookie, sam)];
    return { accountId, cookies: { seller, portal } };
  } finally {
    await directory.close();
  }
}
