import { beforeEach, expect, test } from 'vitest';
import { codeOf } from '../../../../test/authenticator.ts';
import { cheap } from '../../../../test/cheap.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { hashPassword } from '../passwords/passwords.ts';

const own = testWeb();
const password = 'correct horse';
const hash = hashPassword(password, cheap);
let ann: Person;

beforeEach(async () => {
  await own.sql('delete from sign_in_attempts');
  ann = await own.person(await own.account(), 'admin');
  await own.sql(
    `insert into sign_in_methods (user_id, provider_id, provider_account_id, password)
     values ($1, 'credential', $1::bigint::text, $2)`,
    [ann.userId, await hash],
  );
});

type Headers = { 'set-cookie'?: string | string[] };
/** As a browser keeps them: the last of each name. */
const cookiesOf = (headers: Headers) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .filter((each) => !/Max-Age=0/.test(each))
    .map((each) => each.split(';', 1)[0])
    .join('; ');
const post = (person: Person | null, path: string, payload: object, cookie?: string) =>
  own.as(person, { method: 'POST', url: `/api/auth/${path}`, payload, ...(cookie !== undefined && { headers: { cookie } }) });
const givePassword = async (typed = password) => {
  const reply = await post(null, 'sign-in/email', { email: ann.email, password: typed });
  return { status: reply.statusCode, body: reply.json(), cookie: cookiesOf(reply.headers) };
};
const giveCode = (cookie: string, code: string) => post(null, 'two-factor/sign-in', { code }, cookie);
const mayWork = async (cookie: string) => (await own.as({ ...ann, cookie }, { url: '/api/files/1' })).statusCode === 404;

/** Not one of those that count now. */
const wrongCode = (address: string) =>
  ['000000', '111111', '222222', '333333'].find((code) => ![-1, 0, 1].some((later) => codeOf(address, later) === code)) ?? '';

async function turnOn(): Promise<{ address: string; recoveryCodes: string[] }> {
  const setUp = await post(ann, 'two-factor/set-up', { password });
  expect(setUp.statusCode).toBe(200);
  const { address, recoveryCodes } = setUp.json();
  const confirmed = await post(ann, 'two-factor/confirm', { code: codeOf(address) });
  expect(confirmed.json()).toEqual({ message: 'Two-factor sign-in is on. Every other browser was signed out.' });
  ann = { ...ann, cookie: cookiesOf(confirmed.headers) };
  return { address, recoveryCodes };
}

test('with an authenticator app, the password alone opens nothing, and the code completes the sign-in', async () => {
  const { address } = await turnOn();
  const first = await givePassword();
  expect([first.status, first.body]).toEqual([200, { needsCode: true }]);
  expect(first.cookie).not.toContain('session_token');
  expect(await own.sql('select from sessions where user_id = $1', [ann.userId])).toHaveLength(1);
  const second = await giveCode(first.cookie, codeOf(address, 1));
  expect([second.statusCode, second.json()]).toEqual([200, {}]);
  expect(await mayWork(cookiesOf(second.headers))).toBe(true);
});

test('it counts only once a first code was typed, and then every other browser is signed out', async () => {
  const other = (await givePassword()).cookie;
  const { address } = (await post(ann, 'two-factor/set-up', { password })).json();
  expect((await givePassword()).body).toEqual({});
  const refused = await post(ann, 'two-factor/confirm', { code: wrongCode(address) });
  expect([refused.statusCode, refused.json()]).toEqual([422, { code: ['This code is wrong. Type the one that your app shows now.'] }]);
  const confirmed = await post(ann, 'two-factor/confirm', { code: codeOf(address) });
  expect(confirmed.statusCode).toBe(200);
  // What is remembered of a session for some seconds goes when the news of its end comes.
  const cookies = [other, ann.cookie, cookiesOf(confirmed.headers)];
  await expect.poll(() => Promise.all(cookies.map(mayWork))).toEqual([false, false, true]);
});

test('a code works once, in whichever sign-in', async () => {
  const { address } = await turnOn();
  const code = codeOf(address, 1);
  const [one, other] = [await givePassword(), await givePassword()];
  const replies = await Promise.all([giveCode(one.cookie, code), giveCode(other.cookie, code)]);
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  const again = await giveCode((await givePassword()).cookie, code);
  expect([again.statusCode, again.json()]).toMatchObject([401, { code: 'code_used' }]);
});

