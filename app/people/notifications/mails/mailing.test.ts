import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inTenant, withoutPerson } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { notificationsInWords } from '../../../../test/in-words.ts';
import { testEngine } from '../../../../test/shop/engine.ts';
import { addConnection, addOrder } from '../../../../test/shop/rows.ts';
import { tellOfWaitingOrders } from '../orders-waiting.ts';
import { publish } from '../publish.ts';
import { mailNotifications } from './mailing.ts';
import { notMailed } from './not-mailed.ts';
import { recipientOf } from './unsubscribe-token.ts';

const own = testDatabase();

async function office() {
  const account = await addAccount(own);
  const engine = await testEngine(own, null);
  await own.sql(`insert into notification_emails (account_id, email, enabled) values ($1, 'ops@example.org', true)`, [account.accountId]);
  await own.sql(`insert into mail_addresses (account_id, address, confirmed_at) values ($1, 'ops@example.org', now())`, [
    account.accountId,
  ]);
  const actor = { accountId: account.accountId, userId: null };
  /** Goods of this purchase order have come. */
  const happen = (number: string) =>
    inTenant(own.database, actor, (tenant) =>
      publish(tenant, { kind: 'needs_reconnect', sentence: { code: 'goods_received', number }, path: '/purchase-orders' }),
    );
  /** The mails to the address, without those to people. */
  const mails = () => engine.mails.filter(({ to }) => to === 'ops@example.org');
  const mailNow = () => mailNotifications(engine, account.accountId);
  return { ...account, engine, happen, mails, mailNow };
}

test('a burst becomes one mail, which says what happened and leads there; what comes after it waits for the next', async () => {
  const { accountId, engine, happen, mails } = await office();
  for (const number of ['P\nA', 'P\nB', 'P\nC']) await happen(number);
  expect(mails()).toEqual([]);
  await engine.passTime();
  await engine.runJobs();
  expect(mails()).toHaveLength(1);
  const [mail] = mails();
  expect(mail?.subject).toMatch(/: 3 notifications$/);
  expect(mail?.text).toContain('The warehouse has received goods of purchase order P B.\nhttp://crossdock.test/purchase-orders\n');
  const token = new URL(mail?.unsubscribe ?? '').searchParams.get('token') ?? '';
  expect(recipientOf(engine.seal, token)).toEqual({ accountId, userId: null, address: 'ops@example.org' });
  expect(recipientOf(engine.seal, token, Date.now() + 91 * 24 * 60 * 60 * 1000)).toBeNull();
  await happen('P-D');
  await mailNotifications(engine, accountId);
  expect(mails()).toHaveLength(1);
  await engine.passTime();
  await engine.runJobs();
  expect(mails().map(({ subject }) => subject.replace(/^.*?: /, ''))).toEqual([
    '3 notifications',
    'The warehouse has received goods of purchase order P-D.',
  ]);
  expect(new Set(mails().map(({ messageId }) => messageId)).size).toBe(2);
});

test('of a burst of very many a mail names the first, and says how many they are', async () => {
  const { engine, happen, mails } = await office();
  for (let each = 1; each <= 32; each++) await happen(`P-${each}`);
  await engine.passTime();
  await engine.runJobs();
  const [mail] = mails();
  expect(mail?.subject).toMatch(/: 32 notifications$/);
  expect(mail?.text).toContain('goods of purchase order P-30.');
  expect(mail?.text).not.toContain('goods of purchase order P-31.');
  expect(mail?.text).toContain('And 2 more: http://crossdock.test/');
});

test('while nothing may leave, a mail waits, and goes by itself once it may', async () => {
  const { engine, happen, mails } = await office();
  await own.sql(`update installation set stopped = 'copy'`);
  onTestFinished(async () => void (await own.sql('update installation set stopped = null')));
  await happen('P-A');
  await engine.passTime();
  await engine.runJobs();
  expect(mails()).toEqual([]);
  await own.sql('update installation set stopped = null');
  await engine.passTime();
  await engine.runJobs();
  expect(mails()).toHaveLength(1);
});

