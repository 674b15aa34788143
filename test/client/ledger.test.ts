import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openDeliverer } from '../../app/shared/webhooks/delivering/deliverer.ts';
import { createSubscription } from '../../app/shared/webhooks/subscriptions/commands.ts';
import { buildShop, ofOrders, type Shop } from '../build.ts';
import { freePort } from '../free-port.ts';
import { makeKey } from '../keys.ts';
import { testWeb } from '../web.ts';

const own = testWeb();
const program = join(import.meta.dirname, '../../docs/api/examples/ledger.ts');

test('a ledger that is killed again and again agrees with the product in the end', async () => {
  const shop = await buildShop(own, { reads: ofOrders, pace: 'instant' });
  const admin = await own.person(shop.accountId, 'account_admin');
  const { key } = (await makeKey(own, admin, { scopes: ['read_orders', 'read_events'] })).json();
  const port = await freePort();
  const receiver = `http://127.0.0.1:${port}`;
  const { secret } = await shop.inTenant((tenant) =>
    createSubscription(tenant, shop.engine.seal, { name: 'Ledger', url: `${receiver}/hooks`, types: ['order.received', 'order.shipped'] }),
  );
  const deliver = async () => {
    const deliverer = openDeliverer({ ...shop.engine, sandboxOrigin: receiver });
    await deliverer.turn();
    await deliverer.settled();
  };
  // One that waits, so that it can be deleted.
  shop.sell({ orderNumber: 'R-unknown', items: [{ sku: 'UNKNOWN', quantity: 1 }] });
  await happen(shop, 0);
  const origin = await own.web.listen({ port: 0, host: '127.0.0.1' });
  const ledger = await startLedger(origin, { KEY: key, PORT: String(port), SECRET: secret });
  for (let round = 1; round <= 4; round++) {
    await happen(shop, round);
    await deliver();
    // It is killed in the middle of its work, and does the rest another time.
    await expect.poll(ledger.kills, { timeout: 30_000 }).toBeGreaterThanOrEqual(round);
  }
  ledger.spare();
  const [unknown, first] = [await shop.order('R-unknown'), await shop.order('R0-0')];
  for (const [action, order] of [
    ['delete', unknown],
    ['archive', first],
  ] as const) {
    const reply = await own.as(admin, { method: 'POST', url: '/api/orders/bulk-action', payload: { action, ordersIds: [order.id] } });
    expect(reply.statusCode, reply.body).toBeLessThan(300);
    await shop.engine.runJobs();
  }
  expect(await ordersOf(shop)).toHaveLength(14);
  await deliver();
  await expect.poll(ledger.orders, { timeout: 60_000, interval: 200 }).toEqual(await ordersOf(shop));
  expect(ledger.kills()).toBeGreaterThanOrEqual(4);
  await happen(shop, 5);
  // While it was being killed it did not reply, and is given a rest.
  await own.sql(`update event_subscriptions set failures = 0, rest_until = null; update event_deliveries set due_at = now()`);
  await deliver();
  expect(await own.sql('select distinct state from event_deliveries where account_id = $1', [shop.accountId])).toEqual([
    { state: 'delivered' },
  ]);
  await expect.poll(ledger.orders, { timeout: 60_000, interval: 200 }).toEqual(await ordersOf(shop));
}, 180_000);

async function happen(shop: Shop, round: number): Promise<void> {
  await shop.engine.passTime();
  shop.sell(...Array.from({ length: round === 0 ? 6 : 2 }, (_, n) => ({ orderNumber: `R${round}-${n}` })));
  await shop.flow();
}

const ordersOf = ({ accountId }: Shop) =>
  own.sql(
    `select id::int, order_status as status, total_cost::text as total from orders where account_id = $1 and deleted_at is null order by id`,
    [accountId],
  );

/** Runs the ledger behind a door that kills it at every second request, until it is spared, and starts it again each time. */
async function startLedger(origin: string, env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-ledger-'));
  const file = join(folder, 'ledger.db');
  let [kills, requests, isSpared, isOver] = [0, 0, false, false];
  let child: ChildProcess | undefined;
  const door = createServer(async (request, response) => {
    requests += 1;
    const reply = await fetch(origin + request.url, { headers: { authorization: String(request.headers.authorization) } });
    const body = await reply.text();
    if (!isSpared && requests % 2 === 0 && child?.kill('SIGKILL')) kills += 1;
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(body);
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const start = () => {
    child = spawn(process.execPath, ['--no-warnings', program], {
      env: { ...process.env, ...env, LEDGER: file, CROSSDOCK: `http://127.0.0.1:${(door.address() as AddressInfo).port}` },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.on('exit', () => isOver || start());
  };
  start();
  onTestFinished(async () => {
    isOver = true;
    child?.kill('SIGKILL');
    door.closeAllConnections();
    door.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    kills: () => kills,
    spare: () => {
      isSpared = true;
    },
    orders: () => {
      const db = new DatabaseSync(file);
      const rows = db
        .prepare('select id, status, total from orders order by id')
        .all()
        .map((row) => ({ ...row }));
      db.close();
      return rows;
    },
  };
}
