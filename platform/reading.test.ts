import { EventEmitter, on, once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addAccount } from '../test/build.ts';
import { testDatabase } from '../test/database.ts';
import { addConnection, addOrder } from '../test/shop/rows.ts';
import { overNetwork } from '../test/start-database.ts';
import { type Database, openDatabase } from './db.ts';
import { type Actor, atOneMoment, inTenant, reading, type Tenant } from './tenant.ts';

const own = testDatabase();
let one: Database;
let actor: Actor;

/** Over one connection, so that anything that a transaction leaves behind affects the next. */
beforeAll(async () => {
  one = openDatabase({ url: own.url, connections: 1, readers: 1 });
  actor = await addAccount(own);
  await addOrder(own, actor.accountId, await addConnection(own, actor.accountId));
});
afterAll(() => one.close());

const orders = async ({ db }: Tenant) => (await sql<{ n: number }>`select count(*)::int as n from orders`.execute(db)).rows[0]?.n;

test('statements that are started together are all of this account, and the next transaction is of its own', async () => {
  const other = await addAccount(own);
  for (let turn = 0; turn < 3; turn++) {
    expect(await reading(one, actor, (tenant) => Promise.all([orders(tenant), orders(tenant), orders(tenant)]))).toEqual([1, 1, 1]);
    expect(await reading(one, other, orders)).toBe(0);
    expect(await inTenant(one, actor, orders)).toBe(1);
  }
});

test('it cannot write, and what fails leaves the connection as it was', async () => {
  const write = (tenant: Tenant) => sql`update orders set note = 'x' where account_id = ${tenant.accountId}`.execute(tenant.db);
  await expect(reading(one, actor, write)).rejects.toThrow('read-only transaction');
  await expect(reading(one, actor, (tenant) => Promise.all([write(tenant), orders(tenant)]))).rejects.toThrow('read-only transaction');
  const thrown = new Error('no');
  await expect(reading(one, actor, () => Promise.reject(thrown))).rejects.toBe(thrown);
  expect(await inTenant(one, actor, (tenant) => write(tenant).then(() => orders(tenant)))).toBe(1);
  expect(await reading(one, actor, orders)).toBe(1);
});

test('statements that are started together are all sent before one gets its reply', async () => {
  const { url, sent, replies } = await startHoldingProxy();
  const far = openDatabase({ url, readers: 1 });
  onTestFinished(() => far.close());
  const words = await reading(far, actor, async ({ db }) => {
    const ask = (word: string) => sql<{ word: string }>`select ${sql.lit(word)} as word`.execute(db);
    await ask('opened');
    replies.hold();
    const reads = Promise.all([ask('first'), ask('second'), ask('third')]);
    // Without pg's pipeline the second waits for the first, whose reply is held: this test would end by its time limit.
    await sent('third');
    replies.release();
    return reads;
  });
  expect(words.flatMap(({ rows }) => rows)).toEqual([{ word: 'first' }, { word: 'second' }, { word: 'third' }]);
});

test('the first statement of a transaction that writes is sent before the reply to its opening', async () => {
  const { url, sent, replies } = await startHoldingProxy();
  const far = openDatabase({ url, connections: 1 });
  onTestFinished(() => far.close());
  await inTenant(far, actor, orders);
  replies.hold();
  const first = sent('behind the opening');
  const said = inTenant(far, actor, async ({ db }) => (await sql<{ word: string }>`select 'behind the opening' as word`.execute(db)).rows);
  await first;
  replies.release();
  expect(await said).toEqual([{ word: 'behind the opening' }]);
});

test('where the opening fails nothing is written, and what failed first is thrown', async () => {
  const wrong = { ...one, limits: `; set local statement_timeout = 'nonsense'` };
  const write = (tenant: Tenant) => sql`update accounts set name = 'x' where id = ${tenant.accountId}`.execute(tenant.db);
  await expect(inTenant(wrong, actor, write)).rejects.toThrow('statement_timeout');
  expect(await own.sql(`select from accounts where name = 'x'`)).toEqual([]);
  expect(await inTenant(one, actor, orders)).toBe(1);
});

/** A way to the database that can hold back its replies, and says when something was sent to it. */
async function startHoldingProxy() {
  const target = new URL(own.url);
  const held: (() => void)[] = [];
  const events = new EventEmitter();
  let holding = false;
  const pass = (send: () => void) => (holding ? void held.push(send) : send());
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    client.on('data', (bytes) => {
      upstream.write(bytes);
      events.emit('sent', bytes.toString('latin1'));
    });
    upstream.on('data', (bytes) => pass(() => client.write(bytes)));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const url = overNetwork(own.url);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    async sent(word: string) {
      for await (const [text] of on(events, 'sent')) if (String(text).includes(word)) return;
    },
    replies: {
      hold() {
        holding = true;
      },
      release() {
        holding = false;
        for (const send of held.splice(0)) send();
      },
    },
  };
}

test('a stream of rows needs a transaction that waits for each reply', async () => {
  await expect(reading(one, actor, (tenant) => tenant.copyOut('copy (select 1) to stdout').toArray())).rejects.toThrow('pipeline');
  const chunks = await atOneMoment(one, actor, 1, async ([tenant]) => tenant?.copyOut('copy (select 1) to stdout').toArray());
  expect(Buffer.concat(chunks ?? []).toString()).toBe('1\n');
});

test('a second session is taken only where one is free: nobody who has one waits for another', async () => {
  const few = openDatabase({ url: own.url, connections: 1, readers: 1 });
  onTestFinished(() => few.close());
  const others = Promise.withResolvers<void>();
  const begun = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  const held = begun.map(({ resolve }) =>
    atOneMoment(few, actor, 1, async () => {
      resolve();
      await others.promise;
    }),
  );
  await Promise.all(begun.map(({ promise }) => promise));
  const sessions = () => atOneMoment(few, actor, 2, async (tenants) => tenants.length);
  expect(await sessions().finally(() => others.resolve())).toBe(1);
  await Promise.all(held);
  expect(await sessions()).toBe(2);
});