test('while files cannot be written, a mail waits untried, however often it comes to its turn', async () => {
  const { accountId, engine, happen, mails } = await office();
  await own.sql(`update installation set life = database_life()`);
  onTestFinished(async () => void (await own.sql('update installation set life = null')));
  // Where a folder has to be there is a file.
  await writeFile(join(engine.filesDir, 'installation'), '');
  await happen('P-A');
  for (let turn = 0; turn < 3; turn++) {
    await engine.passTime();
    await engine.runJobs();
  }
  expect([mails(), await mailsTo(accountId)]).toEqual([[], [{ refusals: 0, attempts: 0, ended: false, refused_because: null }]]);
  await rm(join(engine.filesDir, 'installation'));
  await engine.passTime();
  await engine.runJobs();
  expect(mails()).toHaveLength(1);
});

test('after a kill a mail is sent once more, with the same Message-ID, and no third time', async () => {
  const { accountId, engine, happen, mails, mailNow } = await office();
  await own.sql('delete from members where account_id = $1', [accountId]);
  await happen('P-1');
  // As a process ends that was killed: what it was about to write is not written, whether or not the mail has left.
  const killed = {
    ...engine,
    post: async (mail: Parameters<typeof engine.post>[0]) => engine.post(mail).then(() => new Promise<never>(() => undefined)),
  };
  for (let turn = 1; turn <= 3; turn++) {
    const before = mails().length;
    void mailNotifications(killed, accountId);
    await expect.poll(() => mails().length > before || turn === 3).toBe(true);
    await mailNow();
    expect(mails()).toHaveLength(Math.min(turn, 2));
    await engine.passTime();
  }
  expect(new Set(mails().map(({ messageId }) => messageId)).size).toBe(1);
});

const mailsTo = (accountId: number) =>
  own.sql<{ refusals: number }>(
    `select refusals, attempts, ended_at is not null as ended, refused_because from notification_mails where account_id = $1
      and address is not null`,
    [accountId],
  );

test('what the mail server does not take now is tried again for a day, with longer and longer pauses, and then given up', async () => {
  const { engine, happen, accountId } = await office();
  await happen('P-1');
  const away = { ...engine, post: async () => Promise.reject(new Error('connect ECONNREFUSED')) };
  const pass = (minutes: number) =>
    own.sql('update notification_mails set attempted_at = attempted_at - make_interval(mins => $2) where account_id = $1', [
      accountId,
      minutes,
    ]);
  for (const [minutes, refusals] of [
    [0, 1],
    [3, 1],
    [2, 2],
    [7, 2],
    [2, 3],
  ] as const) {
    await pass(minutes);
    await mailNotifications(away, accountId);
    expect(await mailsTo(accountId)).toMatchObject([{ refusals, ended: false }]);
  }
  for (let hour = 0; hour < 26; hour++) {
    await engine.passTime();
    await mailNotifications(away, accountId);
  }
  expect(await mailsTo(accountId)).toEqual([
    { refusals: 28, attempts: 0, ended: true, refused_because: { code: 'sending.no_mail_server' } },
  ]);
});

test.each([
  ['its recipient', { responseCode: 550, command: 'RCPT TO' }, true],
  ['its recipient, for now', { responseCode: 451, command: 'RCPT TO' }, false],
  ['us', { responseCode: 535, command: 'AUTH PLAIN' }, false],
  ['us, once it hears to whom', { responseCode: 554, command: 'RCPT TO', response: '554 5.7.1 Relay access denied' }, false],
])('what the mail server refuses because of %s', async (_whom, said, ended) => {
  const { engine, happen, accountId } = await office();
  await happen('P-1');
  const refusing = { ...engine, post: async () => Promise.reject(Object.assign(new Error('refused'), said)) };
  await mailNotifications(refusing, accountId);
  expect(await mailsTo(accountId)).toMatchObject([{ refusals: 1, ended }]);
});

