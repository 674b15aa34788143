import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { codeOf } from '../../../../test/authenticator.ts';
import { type Person, testWeb } from '../../../../test/web.ts';

const own = testWeb();
const password = 'correct horse';
let lea: Person;
let uma: Person;

beforeAll(async () => {
  const accountId = await own.account('Northwind');
  [lea, uma] = [await own.person(accountId, 'account_admin'), await own.person(accountId, 'user', password)];
});

const post = (person: Person, path: string, payload: object) =>
  own.as(person, { method: 'POST', url: `/api/auth/two-factor/${path}`, payload });
const require = (person: Person, required: boolean) =>
  own.as(person, { method: 'PUT', url: '/api/account/two-factor', payload: { required } });
const team = (person: Person) => own.as(person, { url: '/api/team' });
const anew = (person: Person) => own.web.parts.sessions.reread(person.cookie);
/** Until then the process hears no news. One that has listened for half a minute has been asked since whether it still replies. */
const listens = () =>
  own.sql(`select from pg_stat_activity where datname = current_database() and application_name = 'crossdock-live'
    and query in ('listen "crossdock_keys"', 'select')`);

test('who requires it of everyone has it on, and that is recorded', async () => {
  expect((await require(lea, true)).json()).toEqual({
    errorMessage: 'Set up two-factor sign-in for yourself first, in your profile.',
    code: 'off',
  });
  await own.sql('update users set two_factor_enabled = true where id = $1', [lea.userId]);
  const heard: string[] = [];
  await expect.poll(listens).toHaveLength(1);
  onTestFinished(own.web.parts.news.subscribe(lea.accountId, ({ topic }) => void heard.push(topic)));
  expect((await require(lea, true)).json()).toEqual({ message: 'Two-factor sign-in is required of everyone now.' });
  await expect.poll(() => heard).toContain('team');
  const [entry] = await own.sql('select changes from audit_entries where account_id = $1', [lea.accountId]);
  expect(entry).toEqual({ changes: { two_factor_required: { from: false, to: true } } });
});

test('whoever has none is served nothing until they have set it up, and then cannot turn it off', async () => {
  anew(uma);
  const refused = await team(uma);
  expect([refused.statusCode, refused.json()]).toEqual([
    403,
    { errorMessage: 'You have to set up two-factor sign-in first. Reload the page.', code: 'needs_two_factor' },
  ]);
  for (const url of ['/api/openapi.json', '/api/docs']) expect((await own.as(uma, { url })).statusCode, url).toBe(403);
  const { address } = (await post(uma, 'set-up', { password })).json();
  expect((await post(uma, 'turn-off', { password })).statusCode).toBe(403);
  expect((await team(uma)).statusCode).toBe(403);
  const confirmed = await post(uma, 'confirm', { code: codeOf(address) });
  const cookie = String([confirmed.headers['set-cookie']].flat().find((each) => String(each).includes('session_token'))).split(';', 1)[0];
  uma = { ...uma, cookie: cookie ?? '' };
  expect((await team(uma)).statusCode).toBe(200);
  expect((await post(uma, 'turn-off', { password })).json()).toEqual({
    errorMessage: 'Two-factor sign-in is required of you: it stays on.',
    code: 'required',
  });
  expect((await own.as(uma, { url: '/api/profile' })).json().twoFactor).toMatchObject({ on: true, required: true });
});

test('those who join later set it up first too, and nobody of another account does', async () => {
  const [late, elsewhere] = [await own.person(lea.accountId), await own.person(await own.account('Other'))];
  expect([(await team(late)).statusCode, (await team(elsewhere)).statusCode]).toEqual([403, 200]);
  await require(lea, false);
  anew(late);
  expect((await team(late)).statusCode).toBe(200);
  const off = await post(uma, 'turn-off', { password });
  expect(off.json().message).toBe('Two-factor sign-in is off. Every other browser was signed out.');
});
