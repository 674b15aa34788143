import { sql } from 'kysely';
import { openDirectory } from '../app/people/accounts/people/directory.ts';
import { createAccount } from '../app/people/accounts/people.ts';
import { connect } from '../app/shared/connections/connecting/commands.ts';
import { connectorNamed } from '../connectors/index.ts';
import { type Seal, sealWith } from '../platform/seal.ts';
import { type Tenant, withoutPerson } from '../platform/tenant.ts';
import type { Cluster } from './cluster.ts';
import { services, sku, skuCount, skuName } from './wire-orders.ts';

export const secretKey = 'benchmarks-need-no-secret-at-all-0';
export const seal: Seal = sealWith([secretKey]);

/** An account for the orders of `wire-orders.ts`, with known products and mapped shipping codes. */
export type Shop = { accountId: number; channelId: number };

/** Creates the account. Its channel is not read automatically: the benchmark itself reads the orders of `stocked` shops. */
export async function openShop({ url, database }: Cluster): Promise<Shop> {
  const directory = openDirectory(url, 1);
  const accountId = await createAccount(directory, { name: 'Benchmark', timezone: 'America/New_York' });
  await directory.close();
  const channelId = await withoutPerson(database, accountId, async (tenant) => {
    await stock(tenant);
    const settings = { api_key: 'demo-key', api_secret: 'demo-secret', api_origin: 'https://ssapi.shipstation.com' };
    const { id } = await connect(tenant, seal, {
      connector: connectorNamed('ship_station'),
      name: 'ShipStation',
      settings,
      since: new Date(),
    });
    await mapServices(tenant, id);
    await sql`delete from streams where account_id = ${accountId}`.execute(tenant.db);
    return id;
  });
  return { accountId, channelId };
}

async function stock(tenant: Tenant): Promise<void> {
  const all = Array.from({ length: skuCount }, (_, n) => n);
  await sql`insert into products (account_id, sku, name) select ${tenant.accountId}, * from unnest(${all.map(sku)}::text[], ${all.map(skuName)}::text[])`.execute(
    tenant.db,
  );
}

/** Maps each of the shop's services to a method of the warehouse. */
export async function mapServices(tenant: Tenant, connectionId: number): Promise<void> {
  for (const [code, method] of Object.entries(services)) {
    await sql`insert into shipping_options (account_id, connection_id, connector_code, description, amware_code, mapped_at)
      values (${tenant.accountId}, ${connectionId}, ${code}, ${code}, ${method}, now())`.execute(tenant.db);
  }
}
