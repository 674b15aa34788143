import { afterAll, beforeEach, expect, test } from 'vitest';
import { startMailServer } from '../../../../test/mail-server.ts';
import { type Person, testWeb } from '../../../../test/web.ts';

let refuses = (_address: string) => false;
const server = await startMailServer((line) => {
  const [, to] = /^RCPT TO:<(.*)>/.exec(line) ?? [];
  return to !== undefined && refuses(to) ? '550 5.1.1 No such user' : undefined;
});
afterAll(() => server.close());
const own = testWeb({ mailServer: server.url });
let boss: Person;

beforeEach(async () => {
  await own.sql('delete from sign_in_attempts');
  refuses = () => false;
  Object.assign(server, { isAway: false, mails: [], calls: 0 });
  boss = await own.person(await own.account('Northwind'), 'account_admin');
});

const post = (url: string, payload: object = {}) => own.as(boss, { method: 'POST', url, payload });
const invite = async (...emails: string[]) =>
  (await post('/settings/team/invitees', { emails: emails.join(' '), role: 'user' })).json().outcomes;
const invitees = async () => (await own.as(boss, { url: '/api/team' })).json().invitees as { id: number; email: string; mailed: boolean }[];
const resend = async () => post(`/settings/team/invitees/${(await invitees())[0]?.id}/resend`);
/** As if the process ended between the mail and what is stored of it. */
async function resendLost() {
  await own.sql(`create function lose() returns trigger language plpgsql as $$ begin raise exception 'the process ended'; end $$;
    create trigger lose before update of token_digest on invitations for each row execute function lose()`);
  const reply = await resend();
  await own.sql('drop function lose cascade');
  return reply;
}
const tokenOf = (mail = server.mails.at(-1)) => /invitation\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? 'no mail';
const works = async (token: string) => (await own.as(null, { url: `/api/auth/invitation?token=${token}` })).statusCode === 200;
const counts = () => own.sql('select key, count from sign_in_attempts where count > 0 order by key');
/** Of what counts once in five minutes. */
const fiveMinutesPass = () => own.sql(`update sign_in_attempts set until = now() where until < now() + interval '1 hour'`);

test('an invitation that is sent again keeps its link until the mail server took the new one, and may be tried again at once', async () => {
  await invite('ina@example.org');
  const first = tokenOf();
  await fiveMinutesPass();
  server.isAway = true;
  const before = await counts();
  for (const _ of [1, 2]) {
    const failed = await resend();
    expect([failed.statusCode, failed.json().code]).toEqual([502, 'not_mailed']);
  }
  expect(await works(first)).toBe(true);
  expect(await invitees()).toMatchObject([{ email: 'ina@example.org', mailed: true }]);
  // What was not mailed counts towards no limit.
  expect((await counts()).filter(({ key }) => String(key).endsWith('|day'))).toEqual(
    before.filter(({ key }) => String(key).endsWith('|day')),
  );
  server.isAway = false;
  expect((await resend()).statusCode).toBe(200);
  expect([await works(first), await works(tokenOf())]).toEqual([false, true]);
  expect(server.mails.map(({ to }) => to)).toEqual(['ina@example.org', 'ina@example.org']);
});

test('a link that was mailed works although nobody noted that, as does the former one, until either is followed or one is noted', async () => {
  await invite('ina@example.org');
  const first = tokenOf();
  const lost = async () => {
    await fiveMinutesPass();
    expect((await resendLost()).statusCode).toBe(500);
    return tokenOf();
  };
  const [second, third] = [await lost(), await lost()];
  const all = async (...tokens: string[]) => Promise.all(tokens.map(works));
  expect(await all(first, second, third)).toEqual([true, true, true]);
  server.isAway = true;
  await fiveMinutesPass();
  expect((await resend()).statusCode).toBe(502);
  expect(await all(first, second, third)).toEqual([true, true, true]);
  server.isAway = false;
  expect((await resend()).statusCode).toBe(200);
  const fourth = tokenOf();
  expect(await all(first, second, third, fourth)).toEqual([false, false, false, true]);
  const fifth = await lost();
  const joining = { token: fifth, name: 'Ina', password: 'a walk along the harbour' };
  expect((await own.as(null, { method: 'POST', url: '/api/auth/accept-invitation', payload: joining })).statusCode).toBe(200);
  expect(await all(fourth, fifth)).toEqual([false, false]);
});

