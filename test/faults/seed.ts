import { sql } from 'kysely';
import pg from 'pg';
import { connect, reconnect } from '../../app/connections/commands.ts';
import { webhookAddress } from '../../app/connections/webhook-address.ts';
import { connectorNamed } from '../../connectors/index.ts';
import { openDatabase } from '../../platform/db.ts';
import { sealWith } from '../../platform/seal.ts';
import { inTenant } from '../../platform/tenant.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';

/** The selling account, and its reconnection, which only a person can do. */
export type Seller = { accountId: number; reconnectAll: () => Promise<void>; close: () => Promise<void> };

type Surroundings = { databaseUrl: string; secretKey: string; sandbox: Sandbox; baseUrl: string };

/** An account connected to the sandbox's channel and warehouse, with their webhooks, goods and a mapped shipping code. */
export async function seedSeller({ databaseUrl, secretKey, sandbox, baseUrl }: Surroundings): Promise<Seller> {
  const { control, origin } = sandbox;
  control.client().catalogue.take(['MUG', 'CUP', 'POT'].map((sku) => ({ sku, name: `A ${sku.toLowerCase()}`, units: 1_000_000 })));
  const accountId = await addAccount(databaseUrl);
  const database = openDatabase({ url: databaseUrl, connections: 2 });
  const seal = sealWith([secretKey]);
  const within = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(database, { accountId, userId: null }, work);
  const warehouse = { api_key: 'demo-amware-key', base_url: `${origin}/amware`, webhook_secret: 'demo-webhook-secret' };
  const channel = { api_key: 'demo-key', api_secret: 'demo-secret', api_origin: `${origin}/ship-station` };
  const since = new Date('2020-01-01T00:00:00Z');
  const ids = await within(async (tenant) => {
    const connection = await connect(tenant, seal, { connector: connectorNamed('amware'), name: 'Amware', since, settings: warehouse });
    const shop = await connect(tenant, seal, { connector: connectorNamed('ship_station'), name: 'ShipStation', since, settings: channel });
    await sql`insert into shipping_options (account_id, connection_id, connector_code, amware_code)
      values (${accountId}, ${shop.id}, 'ups_ground', 'UPSGR')`.execute(tenant.db);
    const [warehouseHook, channelHook] = [
      await webhookAddress(tenant, seal, baseUrl, connection.id),
      await webhookAddress(tenant, seal, baseUrl, shop.id),
    ];
    control.listen({ target: 'amware', url: warehouseHook.address, secret: 'demo-webhook-secret' });
    control.listen({ target: 'ship_station', url: channelHook.address, secret: '' });
    return { warehouse: connection.id, channel: shop.id };
  });
  return {
    accountId,
    async reconnectAll() {
      await within((tenant) => reconnect(tenant, seal, ids.warehouse, connectorNamed('amware'), warehouse));
      await within((tenant) => reconnect(tenant, seal, ids.channel, connectorNamed('ship_station'), channel));
    },
    close: () => database.close(),
  };
}

async function addAccount(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(`insert into accounts (name) values ('Fault suite') returning id`);
  await client.end();
  return Number(rows[0]?.id);
}
