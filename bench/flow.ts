import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import { openDirectory } from '../app/accounts/directory.ts';
import { createAccount } from '../app/accounts/people.ts';
import { connect } from '../app/connections/commands.ts';
import { webhookAddress } from '../app/connections/webhook-address.ts';
import { connectorNamed } from '../connectors/index.ts';
import { sealWith } from '../platform/seal.ts';
import { inTenant } from '../platform/tenant.ts';
import type { Cluster } from './cluster.ts';
import { type Running, start } from './processes.ts';
import { mapServices } from './shop.ts';
import { sku, skuCount, skuName } from './wire-orders.ts';

/** The whole product at work: web, worker(s) and sandbox as processes, and one account between channel and warehouse. */
export type Flow = {
  accountId: number;
  sandbox: string;
  processes: Record<'sandbox' | 'web' | 'worker', Running[]>;
  /** Asks the sandbox's controls. */
  control: <T>(method: 'GET' | 'POST', what: string, body?: unknown) => Promise<T>;
  stop: () => Promise<void>;
};

export type FlowOptions = { latencyMs: number; limit: string; workers?: number };

export async function startFlow(cluster: Cluster, { latencyMs, limit, workers = 1 }: FlowOptions): Promise<Flow> {
  const secretKey = randomBytes(32).toString('hex');
  const sandbox = await start(['sandbox/main.ts'], {
    SANDBOX_LATENCY_MS: String(latencyMs),
    SANDBOX_LIMIT: limit,
    SANDBOX_PACE: 'instant',
  });
  const origin = String(sandbox.said.sandbox);
  const control = controlOf(origin);
  await control('POST', 'amware/items', {
    items: Array.from({ length: skuCount }, (_, n) => ({ sku: sku(n), name: skuName(n), units: 3_000_000 })),
  });
  const port = String(await freePort());
  const env = {
    DATABASE_URL: cluster.url,
    SECRET_KEY: secretKey,
    SANDBOX_ORIGIN: origin,
    LOG_LEVEL: 'warn',
    PORT: port,
    HOST: '127.0.0.1',
  };
  const web = await start(['bin/crossdock.ts', 'web'], env);
  const { accountId } = await connectBoth(cluster, secretKey, origin, `http://127.0.0.1:${port}`, control);
  const worker = await Promise.all(Array.from({ length: workers }, () => start(['bin/crossdock.ts', 'worker'], env)));
  const processes = { sandbox: [sandbox], web: [web], worker };
  return {
    accountId,
    sandbox: origin,
    processes,
    control,
    async stop() {
      for (const running of [web, ...worker, sandbox]) await running.stop();
    },
  };
}

async function connectBoth({ url, database }: Cluster, secretKey: string, origin: string, web: string, control: Flow['control']) {
  const directory = openDirectory(url, 1);
  const accountId = await createAccount(directory, { name: 'Benchmark', timezone: 'America/New_York' });
  await directory.close();
  const seal = sealWith([secretKey]);
  const since = new Date(Date.now() - 60_000);
  return inTenant(database, { accountId, userId: null }, async (tenant) => {
    const warehouse = { api_key: 'demo-amware-key', base_url: `${origin}/amware`, webhook_secret: 'demo-webhook-secret' };
    const { id: warehouseId } = await connect(tenant, seal, {
      connector: connectorNamed('amware'),
      name: 'Amware',
      settings: warehouse,
      since,
    });
    const channel = { api_key: 'demo-key', api_secret: 'demo-secret', api_origin: `${origin}/ship-station` };
    const { id: channelId } = await connect(tenant, seal, {
      connector: connectorNamed('ship_station'),
      name: 'ShipStation',
      settings: channel,
      since,
    });
    await mapServices(tenant, channelId);
    await sql`update connections set link_same_skus = true where account_id = ${accountId}`.execute(tenant.db);
    for (const [target, id] of [
      ['amware', warehouseId],
      ['ship_station', channelId],
    ] as const) {
      const { address } = await webhookAddress(tenant, seal, web, id);
      await control('POST', 'webhooks', { target, url: address, secret: 'demo-webhook-secret' });
    }
    return { accountId };
  });
}

const controlOf =
  (origin: string): Flow['control'] =>
  async (method, what, body) => {
    const answer = await fetch(`${origin}/control/${what}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!answer.ok) throw new Error(`The sandbox refused ${what}: ${await answer.text()}`);
    return (await answer.json()) as never;
  };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address !== null && typeof address === 'object' ? address.port : 0;
}
