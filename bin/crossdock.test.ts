import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { symmetricEncrypt } from 'better-auth/crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openDirectory } from '../app/people/accounts/people/directory.ts';
import { createAccount, createUser } from '../app/people/accounts/people.ts';
import { numberedKeys, resealedSecret } from '../app/people/accounts/two-factor/plugin.ts';
import { secretContext } from '../app/shared/connections/calls/session.ts';
import { tokenContext } from '../app/shared/connections/calls/tokens.ts';
import { consentContext } from '../app/shared/connections/trying/consent/pending.ts';
import { subscriptionContext } from '../app/shared/webhooks/subscriptions/secrets.ts';
import { sealWith } from '../platform/seal.ts';
import { connected, testDatabase } from '../test/database.ts';

const own = testDatabase();
const key = 'k'.repeat(32);
const earlier = 'e'.repeat(32);

type Outcome = { code: number; output: string };

/** Runs the command as an operator does, with these variables and no others of ours. To load it takes most of its time. */
function crossdock(args: string[], variables: Record<string, string> = {}): Promise<Outcome> {
  const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...variables };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, 'crossdock.ts'), ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}`.trim() });
    });
  });
}

/** A secret of an authenticator app, encrypted with this key. */
const sealedBy = (secretKey: string) => {
  const [{ version, value }] = numberedKeys([secretKey]) as [{ version: number; value: string }];
  return symmetricEncrypt({ key: { keys: new Map([[version, value]]), currentVersion: version }, data: 'a secret' });
};

async function personWithApp(accountId: number, secret = 'none'): Promise<number> {
  const directory = openDirectory(own.url, 1);
  const userId = await createUser(directory, { email: `app-${accountId}@example.com`, name: 'App', role: 'user', accountId });
  await directory.close();
  await own.sql('update users set two_factor_enabled = true where id = $1', [userId]);
  await own.sql(`insert into two_factors (user_id, secret, backup_codes) values ($1, $2, '[]')`, [userId, secret]);
  return userId;
}

test.each([
  ['no role', [], {}, /^Usage: node bin\/crossdock\.ts web \| worker/],
  ['web without a database', ['web'], { SECRET_KEY: key }, /DATABASE_URL is not set/],
  ['worker without a key', ['worker'], { DATABASE_URL: 'postgres://me@127.0.0.1:1/x' }, /SECRET_KEY is not set/],
  [
    'a database that does not reply',
    ['worker'],
    { DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/x', SECRET_KEY: key },
    /127\.0\.0\.1:1 cannot be reached/,
  ],
  ['migrate without a database', ['migrate'], {}, /DATABASE_URL is not set/],
  ['an administrator without an address', ['create-admin'], {}, /^Usage/],
  ['a move of an account by its name', ['move-account', 'Acme', 'node:5432'], {}, /^Usage/],
])('%s is refused in one sentence, with code 2', async (_, args, env, sentence) => {
  const { code, output } = await crossdock(args, env);
  expect(output).toMatch(sentence);
  expect(output.split('\n')).toHaveLength(1);
  expect(output).not.toContain('hunter2');
  expect(code).toBe(2);
});

test('a migrated database has nothing to apply', async () => {
  expect(await crossdock(['migrate'], { DATABASE_URL: own.url })).toEqual({ code: 0, output: 'The database is up to date.' });
});

test('a database that former migrations made is refused in one sentence, and left as it is', async () => {
  await own.sql(`update migrations set name = '0001_foundation.sql' where name like '0001%'`);
  onTestFinished(async () => void (await own.sql(`update migrations set name = '0001_roles.sql' where name = '0001_foundation.sql'`)));
  const before = await own.sql('select * from migrations order by name');
  expect(await crossdock(['migrate'], { DATABASE_URL: own.url })).toEqual({
    code: 2,
    output: 'This database was made by an earlier development version and cannot be migrated: create an empty database, and use that.',
  });
  expect(await own.sql('select * from migrations order by name')).toEqual(before);
});

test('the first administrator is made once', async () => {
  const make = () =>
    crossdock(['create-admin', 'Me@Example.com', 'My company'], {
      DATABASE_URL: own.url,
      SECRET_KEY: key,
      BASE_URL: 'https://shop.example',
    });
  expect((await make()).output).toMatch(/belongs to "My company" now, .* https:\/\/shop\.example\/reset-password\?token=[\w-]{32}$/);
  expect(await own.sql('select is_super, email from users')).toEqual([{ is_super: true, email: 'me@example.com' }]);
  // Until they have a password, another link is made: the first one lasts an hour.
  expect(await make()).toMatchObject({
    code: 0,
    output: expect.stringMatching(/has no password yet\. .*\/reset-password\?token=[\w-]{32}$/),
  });
  await own.sql(`insert into sign_in_methods (user_id, provider_id, provider_account_id, password)
    select id, 'credential', id::text, 'a hash' from users where email = 'me@example.com'`);
  expect(await make()).toEqual({ code: 2, output: expect.stringContaining('has the address Me@Example.com already') });
});

test('where somebody gets the address of an administrator while they are made, no account is left without a person', async () => {
  const rival = await connected(own.url);
  await rival.query(`begin; insert into users (name, email) values ('Me', 'twice@example.com')`);
  const making = crossdock(['create-admin', 'twice@example.com', 'Left alone'], {
    ...{ DATABASE_URL: own.url, SECRET_KEY: key, BASE_URL: 'https://shop.example' },
  });
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(() => own.sql(waiting)).toHaveLength(1);
  await rival.query('commit');
  expect(await making).toEqual({ code: 2, output: expect.stringContaining('has the address twice@example.com already') });
  expect(await own.sql(`select from accounts where name = 'Left alone'`)).toEqual([]);
});

test('after resealing the current key alone opens every secret', async () => {
  const directory = openDirectory(own.url, 1);
  const accountId = await createAccount(directory, { name: 'Sealed' }).finally(() => directory.close());
  const [row] = await own.sql<{ id: number }>(
    `insert into connections (account_id, connector, slug, name, capabilities) values ($1, 'amware', 'amware', 'Amware', '{warehouse,hints}') returning id::int`,
    [accountId],
  );
  const context = secretContext(accountId, row?.id ?? 0);
  const secrets = sealWith([earlier]).seal('{"api_key":"hunter2"}', context);
  const vendorSecret = sealWith([earlier]).seal('made by the vendor', context);
  await own.sql('update connections set secrets = $1, vendor_secret = $2 where account_id = $3', [secrets, vendorSecret, accountId]);
  // One whose key was lost keeps the others waiting no longer.
  const lostSecrets = sealWith(['l'.repeat(32)]).seal('{}', 'gone');
  await own.sql(`insert into connections (account_id, connector, slug, name, secrets) values ($1, 'ship_station', 'lost', 'Lost', $2)`, [
    ...[accountId, lostSecrets],
  ]);
  // One without secrets, which is not counted.
  await own.sql(`insert into connections (account_id, connector, slug, name) values ($1, 'ship_station', 'open', 'Open')`, [accountId]);

  const tokenBound = tokenContext(accountId, 'k');
  await own.sql(`insert into connection_tokens (account_id, key, kept) values ($1, 'k', $2)`, [
    accountId,
    sealWith([earlier]).seal('refresh', tokenBound),
  ]);
  const userId = await personWithApp(accountId, await sealedBy(earlier));
  const consentBound = consentContext({ accountId, userId, sessionId: 7 });
  await own.sql(
    `insert into consents (account_id, user_id, session_id, connector, state, form, expires_at) values ($1, $2, 7, 'csv_drop', '', $3, now())`,
    [accountId, userId, sealWith([earlier]).seal('a form', consentBound)],
  );
  const [webhook] = await own.sql<{ id: number }>(
    `insert into event_subscriptions (account_id, name, url, types, secret) values ($1, 'Ledger', 'https://example.com', '{order.shipped}', '')
      returning id::int`,
    [accountId],
  );
  const webhookBound = subscriptionContext(accountId, webhook?.id ?? 0);
  const signing = [sealWith([earlier]).seal('whsec_new', webhookBound), sealWith([earlier]).seal('whsec_former', webhookBound)];
  await own.sql('update event_subscriptions set secret = $1, former_secret = $2', signing);
  await own.sql(
    `insert into event_subscriptions (account_id, name, url, types, secret, deleted_at) values ($1, 'deleted', 'https://example.com', '{order.shipped}', '', now())`,
    [accountId],
  );
  await own.sql(
    `insert into event_subscriptions (account_id, name, url, types, secret) values ($1, 'lost', 'https://example.com', '{order.shipped}', $2)`,
    [accountId, lostSecrets],
  );
  const { output } = await crossdock(['reseal'], { DATABASE_URL: own.url, SECRET_KEY: key, SECRET_KEY_PREVIOUS: earlier });
  expect(output).toMatch(/^Sealed the secrets of 1 connections, 1 webhooks and 1 authenticator apps/);
  expect(output).toMatch(/\n2 more could not be opened with any key that is here, and stay as they are: \S+, connection:\d+:\d+\.$/);
  expect(await own.sql(`select secrets from connections where slug = 'lost'`)).toEqual([{ secrets: lostSecrets }]);
  const [app] = await own.sql<{ secret: string }>('select secret from two_factors');
  expect(await resealedSecret(app?.secret ?? '', [key])).toMatch(/^\$ba\$/);
  const [resealed] = await own.sql<{ secrets: string; vendor_secret: string }>(
    'select secrets, vendor_secret from connections where account_id = $1 and secrets is not null and slug <> $2',
    [accountId, 'lost'],
  );
  expect(sealWith([key]).open(resealed?.secrets ?? '', context)).toBe('{"api_key":"hunter2"}');
  expect(sealWith([key]).open(resealed?.vendor_secret ?? '', context)).toBe('made by the vendor');
  const [token] = await own.sql<{ kept: string }>('select kept from connection_tokens where account_id = $1', [accountId]);
  expect(sealWith([key]).open(token?.kept ?? '', tokenBound)).toBe('refresh');
  const [signed] = await own.sql<{ secret: string; former_secret: string }>(
    "select secret, former_secret from event_subscriptions where name = 'Ledger'",
  );
  const current = sealWith([key]);
  expect([signed?.secret, signed?.former_secret].map((text) => current.open(text ?? '', webhookBound))).toEqual([
    'whsec_new',
    'whsec_former',
  ]);
  const [consent] = await own.sql<{ form: string }>('select form from consents where account_id = $1', [accountId]);
  expect(sealWith([key]).open(consent?.form ?? '', consentBound)).toBe('a form');
});

test('an operator turns off the two-factor sign-in of somebody who lost their phone', async () => {
  const directory = openDirectory(own.url, 1);
  onTestFinished(() => directory.close());
  const accountId = await createAccount(directory, { name: 'Lost' });
  const userId = await personWithApp(accountId);
  await own.sql(`insert into sessions (user_id, token, expires_at) values ($1, 'a token', now() + interval '1 hour')`, [userId]);
  const settings = { DATABASE_URL: own.url, SECRET_KEY: key };
  expect((await crossdock(['two-factor-off', `APP-${accountId}@example.com`], settings)).code).toBe(0);
  const [person] = await own.sql('select two_factor_enabled from users where id = $1', [userId]);
  const [left] = await own.sql(
    'select (select count(*) from sessions where user_id = $1)::int as sessions, (select count(*) from two_factors where user_id = $1)::int as apps',
    [userId],
  );
  expect([person, left]).toEqual([{ two_factor_enabled: false }, { sessions: 0, apps: 0 }]);
  expect(
    await own.sql('select user_id, verb, noun, record_id::int, record_name from audit_entries where account_id = $1', [accountId]),
  ).toEqual([{ user_id: null, verb: 'turned off', noun: 'two-factor sign-in', record_id: userId, record_name: 'App' }]);
  const again = await crossdock(['two-factor-off', `app-${accountId}@example.com`], settings);
  expect([again.code, again.output]).toEqual([2, `Nobody with the address app-${accountId}@example.com has two-factor sign-in.`]);
});

test('restored stops whatever leaves, until the workers have compared every account', async () => {
  const { code, output } = await crossdock(['restored'], { DATABASE_URL: own.url, SECRET_KEY: key });
  expect([code, output]).toEqual([0, expect.stringMatching(/^Nothing is sent until every account is compared/)]);
  expect(await own.sql('select stopped, reason from installation')).toEqual([
    { stopped: 'restored', reason: { code: 'restored_by_hand' } },
  ]);
});

test('a copy is not said to be restored unless it is said to live', async () => {
  await own.sql(`update installation set stopped = 'copy', reason = '{"code": "other_files"}'`);
  onTestFinished(async () => void (await own.sql('update installation set stopped = null, reason = null')));
  const say = (...flags: string[]) => crossdock(['restored', ...flags], { DATABASE_URL: own.url, SECRET_KEY: key });
  expect(await say()).toMatchObject({
    code: 2,
    output: expect.stringMatching(/may be a copy\. .* and other files\. .* restored --lives$/),
  });
  expect(await own.sql('select stopped from installation')).toEqual([{ stopped: 'copy' }]);
  expect(await say('--lives')).toMatchObject({ code: 0 });
  expect(await own.sql('select stopped from installation')).toEqual([{ stopped: 'restored' }]);
});

test('nor is one that no worker has recognised yet, as it may be a copy too', async () => {
  await own.sql(`update installation set life = 'of the original', stopped = null`);
  onTestFinished(async () => void (await own.sql('update installation set life = null, stopped = null, reason = null')));
  const say = (...flags: string[]) => crossdock(['restored', ...flags], { DATABASE_URL: own.url, SECRET_KEY: key });
  expect(await say()).toMatchObject({ code: 2, output: expect.stringMatching(/^No worker has recognised .* restored --lives$/) });
  expect(await own.sql('select stopped from installation')).toEqual([{ stopped: null }]);
  expect(await say('--lives')).toMatchObject({ code: 0 });
  expect(await own.sql('select stopped from installation')).toEqual([{ stopped: 'restored' }]);
});
