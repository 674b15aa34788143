import { beforeEach, expect, test } from 'vitest';
import { type Person, testWeb } from '../../../../test/web.ts';
import { endExpiredSessions } from './end-sessions.ts';

const own = testWeb();
let home: number;
let other: number;
let sam: Person;

beforeEach(async () => {
  [home, other] = [await own.account('Home'), await own.account('Other')];
  sam = await own.person(home, 'super');
});

const actAs = (person: Person, accountId: number) =>
  own.as(person, { method: 'POST', url: '/api/accounts/act-as', payload: { accountId } });
const renamed = (person: Person, headers: { 'set-cookie'?: unknown }): Person => ({
  ...person,
  cookie: String([headers['set-cookie']].flat()[0]).split(';', 1)[0] ?? '',
});
const seenBy = ({ cookie }: Person) => own.web.parts.sessions.find(cookie);
const log = () => own.sql('select account_id::int, user_id::int, did from account_access_log where user_id = $1 order by id', [sam.userId]);

test('a super admin sees the account acted as, and it is recorded there', async () => {
  const acting = renamed(sam, (await actAs(sam, other)).headers);
  expect(await seenBy(acting)).toMatchObject({ accountId: other, accountName: 'Other', actingAs: true, role: 'super' });
  expect(await log()).toEqual([{ account_id: other, user_id: sam.userId, did: 'started_acting' }]);
});

test('the earlier cookie is refused afterwards', async () => {
  await actAs(sam, other);
  expect(await seenBy(sam)).toBeNull();
});

test('stopping returns to the own account, and is recorded too', async () => {
  const acting = renamed(sam, (await actAs(sam, other)).headers);
  const stopped = await own.as(acting, { method: 'DELETE', url: '/api/accounts/act-as' });
  expect(await seenBy(renamed(sam, stopped.headers))).toMatchObject({ accountId: home, actingAs: false });
  expect((await log()).map(({ account_id, did }) => [account_id, did])).toEqual([
    [other, 'started_acting'],
    [other, 'stopped_acting'],
  ]);
});

test('the access log of an account closes when one switches to another, and when one signs out', async () => {
  const third = await own.account('Third');
  const acting = renamed(sam, (await actAs(sam, other)).headers);
  const switched = renamed(sam, (await actAs(acting, third)).headers);
  await own.as(switched, { method: 'POST', url: '/api/auth/sign-out' });
  expect((await log()).map(({ account_id, did }) => [account_id, did])).toEqual([
    [other, 'started_acting'],
    [other, 'stopped_acting'],
    [third, 'started_acting'],
    [third, 'stopped_acting'],
  ]);
});

test('sessions that nobody used until they expired are deleted, by which the access log of an account closes', async () => {
  const { directory } = own.web.parts;
  const unused = await own.person(home, 'super');
  await actAs(sam, other);
  const expire = (userId: number, set: string) => own.sql(`update sessions set ${set} where user_id = $1`, [userId]);
  await expire(sam.userId, `expires_at = now() - interval '10 minutes'`);
  // One that was used of late may be about to be extended.
  await expire(unused.userId, `expires_at = now() - interval '1 minute'`);
  await endExpiredSessions(directory);
  const left = () =>
    own.sql<{ user_id: number }>('select user_id::int from sessions where user_id = any($1)', [[sam.userId, unused.userId]]);
  expect(await left()).toEqual([{ user_id: unused.userId }]);
  expect((await log()).map(({ did }) => did)).toEqual(['started_acting', 'stopped_acting']);
  expect(await own.sql(`select from audit_entries where account_id = $1 and verb = 'stopped acting as'`, [other])).toHaveLength(1);
  // However often it was extended.
  await expire(unused.userId, `expires_at = now() + interval '1 day', created_at = now() - interval '31 days'`);
  await endExpiredSessions(directory);
  expect(await left()).toEqual([]);
});

test.each(['account_admin', 'admin', 'user'] as const)('someone who is %s may neither act nor list', async (role) => {
  const person = await own.person(home, role);
  expect((await actAs(person, other)).statusCode).toBe(403);
  expect((await own.as(person, { url: '/api/accounts' })).statusCode).toBe(403);
  expect(await seenBy(person)).toMatchObject({ accountId: home });
});

test('an acting account on the session of someone who is no super admin changes nothing', async () => {
  const person = await own.person(home, 'account_admin');
  await own.sql('update sessions set acting_account_id = $2 where user_id = $1', [person.userId, other]);
  expect(await seenBy(person)).toMatchObject({ accountId: home, actingAs: false });
});

test('an account that does not exist is refused and leaves the session as it was', async () => {
  expect((await actAs(sam, 999_999)).statusCode).toBe(404);
  expect(await seenBy(sam)).toMatchObject({ accountId: home });
});

test('accounts are found by a part of their name, also where more have names before it than are listed', async () => {
  await own.sql(`insert into accounts (name, timezone) select 'A ' || n, 'UTC' from generate_series(1, 1000) as n`);
  const found = async (search: string) => (await own.as(sam, { url: `/api/accounts?search=${search}` })).json().accounts;
  expect(await found('tHe')).toContainEqual({ id: other, name: 'Other', timezone: 'UTC' });
  expect(await found('')).toHaveLength(1000);
  expect(await found('%25')).toEqual([]);
  await own.sql(`delete from departments using accounts where accounts.id = account_id and accounts.name like 'A %'`);
  await own.sql(`delete from accounts where name like 'A %'`);
});

test('every account is listed by name', async () => {
  const { accounts } = (await own.as(sam, { url: '/api/accounts' })).json();
  expect(accounts).toEqual(expect.arrayContaining([{ id: other, name: 'Other', timezone: 'UTC' }]));
});
