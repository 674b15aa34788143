import { beforeAll, expect, test } from 'vitest';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';

const own = testWeb();
let sam: Person;
let ann: Person;
let shop: number;

beforeAll(async () => {
  sam = await own.person(await own.account('Portal'), 'super');
  ann = await own.person(await own.account('Acme'), 'account_admin');
  shop = await addConnection(own, ann.accountId);
  await own.sql(`update connections set last_ok_at = now() where id = $1`, [shop]);
});

const status = async (person = sam) => own.as(person, { url: `/settings/super/accounts/${ann.accountId}/status` });

test('an account in which nothing happened holds nothing up', async () => {
  const reply = (await status()).json();
  expect(reply).toMatchObject({ name: 'Acme', suspended_at: null, stopped: null, reasons: [], underWay: [], issues: [] });
  expect(reply.connections[0]).toMatchObject({ name: 'ship_station', waiting: 0, overdue: null, calls: { made: 0 } });
});

test('what flows, lags, fails and is stored is said, of this account alone', async () => {
  const other = await own.account('Other');
  const theirs = await addConnection(own, other);
  for (const [account, connection, n] of [[ann.accountId, shop, 2] as const, [other, theirs, 5] as const]) {
    await addOrders(own, account, connection, Array(n).fill({}));
    await own.sql(
      `insert into files (account_id, key, name, content_type, bytes) values ($1, gen_random_uuid()::text, 'a.csv', 'text/csv', 1000 * $2)`,
      [account, n],
    );
    await own.sql(
      `insert into outbox (account_id, connection_id, kind, key, due_at) values ($1, $2, 'confirm', 'one', now() - interval '8 minutes 30 seconds')`,
      [account, connection],
    );
    await own.sql(
      `insert into streams (account_id, connection_id, stream, due_at) values ($1, $2, 'orders', now() - interval '6 minutes 30 seconds')`,
      [account, connection],
    );
    await own.sql(
      `insert into exchanges (account_id, connection_id, at, operation, method, url, status, took_ms, outcome)
       select $1, $2, now() - at, 'orders', 'GET', 'https://example.com', status, took, outcome
       from (values (interval '2 hours', 200, 9000, 'ok'), ('1 minute', 200, 100, 'ok'), ('1 minute', 200, 300, 'ok'),
         ('1 minute', 429, 20, 'retry')) as e (at, status, took, outcome)`,
      [account, connection],
    );
    await own.sql(
      `insert into runs (account_id, kind, subject, total, done, requested_by) values ($1, 'import', '{"code": "file", "entity": "products"}', 20000, 500, null)`,
      [account],
    );
    await own.sql(
      `insert into issues (account_id, type, subject, connection_id, sentence, blocking) values ($1, 'unmapped_sku', 'A', $2, '{"code": "x"}', false)`,
      [account, connection],
    );
  }
  await own.sql('analyze orders');
  const reply = (await status()).json();
  expect(reply.connections).toHaveLength(1);
  expect(reply.connections[0]).toMatchObject({
    ...{ waiting: 1, behind_minutes: 8, overdue: { stream: 'orders', minutes: 6 } },
    calls: { made: 3, failed: 1, limited: 1, medianMs: 100 },
  });
  expect(reply.issues).toEqual([{ type: 'unmapped_sku', n: 1 }]);
  expect(reply.storage).toMatchObject({ orders: 2, files: 1, fileBytes: 2000 });
  expect(reply.storage.orderBytes).toBeGreaterThan(0);
  expect(reply.underWay).toMatchObject([{ title: 'Products', handled: 500, total: 20_000 }]);
  expect(reply.flow.arrived).toHaveLength(24);
  expect(reply.reasons).toEqual([
    'Orders of ship_station should have been read 6 minutes ago.',
    'ship_station: 1 waits to be sent, about 8 minutes behind.',
    'The limit of ship_station is used up: it refused 1 call in the last hour for that.',
    'Products is under way: 500 of 20,000 rows.',
  ]);
});

test('only super admins see it, and an account that does not exist has none', async () => {
  expect((await status(ann)).statusCode).toBe(403);
  expect((await own.as(sam, { url: '/settings/super/accounts/999999/status' })).statusCode).toBe(404);
});
