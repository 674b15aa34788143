import { expect, test } from 'vitest';
import { type Person, testWeb } from '../../../../test/web.ts';
import { createSessionFor } from '../people.ts';
import { sessionCookie } from './cookie.ts';
import { openSessions } from './sessions.ts';

const previousKey = 'the key before this one which signs nothing any longer';
const own = testWeb({ previousKey });
const days = async ({ userId }: Person) =>
  (
    await own.sql<{ days: number }>(
      'select round(extract(epoch from expires_at - now()) / 43200)::int / 2.0::float as days from sessions where user_id = $1',
      [userId],
    )
  )[0]?.days;
const work = (person: Person) => own.as(person, { url: '/api/graphs/orders-aging' });

async function signedInFor(left: string): Promise<Person> {
  const person = await own.person(await own.account());
  await own.sql('update sessions set expires_at = now() + $2::interval where user_id = $1', [person.userId, left]);
  return person;
}

test('a session in use is extended, and its cookie is sent again once', async () => {
  const person = await signedInFor('12 days');
  const reply = await work(person);
  expect([reply.headers['set-cookie']].flat()).toEqual([expect.stringMatching(/^crossdock\.session_token=.*; Max-Age=1209600;/)]);
  expect(String(reply.headers['set-cookie']).startsWith(person.cookie)).toBe(true);
  own.web.parts.sessions.reread(person.cookie);
  expect((await work(person)).headers['set-cookie']).toBeUndefined();
  await own.web.parts.uses.flush();
  expect(await days(person)).toBe(14);
  expect((await work(person)).headers['set-cookie']).toBeUndefined();
});

test('a session is extended at most once a day', async () => {
  const person = await signedInFor('13 days 12 hours');
  expect((await work(person)).headers['set-cookie']).toBeUndefined();
  await own.web.parts.uses.flush();
  expect(await days(person)).toBe(13.5);
});

test('a session that expired or was ended is not extended', async () => {
  const person = await signedInFor('-1 second');
  expect((await work(person)).statusCode).toBe(401);
  await own.web.parts.uses.flush();
  expect(await days(person)).toBe(0);
  const leaving = await signedInFor('12 days');
  const reply = await own.as(leaving, { method: 'POST', url: '/api/auth/sign-out' });
  expect(String(reply.headers['set-cookie'])).not.toContain(leaving.cookie);
  expect((await work(leaving)).statusCode).toBe(401);
});

test('signing out with a cookie of the previous key ends the session', async () => {
  const person = await own.person(await own.account());
  const { directory } = own.web.parts;
  await own.sql('delete from sessions where user_id = $1', [person.userId]);
  const cookie = await createSessionFor(directory, sessionCookie([previousKey], 'http://localhost'), person.userId);
  expect((await work({ ...person, cookie })).statusCode).toBe(200);
  const answer = await own.as({ ...person, cookie }, { method: 'POST', url: '/api/auth/sign-out' });
  expect(String(answer.headers['set-cookie'])).toMatch(/Max-Age=0/);
  expect((await work({ ...person, cookie })).statusCode).toBe(401);
  expect(await own.sql('select from sessions where user_id = $1', [person.userId])).toEqual([]);
});

test('a session ends thirty days after signing in, however much it is used', async () => {
  const person = await signedInFor('12 days');
  const signedIn = (ago: string) =>
    own.sql('update sessions set created_at = now() - $2::interval where user_id = $1', [person.userId, ago]);
  await signedIn('20 days');
  expect((await work(person)).statusCode).toBe(200);
  await own.web.parts.uses.flush();
  expect(await days(person)).toBe(12);
  const old = await signedInFor('12 days');
  await own.sql("update sessions set created_at = now() - interval '30 days' where user_id = $1", [old.userId]);
  expect((await work(old)).statusCode).toBe(401);
});

test('signing in again ends the session that this browser had, and no other', async () => {
  const [password, accountId] = ['correct horse', await own.account()];
  const person = await own.person(accountId, 'user', password);
  const { directory, sessions } = own.web.parts;
  const elsewhere = { ...person, cookie: await createSessionFor(directory, sessions.cookie, person.userId) };
  const answer = await own.as(person, { method: 'POST', url: '/api/auth/sign-in/email', payload: { email: person.email, password } });
  expect(answer.statusCode).toBe(200);
  expect([(await work(person)).statusCode, (await work(elsewhere)).statusCode]).toEqual([401, 200]);
});

test('a super admin must have two-factor sign-in where the portal requires it', async () => {
  const [cookie, root] = [own.web.parts.sessions.cookie, await own.person(await own.account(), 'super')];
  const user = await own.person(root.accountId, 'account_admin');
  const sessions = openSessions(own.web.parts.directory, own.web.parts.uses, cookie, { strictSupers: true });
  expect(await sessions.find(root.cookie)).toMatchObject({ role: 'super', needsTwoFactor: true });
  expect(await sessions.find(user.cookie)).toMatchObject({ needsTwoFactor: false });
  await own.sql('update users set two_factor_enabled = true where id = $1', [root.userId]);
  sessions.reread(root.cookie);
  expect(await sessions.find(root.cookie)).toMatchObject({ role: 'super', needsTwoFactor: false });
});

test('who is no longer in an account has no session', async () => {
  const person = await own.person(await own.account());
  await own.sql('delete from members where user_id = $1', [person.userId]);
  expect((await work(person)).statusCode).toBe(401);
});

test('a team sees when its people were last seen: when they sign in, by use, and after their session has ended', async () => {
  const admin = await own.person(await own.account(), 'account_admin');
  const person = await own.person(admin.accountId);
  const hoursAgo = async () => {
    const { members } = (await own.as(admin, { url: '/api/team' })).json() as { members: { user_id: number; last_seen_at: string }[] };
    const at = members.find((each) => each.user_id === person.userId)?.last_seen_at ?? '';
    return Math.round((Date.now() - Date.parse(at)) / 3_600_000);
  };
  const aDayPasses = () =>
    own.sql("update last_visits set at = date_subtract(at, interval '1 day', 'UTC') where user_id = $1", [person.userId]);
  expect(await hoursAgo()).toBe(0);
  await aDayPasses();
  expect(await hoursAgo()).toBe(24);
  expect((await work(person)).statusCode).toBe(200);
  await own.web.parts.uses.flush();
  expect(await hoursAgo()).toBe(0);
  await own.sql('delete from sessions where user_id = $1', [person.userId]);
  await aDayPasses();
  expect(await hoursAgo()).toBe(24);
});
