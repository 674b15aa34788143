import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type Person, testWeb } from '../../../../test/web.ts';
import { createSessionFor } from '../people.ts';

const own = testWeb();
const password = 'correct horse';
let ann: Person;

beforeAll(async () => {
  ann = await own.person(await own.account('Acme'), 'account_admin', password);
});
beforeEach(async () => {
  await own.sql('delete from sign_in_attempts; delete from sessions');
  const { directory, sessions } = own.web.parts;
  ann = { ...ann, cookie: await createSessionFor(directory, sessions.cookie, ann.userId) };
  await own.sql("update sessions set confirmed_at = now() - interval '31 minutes'");
});

const invite = (person: Person) =>
  own.as(person, { method: 'POST', url: '/settings/team/invitees', payload: { emails: 'ina@example.org', role: 'user' } });
const confirm = (person: Person | null, typed: string) =>
  own.as(person, { method: 'POST', url: '/api/auth/confirm', payload: { password: typed } });
const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']).split(';', 1)[0] ?? '';

test('what is sensitive is refused half an hour after the password was given, and done once it is given again', async () => {
  const refused = await invite(ann);
  expect([refused.statusCode, refused.json()]).toEqual([
    403,
    { errorMessage: 'This needs your password again. Nothing was changed.', code: 'needs_confirmation' },
  ]);
  expect(await own.sql('select from invitations where account_id = $1', [ann.accountId])).toEqual([]);
  // What is not sensitive goes on.
  expect((await own.as(ann, { url: '/api/team' })).statusCode).toBe(200);
  const reply = await confirm(ann, password);
  expect(reply.statusCode).toBe(204);
  expect((await invite({ ...ann, cookie: cookieOf(reply.headers) })).statusCode).toBe(200);
});

test('the session goes on under a new token, and the one before it is worth nothing', async () => {
  const [before] = await own.sql('select id, expires_at from sessions where user_id = $1', [ann.userId]);
  const { headers } = await confirm(ann, password);
  expect(await own.sql('select id, expires_at from sessions where user_id = $1', [ann.userId])).toEqual([before]);
  expect((await own.as(ann, { url: '/api/team' })).statusCode).toBe(401);
  expect((await own.as({ ...ann, cookie: cookieOf(headers) }, { url: '/api/team' })).statusCode).toBe(200);
});

test('a session that is confirmed twice at once goes on by the one new token that its browser is given', async () => {
  const replies = await Promise.all([confirm(ann, password), confirm(ann, password)]);
  const given = replies.flatMap(({ headers }) => (headers['set-cookie'] ? [cookieOf(headers)] : []));
  expect([replies.map(({ statusCode }) => statusCode).sort(), given.length]).toEqual([[204, 401], 1]);
  expect((await own.as({ ...ann, cookie: given[0] ?? '' }, { url: '/api/team' })).statusCode).toBe(200);
});

test('a wrong password confirms nothing, and cannot be guessed', async () => {
  for (const typed of ['not this one', '']) {
    const reply = await confirm(ann, typed);
    expect([reply.statusCode, reply.json()]).toEqual([422, { password: ['This is not your password.'] }]);
  }
  await own.sql(`update sign_in_attempts set count = 10 where key like 'password|%'`);
  expect((await confirm(ann, password)).statusCode).toBe(429);
  expect((await invite(ann)).statusCode).toBe(403);
  expect((await confirm(null, password)).statusCode).toBe(401);
});

test('who acts as an account goes on doing so, and its log says nothing else', async () => {
  const sam = await own.person(await own.account('Portal'), 'super', password);
  const acting = await own.as(sam, { method: 'POST', url: '/api/accounts/act-as', payload: { accountId: ann.accountId } });
  const { headers } = await confirm({ ...sam, cookie: cookieOf(acting.headers) }, password);
  const cookie = cookieOf(headers);
  expect(await own.web.parts.sessions.find(cookie)).toMatchObject({ accountId: ann.accountId, actingAs: true });
  const log = () => own.sql('select did from account_access_log where user_id = $1 order by id', [sam.userId]);
  expect(await log()).toEqual([{ did: 'started_acting' }]);
  await own.as({ ...sam, cookie }, { method: 'DELETE', url: '/api/accounts/act-as' });
  expect(await log()).toEqual([{ did: 'started_acting' }, { did: 'stopped_acting' }]);
});
