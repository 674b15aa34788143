import { beforeEach, expect, test } from 'vitest';
import { type Person, testWeb } from '../../../test/web.ts';

const own = testWeb({ demo: true });
const password = 'correct horse';
let ann: Person;

beforeEach(async () => {
  await own.sql('delete from sign_in_attempts');
  ann = await own.person(await own.account(), 'admin', password);
});

const signIn = (email: string, typed: string) =>
  own.as(null, { method: 'POST', url: '/api/auth/sign-in/email', payload: { email, password: typed } });
const mayWork = async (cookie: string) => (await own.as({ ...ann, cookie }, { url: '/api/files/1' })).statusCode === 404;
const cookieOf = (headers: { 'set-cookie'?: string | string[] }) => String([headers['set-cookie']].flat()[0]).split(';', 1)[0] ?? '';

async function resetTokens(email: string) {
  await own.as(null, { method: 'POST', url: '/api/auth/request-password-reset', payload: { email } });
  const { mails } = (await own.as(null, { url: '/api/outbox' })).json<{ mails: { to: string; text: string }[] }>();
  return mails.filter(({ to }) => to === email).map(({ text }) => /token=([\w-]+)/.exec(text)?.[1]);
}
const resetToken = async (email: string) => (await resetTokens(email))[0];
const reset = (token: string | undefined, newPassword: string) =>
  own.as(null, { method: 'POST', url: '/api/auth/reset-password', payload: { token, newPassword } });

test('the right password signs in, by a cookie that scripts cannot read and other sites do not send', async () => {
  const reply = await signIn(ann.email.toUpperCase(), password);
  expect(reply.statusCode).toBe(200);
  expect(reply.body).toBe('{}');
  for (const cookie of [reply.headers['set-cookie']].flat()) expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
  expect(await mayWork(cookieOf(reply.headers))).toBe(true);
});

test('a wrong password and an unknown address are refused alike', async () => {
  const [wrong, unknown] = [await signIn(ann.email, 'something else'), await signIn('nobody@example.com', password)];
  expect(wrong.statusCode).toBe(401);
  expect(wrong.json()).toEqual({ errorMessage: 'E-mail or password is wrong.', code: 'INVALID_EMAIL_OR_PASSWORD' });
  expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body]);
});

test('signing out ends the session at once', async () => {
  const cookie = cookieOf((await signIn(ann.email, password)).headers);
  expect(await mayWork(cookie)).toBe(true);
  await own.as({ ...ann, cookie }, { method: 'POST', url: '/api/auth/sign-out' });
  expect(await mayWork(cookie)).toBe(false);
});

