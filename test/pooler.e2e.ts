import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loginUrl } from '../platform/login-url.ts';
import { steadyClient } from '../platform/steady.ts';
import { type Part, startPart } from './part.ts';
import { poolerIsHere, startPooler } from './pooler.ts';
import { cookieOf, everythingIsRead, openDemoShop, sell } from './product.ts';
import { type SharedWeb, startWeb } from './shared-web.ts';

// Skipped where there is no PgBouncer of version 1.21 or newer.
describe.skipIf(!poolerIsHere)('web and worker behind PgBouncer in transaction mode', () => {
  let shop: SharedWeb;
  let worker: Part;
  let pooler: Awaited<ReturnType<typeof startPooler>>;

  beforeAll(async () => {
    shop = await startWeb(async (direct) => {
      pooler = await startPooler(direct);
      return { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct };
    });
    await openDemoShop(shop);
    worker = await startPart('worker', shop.variables);
    await everythingIsRead(shop);
  });
  afterAll(async () => {
    await worker?.stop();
    await pooler?.stop();
  });

  test('a person signs in, an order flows through, and their page hears of it', async () => {
    const [person] = await shop.directory.query<{ email: string }>('select email from users where not is_super order by id limit 1');
    const signedIn = await fetch(`${shop.env.baseUrl}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: shop.env.baseUrl },
      body: JSON.stringify({ email: person?.email, password: 'demo-crossdock' }),
    });
    expect([signedIn.status, await signedIn.text()]).toEqual([200, expect.anything()]);
    const cookie = await cookieOf(shop, person?.email ?? '');
    const live = await fetch(`${shop.env.baseUrl}/api/events?topics=orders`, { headers: { cookie } });
    const events = live.body?.pipeThrough(new TextDecoderStream()).getReader();
    await sell(shop, [{ orderNumber: 'POOLED-1', items: [{ sku: '21212', quantity: 2 }] }]);
    const status = async () =>
      (await shop.database.sql<{ status: string }>(`select order_status as status from orders where source_order_number = 'POOLED-1'`))[0]
        ?.status;
    await expect.poll(status).toBe('fulfilled');
    for (let heard = ''; !heard.includes('"topic":"orders"'); ) heard += (await events?.read())?.value ?? '"topic":"orders" never came';
    await events?.cancel();
    expect(worker.output()).toBe('');
  });

  test('no session parameters are asked for: what roles are given by migrate holds for pooled sessions too', async () => {
    const client = steadyClient(loginUrl(pooler.url, 'crossdock_sign_in'));
    await client.connect();
    const { rows } = await client.query(
      `select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
    );
    await client.end();
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '60000' },
      { name: 'lock_timeout', setting: '10000' },
      { name: 'statement_timeout', setting: '30000' },
    ]);
  });
});
