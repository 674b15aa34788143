import { beforeAll, expect, test } from 'vitest';
import { type Person, testWeb } from '../../../test/web.ts';
import { healthOf } from './health.ts';

const own = testWeb({ demo: true });
const password = 'correct horse battery';
const path = '/settings/super/accounts';
let sam: Person;
let ann: Person;

beforeAll(async () => {
  sam = await own.person(await own.account('Portal'), 'super', password);
  ann = await own.person(await own.account('Acme'), 'account_admin', password);
  await own.sql(
    `insert into connections (account_id, connector, slug, name, state) values ($1, 'ship_station', 'shop', 'Shop', 'needs_reconnect')`,
    [ann.accountId],
  );
});

const post = (person: Person | null, url: string, payload: object = {}) => own.as(person, { method: 'POST', url, payload });
const list = async (query = '') => (await own.as(sam, { url: `${path}?${query}` })).json();
const signIn = (email: string) => post(null, '/api/auth/sign-in/email', { email, password });
const auditOf = (accountId: number) =>
  own.sql(
    `select verb, noun, record_name, acting_as, user_id::int from audit_entries where account_id = $1 and noun = 'account' order by id`,
    [accountId],
  );

test('every account is listed with its users, connections, orders and what needs a person', async () => {
  const { data, total } = await list();
  expect([total, data.map(({ name }: { name: string }) => name)]).toEqual([2, ['Acme', 'Portal']]);
  expect(data[0]).toMatchObject({ users: 1, orders: 0, needsPerson: 0, suspended_at: null });
  expect(data[0].connections).toEqual([{ slug: 'shop', name: 'Shop', health: 'needs_reconnect' }]);
  expect(healthOf(data[0])).toBe('1 connection: Shop needs reconnect');
  expect((await list('search=PORT')).data.map(({ name }: { name: string }) => name)).toEqual(['Portal']);
  expect((await list('perPage=25&page=2')).data).toEqual([]);
});

test('an account is created with its departments, and its first admin invited by mail', async () => {
  const reply = await post(sam, path, { name: ' Harbour ', timezone: 'Europe/London', email: 'first@example.org' });
  expect([reply.statusCode, reply.json().message]).toEqual([201, 'Harbour was created, and its first account admin is invited.']);
  const { id } = reply.json();
  expect(await own.sql('select name from departments where account_id = $1', [id])).toHaveLength(4);
  expect(await own.sql('select email, role, mailed_at is not null as mailed from invitations where account_id = $1', [id])).toEqual([
    { email: 'first@example.org', role: 'account_admin', mailed: true },
  ]);
  expect(await auditOf(id)).toEqual([{ verb: 'created', noun: 'account', record_name: 'Harbour', acting_as: true, user_id: sam.userId }]);
});

test.each([
  [{ name: ' ' }, 'name', 'Give the account a name.'],
  [{ timezone: 'Mars/Base' }, 'timezone', 'Choose a time zone, such as Europe/London.'],
  [{ email: 'nobody' }, 'email', 'Email address must be valid'],
])('%j is refused beside its field', async (wrong, field, sentence) => {
  const reply = await post(sam, path, { name: 'New', timezone: 'UTC', email: 'a@example.org', ...wrong });
  expect([reply.statusCode, reply.json()]).toEqual([422, { [field]: [sentence] }]);
});

test('a suspended account lets nobody in but super admins, and is recorded there; resumed it goes on', async () => {
  expect((await own.as(ann, { url: '/api/team' })).statusCode).toBe(200);
  expect((await post(sam, `${path}/${ann.accountId}/suspend`)).statusCode).toBe(200);
  expect((await own.as(ann, { url: '/api/team' })).statusCode).toBe(401);
  const refused = await signIn(ann.email);
  expect([refused.statusCode, refused.json()]).toEqual([
    403,
    { errorMessage: 'This account is suspended. Write to the people who run Crossdock.', code: 'suspended' },
  ]);
  expect(await own.sql('select from sessions where user_id = $1', [ann.userId])).toEqual([]);
  const acting = await post(sam, '/api/accounts/act-as', { accountId: ann.accountId });
  const cookie = String(acting.headers['set-cookie']).split(';', 1)[0] ?? '';
  expect((await own.as({ ...sam, cookie }, { url: '/api/team' })).statusCode).toBe(200);
  const back = await own.as({ ...sam, cookie }, { method: 'DELETE', url: '/api/accounts/act-as' });
  sam = { ...sam, cookie: String(back.headers['set-cookie']).split(';', 1)[0] ?? '' };
  expect((await list('search=acme')).data[0].suspended_at).not.toBeNull();
  expect((await post(sam, `${path}/${ann.accountId}/resume`)).json()).toEqual({ message: 'The account goes on.' });
  expect((await signIn(ann.email)).statusCode).toBe(200);
  expect((await auditOf(ann.accountId)).map(({ verb }) => verb)).toEqual([
    'suspended',
    'started acting as',
    'stopped acting as',
    'resumed',
  ]);
});

test('what was done while acting is shown with each account, with who did it and what changed', async () => {
  const acme = async () => (await list('search=acme')).data[0];
  const before = await acme();
  const acting = await post(sam, '/api/accounts/act-as', { accountId: ann.accountId });
  const cookie = String(acting.headers['set-cookie']).split(';', 1)[0] ?? '';
  await post({ ...sam, cookie }, '/api/departments', { name: 'Returns' });
  const back = await own.as({ ...sam, cookie }, { method: 'DELETE', url: '/api/accounts/act-as' });
  sam = { ...sam, cookie: String(back.headers['set-cookie']).split(';', 1)[0] ?? '' };
  const bea = await own.person(ann.accountId, 'account_admin');
  await post(bea, '/api/departments', { name: 'Their own' });
  const { name, data } = (await own.as(sam, { url: `${path}/${ann.accountId}` })).json();
  expect([name, data.slice(0, 3).map(({ who, verb, noun }: Record<string, string>) => [who, verb, noun])]).toEqual([
    'Acme',
    [
      ['Person 1', 'stopped acting as', 'account'],
      ['Person 1', 'created', 'department'],
      ['Person 1', 'started acting as', 'account'],
    ],
  ]);
  expect(data[1]).toMatchObject({ record_name: 'Returns', address: '127.0.0.1', changes: { name: { from: null, to: 'Returns' } } });
  expect((await acme()).acted).toEqual({ who: 'Person 1', at: data[0].at });
  expect((await acme()).acted).not.toEqual(before.acted);
  const [, older] = [data[0], (await own.as(sam, { url: `${path}/${ann.accountId}?before=${data[0].id}` })).json()];
  expect(older.data[0]).toEqual(data[1]);
  expect((await own.as(sam, { url: `${path}/999999` })).statusCode).toBe(404);
  expect((await own.as(bea, { url: `${path}/${ann.accountId}` })).statusCode).toBe(403);
});

test('one’s own account is not suspended, nor one that does not exist', async () => {
  expect((await post(sam, `${path}/${sam.accountId}/suspend`)).json().code).toBe('own_account');
  for (const what of ['suspend', 'resume']) expect((await post(sam, `${path}/999999/${what}`)).statusCode, what).toBe(404);
});

test('nobody but super admins sees or changes them', async () => {
  const bob = await own.person(await own.account('Third'), 'account_admin');
  for (const reply of [await own.as(bob, { url: path }), await post(bob, path, {}), await post(bob, `${path}/${sam.accountId}/suspend`)])
    expect(reply.statusCode).toBe(403);
});