test('who could not be mailed is shown with the reason, in the words of their server alone, until a mail reaches them', async () => {
  const { accountId, engine, happen, mailNow } = await office();
  await own.sql('delete from members where account_id = $1', [accountId]);
  const shown = () => withoutPerson(own.database, accountId, notMailed);
  const refuse = async (said: object) => {
    await happen('P-1');
    const refusing = { ...engine, post: async () => Promise.reject(Object.assign(new Error('connect 10.0.0.5:25'), said)) };
    await mailNotifications(refusing, accountId);
    await engine.passTime();
  };
  await refuse({ command: 'CONN' });
  const email = 'ops@example.org';
  expect(await shown()).toMatchObject([{ email, isMember: false, state: 'waits', reason: expect.not.stringContaining('10.0.0.5') }]);
  await refuse({ command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 No such user' });
  expect(await shown()).toMatchObject([{ email, state: 'refused', reason: '550 5.1.1 No such user' }]);
  await happen('P-2');
  await mailNow();
  expect(await shown()).toEqual([]);
});

test('what a person has read is not mailed, and who has left the account is told nothing', async () => {
  const { engine, happen, accountId, userId, mailNow } = await office();
  await happen('P-1');
  await own.sql(`update notifications set read_at = now() where user_id = $1`, [userId]);
  await mailNow();
  expect(engine.mails.map(({ to }) => to)).toEqual(['ops@example.org']);
  await happen('P-2');
  await own.sql('delete from members where account_id = $1', [accountId]);
  await engine.passTime();
  await mailNow();
  expect(engine.mails.map(({ to }) => to)).toEqual(['ops@example.org', 'ops@example.org']);
});

test('an address that was taken out before the mail leaves is told nothing, nor that of a member who has left', async () => {
  const { engine, happen, accountId, mailNow } = await office();
  const [{ email = '' } = {}] = await own.sql<{ email: string }>(
    'select u.email from users u join members m on m.user_id = u.id where m.account_id = $1',
    [accountId],
  );
  await own.sql(`insert into notification_rules (account_id, kind, address) values ($1, 'needs_reconnect', $2)`, [accountId, email]);
  await happen('P-1');
  await own.sql('delete from mail_addresses where account_id = $1', [accountId]);
  await own.sql('delete from members where account_id = $1', [accountId]);
  await mailNow();
  expect(engine.mails).toEqual([]);
});

test('orders that wait for longer than the account wants are told of, each once, together', async () => {
  const { accountId, userId } = await office();
  const actor = { accountId, userId: null };
  const connectionId = await addConnection(own, accountId);
  const stop = async (hours: number) => {
    const orderId = await addOrder(own, accountId, connectionId);
    await own.sql(
      `insert into issues (account_id, order_id, connection_id, type, subject, sentence, opened_at) values ($1, $2, $3, 'unmapped_sku', 'A',
        '{"code": "sku_not_linked", "sku": "A"}', now() - make_interval(hours => $4))`,
      [accountId, orderId, connectionId, hours],
    );
  };
  const told = async () => {
    await inTenant(own.database, actor, (tenant) => tellOfWaitingOrders(tenant, '/orders?view=attention'));
    return notificationsInWords(
      await own.sql<{ path: string }>(`select sentence, path from notifications where account_id = $1 and user_id = $2 order by id`, [
        accountId,
        userId,
      ]),
    );
  };
  const later = (hours: number) =>
    own
      .sql(`update issues set opened_at = date_subtract(opened_at, make_interval(hours => $1), 'UTC') where account_id = $2`, [
        hours,
        accountId,
      ])
      .then(() =>
        own.sql(
          `update notification_settings set waiting_told_until = date_subtract(waiting_told_until, make_interval(hours => $1), 'UTC') where account_id = $2`,
          [hours, accountId],
        ),
      );
  expect(await told()).toEqual([]);
  await stop(0);
  await stop(0);
  await later(3);
  expect(await told()).toEqual([]);
  await later(2);
  const first = { sentence: '2 orders have waited for a person for more than 4 hours.', path: '/orders?view=attention' };
  expect(await told()).toEqual([first]);
  expect(await told()).toEqual([first]);
  await stop(0);
  await later(5);
  expect((await told()).map(({ sentence }) => sentence)).toEqual([
    first.sentence,
    '1 more order has waited for a person for more than 4 hours: 3 in all.',
  ]);
  // What was told of is not told of again for a second issue, and what is mended is not counted.
  await own.sql(
    `insert into issues (account_id, order_id, connection_id, type, subject, sentence) select account_id, order_id, connection_id, type,
      'B', sentence from issues where account_id = $1`,
    [accountId],
  );
  await later(5);
  expect(await told()).toHaveLength(2);
  await own.sql('update issues set closed_at = now() where account_id = $1', [accountId]);
  await stop(0);
  await later(5);
  expect((await told()).at(-1)?.sentence).toBe('1 order has waited for a person for more than 4 hours.');
});