test('a link that was not noted ends with its week, and with its invitation', async () => {
  await invite('ina@example.org');
  await own.sql('update invitations set expires_at = now()');
  await fiveMinutesPass();
  await resendLost();
  const token = tokenOf();
  expect(await works(token)).toBe(true);
  await own.sql('update invitation_links set expires_at = now()');
  expect(await works(token)).toBe(false);
  const [invited] = await invitees();
  expect((await own.as(boss, { method: 'DELETE', url: `/settings/team/invitees/${invited?.id}` })).statusCode).toBe(200);
  expect(await own.sql('select from invitation_links')).toEqual([]);
});

test('a link whose mail is refused for good is deleted, and no other one', async () => {
  await invite('ina@example.org');
  const first = tokenOf();
  const links = () => own.sql('select from invitation_links');
  await fiveMinutesPass();
  expect((await resendLost()).statusCode).toBe(500);
  const second = tokenOf();
  refuses = () => true;
  await fiveMinutesPass();
  expect((await resend()).statusCode).toBe(502);
  expect(await links()).toHaveLength(1);
  expect([await works(first), await works(second)]).toEqual([true, true]);
  // Whether a server that hangs up took it, nobody knows.
  server.isAway = true;
  expect((await resend()).statusCode).toBe(502);
  expect(await links()).toHaveLength(2);
});

test('where the account has mailed its hundred, the refusal says so and the address keeps its five', async () => {
  await invite('ina@example.org');
  await fiveMinutesPass();
  await own.sql(`update sign_in_attempts set count = 100 where key like 'mails of invitation|%'`);
  for (const _ of [1, 2, 3, 4, 5, 6]) {
    const refused = await resend();
    expect([refused.statusCode, refused.json().errorMessage]).toEqual([
      429,
      'Your account has had 100 such mails sent within a day, which is the most. Send it again in 24 hours.',
    ]);
  }
  await own.sql(`delete from sign_in_attempts where key like 'mails of invitation|%'`);
  expect((await resend()).statusCode).toBe(200);
});

test('who is invited in one go is noted one after the other; without a mail server one call tells it for all', async () => {
  refuses = (to) => to.startsWith('no');
  expect(await invite('ada@example.org', 'nobody@example.org', 'bea@example.org')).toEqual([
    { email: 'ada@example.org', outcome: 'invited' },
    { email: 'nobody@example.org', outcome: 'not_mailed', refused_because: '550 5.1.1 No such user' },
    { email: 'bea@example.org', outcome: 'invited' },
  ]);
  const calls = server.calls;
  server.isAway = true;
  const many = Array.from({ length: 30 }, (_, n) => `late${n}@example.org`);
  expect(new Set((await invite(...many)).map(({ outcome }: { outcome: string }) => outcome))).toEqual(new Set(['not_mailed']));
  expect(server.calls - calls).toBe(1);
  server.isAway = false;
  expect((await resend()).statusCode).toBe(200);
});

test('the mails before a process ended are noted', async () => {
  // The first mail is noted by the time the server hears of the second.
  const noted: boolean[] = [];
  let asked: Promise<void> = Promise.resolve();
  refuses = (to) => {
    if (to === 'second@example.org')
      asked = invitees().then((all) => {
        noted.push(...all.filter(({ email }) => email === 'first@example.org').map(({ mailed }) => mailed));
      });
    return to === 'second@example.org';
  };
  await invite('first@example.org', 'second@example.org');
  await asked;
  expect(noted).toEqual([true]);
});