test.each([
  ['changed', (cookie: string) => cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
  ['unsigned', (cookie: string) => decodeURIComponent(cookie).split('.').slice(0, 2).join('.')],
  ['not even a text', () => 'crossdock.session_token=%E0%A4%A'],
])('a cookie that is %s signs nobody in', async (_, spoil) => {
  expect(await mayWork(ann.cookie)).toBe(true);
  expect(await mayWork(spoil(ann.cookie))).toBe(false);
});

test('a session that has run out signs nobody in', async () => {
  await own.sql(`update sessions set expires_at = now() - interval '1 second' where user_id = $1`, [ann.userId]);
  expect(await mayWork(ann.cookie)).toBe(false);
});

test('a mailed link sets a new password once, and ends the sessions of the old one', async () => {
  const token = await resetToken(ann.email);
  expect((await reset(token, 'battery staple')).statusCode).toBe(200);
  expect((await reset(token, 'another one')).json()).toMatchObject({ code: 'INVALID_TOKEN' });
  expect((await signIn(ann.email, password)).statusCode).toBe(401);
  expect((await signIn(ann.email, 'battery staple')).statusCode).toBe(200);
  expect(await mayWork(ann.cookie)).toBe(false);
});

test('once a mailed link was used, earlier links are refused', async () => {
  await resetToken(ann.email);
  const [later, earlier] = await resetTokens(ann.email);
  expect((await reset(later, 'battery staple')).statusCode).toBe(200);
  expect((await reset(earlier, 'another one')).json()).toMatchObject({ code: 'INVALID_TOKEN' });
});

test('a link cannot be made from what is stored of it', async () => {
  const token = await resetToken(ann.email);
  const stored = JSON.stringify(await own.sql('select * from verifications'));
  expect(stored).not.toContain(token);
});

test('someone who was added without a password sets their first one by the link', async () => {
  const bob = await own.person(ann.accountId);
  expect((await reset(await resetToken(bob.email), 'a first password')).statusCode).toBe(200);
  expect((await signIn(bob.email, 'a first password')).statusCode).toBe(200);
});

test('the link that an operator hands over sets a first password', async () => {
  const bob = await own.person(ann.accountId);
  const link = new URL(await own.web.parts.signIn.resetLinkFor(bob.userId));
  expect((await reset(link.searchParams.get('token') ?? '', 'a first password')).statusCode).toBe(200);
});

test('who asks for links of somebody floods no mailbox and keeps nobody out', async () => {
  const ask = async (cookie = '') =>
    own.as(null, {
      ...{ method: 'POST', url: '/api/auth/request-password-reset', payload: { email: ann.email } },
      ...(cookie && { headers: { cookie } }),
    });
  const mailed = async () => (await own.sql('select from outbox_mails where recipient = $1', [ann.email])).length;
  const payload = { email: ann.email, password };
  const signedIn = await own.as(null, { method: 'POST', url: '/api/auth/sign-in/email', payload });
  const known = [signedIn.headers['set-cookie']]
    .flat()
    .map((each) => String(each).split(';', 1)[0])
    .join('; ');
  const first = await ask();
  const again = [await ask(), await ask(), await ask(), await ask(), await ask(), await ask()];
  expect(again.map(({ statusCode, body }) => [statusCode, body])).toEqual(again.map(() => [200, first.body]));
  expect(await mailed()).toBe(3);
  // A stranger cannot use up what a browser may that they used before.
  expect((await ask(known)).body).toBe(first.body);
  expect(await mailed()).toBe(4);
  const { mails } = (await own.as(null, { url: '/api/outbox' })).json<{ mails: { to: string; text: string }[] }>();
  const sent = mails.filter(({ to }) => to === ann.email).map(({ text }) => /token=([\w-]+)/.exec(text)?.[1]);
  expect((await reset(sent.at(-1), 'battery staple')).statusCode).toBe(200);
  // With that one the others ended: the next is mailed.
  await ask();
  expect(await mailed()).toBe(5);
});

test('a request for a link gets the same reply for an unknown address, and mails nothing', async () => {
  const ask = (email: string) => own.as(null, { method: 'POST', url: '/api/auth/request-password-reset', payload: { email } });
  expect((await ask('nobody@example.com')).body).toBe((await ask(ann.email)).body);
  expect(await own.sql('select 1 from outbox_mails where recipient = $1', ['nobody@example.com'])).toEqual([]);
});

test('a new password that is easily guessed is refused with a sentence, and the link goes on working', async () => {
  const token = await resetToken(ann.email);
  for (const [newPassword, sentence] of [
    ['short', 'The password is too short: use at least 8 characters.'],
    ['x'.repeat(129), 'The password is too long: use at most 128 characters.'],
    ['Password1', 'This password is among the most common ones. Choose one that nobody else has.'],
    ['CrossDock2026', 'A password made of “crossdock” is easily guessed. Choose another one.'],
    ['person-007', 'A password made of “person” is easily guessed. Choose another one.'],
  ] as const) {
    const reply = await reset(token, newPassword);
    expect([reply.statusCode, reply.json()]).toEqual([422, { newPassword: [sentence] }]);
  }
  expect((await reset(token, 'crossdock and a battery staple')).statusCode).toBe(200);
});

test('guessing at one person is slowed down, even when the guess becomes right', async () => {
  const guesses = () => own.sql<{ count: number }>(`select count from sign_in_attempts where key like 'sign-in|%'`);
  expect((await signIn(ann.email, 'guess')).statusCode).toBe(401);
  expect(await guesses()).toEqual([{ count: 1 }]);
  await own.sql('update sign_in_attempts set count = 10');
  const reply = await signIn(ann.email, password);
  expect(reply.statusCode).toBe(429);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect(reply.json()).toMatchObject({ code: 'too_many_attempts' });
});

test('who guesses at somebody does not lock them out of a browser that they used before, nor of one with a new password', async () => {
  const payload = { email: ann.email, password };
  const known = async (cookie: string) =>
    (await own.as(null, { method: 'POST', url: '/api/auth/sign-in/email', payload, headers: { cookie } })).statusCode;
  const cookies = ({ headers }: { headers: { 'set-cookie'?: string | string[] } }) =>
    [headers['set-cookie']]
      .flat()
      .map((each) => String(each).split(';', 1)[0])
      .join('; ');
  const before = cookies(await signIn(ann.email, password));
  expect((await signIn(ann.email, 'guess')).statusCode).toBe(401);
  await own.sql(`update sign_in_attempts set count = 10 where key like 'sign-in|%'`);
  expect((await signIn(ann.email, password)).statusCode).toBe(429);
  expect(await known(before)).toBe(200);
  expect(await known(before.replace(/(known_browser=)[^;]*/, '$1made-up.c2lnbmVk'))).toBe(429);
  const bob = await own.person(ann.accountId, 'user', password);
  expect(cookies(await signIn(bob.email, password))).not.toBe(before);
  expect(await known(cookies(await signIn(bob.email, password)))).toBe(429);

  await own.sql(`delete from sign_in_attempts where key not like 'sign-in|%'`);
  const after = cookies(await reset(await resetToken(ann.email), 'a battery staple'));
  payload.password = 'a battery staple';
  expect([await known(''), await known(after)]).toEqual([429, 200]);
});

test('nobody can sign up', async () => {
  const payload = { email: 'new@example.com', password, name: 'New' };
  expect((await own.as(null, { method: 'POST', url: '/api/auth/sign-up/email', payload })).statusCode).toBe(404);
});