test('a recovery code works once, however it is typed; neither it nor the secret is stored in the clear', async () => {
  const { address, recoveryCodes } = await turnOn();
  expect(recoveryCodes).toHaveLength(10);
  const [code = ''] = recoveryCodes;
  const typed = ` ${code.toUpperCase().replaceAll('-', ' ')}`;
  const reply = await giveCode((await givePassword()).cookie, typed);
  expect(reply.statusCode).toBe(200);
  expect(await mayWork(cookiesOf(reply.headers))).toBe(true);
  const { cookie } = await givePassword();
  const again = await giveCode(cookie, code);
  expect([again.statusCode, again.json()]).toMatchObject([401, { errorMessage: 'This recovery code is wrong, or was used already.' }]);
  const select = 'select secret, backup_codes from two_factors where user_id = $1';
  const [stored] = await own.sql<{ secret: string; backup_codes: string }>(select, [ann.userId]);
  expect(new URL(address).searchParams.get('secret')).toMatch(/^[A-Z2-7]{40,}$/);
  expect(stored?.secret).toMatch(/^\$ba\$\d+\$[0-9a-f]{80,}$/);
  const left: string[] = JSON.parse(stored?.backup_codes ?? '');
  expect(left).toHaveLength(9);
  for (const each of left) expect(each).toMatch(/^sha256:[\w-]{43}$/);
  // Who reads the digests cannot sign in by them.
  expect((await giveCode(cookie, left[0] ?? '')).statusCode).toBe(401);
});

test('wrong codes are counted in the database: five a sign-in, ten a person', async () => {
  const { address } = await turnOn();
  const first = await givePassword();
  for (let count = 0; count < 5; count++)
    expect((await giveCode(first.cookie, `not a code ${count}`)).json()).toMatchObject({ code: 'INVALID_BACKUP_CODE' });
  expect((await giveCode(first.cookie, codeOf(address, -1))).json()).toMatchObject({
    errorMessage: 'Too many wrong codes. Sign in again.',
  });
  const second = await givePassword();
  for (let count = 0; count < 5; count++) await giveCode(second.cookie, `not a code ${count}`);
  const third = await givePassword();
  const locked = await giveCode(third.cookie, codeOf(address, 1));
  expect([locked.statusCode, locked.json()]).toMatchObject([429, { errorMessage: 'Too many wrong codes. Try again in 15 minutes.' }]);
  await own.sql(`delete from sign_in_attempts; update two_factors set locked_until = now() - interval '1 second'`);
  expect((await giveCode(third.cookie, codeOf(address, 1))).statusCode).toBe(200);
});

test('a code without the password before it, too late, or after a new password, signs nobody in', async () => {
  const { address } = await turnOn();
  expect((await giveCode('', codeOf(address, 1))).statusCode).toBe(401);
  expect((await giveCode('crossdock.two_factor=2fa-made-up.c2lnbmVk', codeOf(address, 1))).statusCode).toBe(401);
  const { cookie } = await givePassword();
  // A session of somebody else in this browser does not stand in for it.
  const bob = await own.person(ann.accountId, 'user', password);
  const reply = await giveCode(`${cookie}; ${bob.cookie}`, wrongCode(address));
  expect([reply.statusCode, reply.json()]).toMatchObject([401, { code: 'INVALID_CODE' }]);
  await post(ann, 'change-password', { currentPassword: password, newPassword: 'battery staple' });
  expect((await giveCode(cookie, codeOf(address, 1))).json()).toMatchObject({ code: 'sign_in_again' });
  const late = await givePassword('battery staple');
  await own.sql(`update verifications set expires_at = now() - interval '1 second'`);
  expect((await giveCode(late.cookie, codeOf(address, 1))).statusCode).toBe(401);
});

test('new recovery codes and turning it off ask for the password, whose guesses are counted', async () => {
  const { recoveryCodes } = await turnOn();
  for (const path of ['recovery-codes', 'turn-off'])
    expect((await post(ann, `two-factor/${path}`, { password: 'not this one' })).json()).toEqual({
      password: ['This is not your password.'],
    });
  const renewed = (await post(ann, 'two-factor/recovery-codes', { password })).json();
  expect(renewed.recoveryCodes).toHaveLength(10);
  expect((await giveCode((await givePassword()).cookie, recoveryCodes[0] ?? '')).statusCode).toBe(401);
  await own.sql(`insert into sign_in_attempts (key, count, until) values ('password|' || $1, 10, now() + interval '1 minute')`, [
    ann.userId,
  ]);
  expect((await post(ann, 'two-factor/turn-off', { password })).statusCode).toBe(429);
  await own.sql(`delete from sign_in_attempts`);
  const off = await post(ann, 'two-factor/turn-off', { password });
  expect([off.statusCode, await own.sql('select from two_factors where user_id = $1', [ann.userId])]).toEqual([200, []]);
  expect((await givePassword()).body).toEqual({});
});

test('what is on is not set up again, and what is off has no codes', async () => {
  expect((await post(ann, 'two-factor/recovery-codes', { password })).statusCode).toBe(409);
  expect((await post(ann, 'two-factor/set-up', { password: 'not this one' })).json()).toEqual({ password: ['This is not your password.'] });
  await turnOn();
  expect((await post(ann, 'two-factor/set-up', { password })).statusCode).toBe(409);
  expect((await post(ann, 'two-factor/confirm', { code: '123456' })).statusCode).toBe(409);
});
