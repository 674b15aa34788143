import { afterAll, beforeAll, expect, vi } from 'vitest';
import { hashPassword } from '../app/people/accounts/passwords/passwords.ts';
import { demoPassword } from '../app/people/accounts/people/demo-people.ts';
import { createSessionFor } from '../app/people/accounts/people.ts';
import { sessionCookie } from '../app/people/accounts/sessions/cookie.ts';
import { type DemoSignIn, seedDemo } from '../app/screens/demo/seed.ts';
import { webhookAddress } from '../app/shared/connections/webhooks/webhook-address.ts';
import { sealWith } from '../platform/seal.ts';
import { withoutPerson } from '../platform/tenant.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { NewOrder } from '../sandbox/ship-station/order.ts';
import { cheap } from './cheap.ts';
import type { TestDatabase } from './database.ts';
import type { Restarted } from './part.ts';
import { type SandboxSettings, type SharedWeb, sharedWeb } from './shared-web.ts';

export type ProductOptions = {
  sandbox?: SandboxSettings;
  /** Whether a worker runs, as it does by default. Without one, orders stay as they were inserted. */
  workers?: 0 | 1;
};

/** The whole product running: web and worker as processes of their own, the sandbox inside this one, the demo account seeded. */
export type TestProduct = {
  readonly origin: string;
  readonly database: TestDatabase;
  readonly sandbox: Sandbox;
  /** One per role. */
  readonly signIns: DemoSignIn[];
  readonly worker: Restarted;
  /** The Cookie header of someone who is signed in. */
  cookieOf: (email: string) => Promise<string>;
  /** Enters orders at the demo account's channel, which sends a webhook for each. No order waits for the rate limit. */
  sell: (...orders: NewOrder[]) => Promise<void>;
};

type Running = SharedWeb & { signIns: DemoSignIn[] };

/**
 * Runs the product for this test file, with nothing in it but the demo account, whose shop sells only what a test sells.
 * Needs the pages built; `npm test` and the e2e project see to it.
 */
export function testProduct({ sandbox: settings = {}, workers = 1 }: ProductOptions = {}): TestProduct {
  let running: Running | undefined;
  beforeAll(async () => {
    const shared = await sharedWeb();
    await shared.reset(settings);
    running = { ...shared, signIns: await openDemoShop(shared) };
    if (workers === 0) return;
    await shared.worker.start();
    await everythingIsRead(shared);
  });
  afterAll(() => running?.worker.stop());
  const ready = () => {
    if (!running) throw new Error('The product runs inside tests and hooks only.');
    return running;
  };
  return {
    cookieOf: (email) => cookieOf(ready(), email),
    sell: (...orders) => sell(ready(), orders),
    get origin() {
      return ready().env.baseUrl;
    },
    get database() {
      return ready().database;
    },
    get worker() {
      return ready().worker;
    },
    get sandbox() {
      return ready().sandbox;
    },
    get signIns() {
      return ready().signIns;
    },
  };
}

let hash: Promise<string> | undefined;

/** The channel sends a webhook for each order; polls would use up its rate limit. */
export async function openDemoShop({ env, sandbox, database }: SharedWeb): Promise<DemoSignIn[]> {
  hash ??= hashPassword(demoPassword, cheap);
  const passwordHash = await hash;
  const signIns = await seedDemo({ databaseUrl: env.databaseDirectUrl, env, sandboxOrigin: sandbox.origin, sells: false, passwordHash });
  // The demo's bar above every page is nothing that these tests are about.
  await database.sql('delete from portal_messages');
  const [channel] = await database.sql<{ account: string; id: string }>(
    "select account_id as account, id from connections where connector = 'ship_station'",
  );
  await database.sql('update streams set every_seconds = 3600');
  const { address } = await withoutPerson(database.database, Number(channel?.account), (tenant) =>
    webhookAddress(tenant, sealWith(env.secretKeys), env.baseUrl, Number(channel?.id)),
  );
  sandbox.control.listen({ target: 'ship_station', secret: '', url: address });
  return signIns;
}

/**
 * The warehouse's goods and methods are known, and the channel's first page was read. A stream has its time as soon as its reading begins;
 * the job of that ends with it.
 */
export async function everythingIsRead({ database }: Pick<SharedWeb, 'database'>): Promise<void> {
  const unread = () =>
    database.sql(
      `select stream from streams where read_at is null
        union all select key from graphile_worker.jobs where task_identifier = 'stream:pull' and run_at <= now()`,
    );
  await vi.waitFor(async () => expect(await unread()).toEqual([]), { interval: 20, timeout: 170_000 });
}

/** Enters orders at the demo account's channel. */
export async function sell({ database, sandbox }: SharedWeb, orders: NewOrder[]): Promise<void> {
  await database.sql('delete from rate_buckets');
  sandbox.control.seller().add(orders.map((order) => ({ serviceCode: 'rm_tracked_24', ...order })));
}

/** The Cookie header of someone who is signed in. */
export async function cookieOf({ env, directory }: SharedWeb, email: string): Promise<string> {
  const [user] = await directory.query<{ id: number }>('select id from users where email = $1', [email]);
  if (!user) throw new Error(`Nobody has the address ${email}.`);
  return createSessionFor(directory, sessionCookie(env.secretKeys, env.baseUrl), user.id);
}
