import { beforeAll, expect, test } from 'vitest';
import { type Person, testWeb } from '../../../test/web.ts';
import { withTime } from '../../../test/with-time.ts';

const own = testWeb();
let admin: Person;
let user: Person;
let stranger: Person;
let sales: number;

beforeAll(async () => {
  const accountId = await own.account();
  [admin, user] = [await own.person(accountId, 'admin'), await own.person(accountId)];
  stranger = await own.person(await own.account(), 'account_admin');
  sales = await added('Sales');
});

const path = '/api/departments';
const list = async (person: Person, query = '') => (await own.as(person, { url: `${path}?${query}` })).json();
const create = (person: Person, name: unknown) => own.as(person, { method: 'POST', url: path, payload: { name } });
const rename = (person: Person, id: number, name: unknown) => own.as(person, { method: 'PUT', url: `${path}/${id}`, payload: { name } });
const remove = (person: Person, id: number) => own.as(person, { method: 'DELETE', url: `${path}/${id}` });
const added = async (name: string): Promise<number> => (await create(admin, name)).json().id;
const auditOf = (id: number) =>
  own.sql(`select user_id::int, acting_as, address, noun, verb, record_name, changes from audit_entries where record_id = $1 order by id`, [
    id,
  ]);

test('everyone of the account sees its departments, and how many people are in each', async () => {
  await own.sql(
    `insert into member_departments select account_id, m.id, d.id from members m join departments d using (account_id) where account_id = $1
      and d.name = 'Support'`,
    [user.accountId],
  );
  const data = [{ name: 'Support', people: 2 }, ...['Sales', 'Inventory', 'Purchasing', 'Orders'].map((name) => ({ name, people: 0 }))];
  const page = { current_page: 1, last_page: 1, total: 5, total_is_exact: true, prev_page_url: null, next_page_url: null };
  expect(await list(user, 'orderBy=people&orderDir=DESC')).toMatchObject({ data, ...page });
  expect((await list(user, 'search=IN')).data.map(({ name }: { name: string }) => name)).toEqual(['Inventory', 'Purchasing']);
});

test('who manages the team creates, renames and deletes one, and each time it is written down', async () => {
  const reply = await create(admin, '  Returns ');
  const { id } = reply.json();
  expect([reply.statusCode, reply.json().message]).toEqual([201, 'The department was created.']);
  expect((await rename(admin, id, 'returns')).json()).toEqual({ message: 'The department was saved.' });
  expect((await rename(admin, id, 'returns')).statusCode).toBe(200);
  expect((await remove(admin, id)).json()).toEqual({ message: '“returns” was deleted.', runId: expect.any(Number) });
  const who = { user_id: admin.userId, acting_as: false, address: '127.0.0.1', noun: 'department' };
  expect(await auditOf(id)).toEqual([
    { ...who, verb: 'created', record_name: 'Returns', changes: { name: { from: null, to: 'Returns' } } },
    { ...who, verb: 'changed', record_name: 'returns', changes: { name: { from: 'Returns', to: 'returns' } } },
    { ...who, verb: 'deleted', record_name: 'returns', changes: { name: { from: 'returns', to: null } } },
  ]);
  expect((await remove(admin, id)).json()).toEqual({ errorMessage: 'This department does not exist.', code: 'not_found' });
});

test('a rename that began before another is refused, and says what the name is now', async () => {
  const id = await added('Gifts');
  const renameFrom = (was: string, name: string) =>
    own.as(admin, { method: 'PUT', url: `${path}/${id}`, payload: { name, was: { name: was } } });
  expect((await renameFrom('Gifts', 'Presents')).statusCode).toBe(200);
  const late = await renameFrom('Gifts', 'Wrapping');
  expect([late.statusCode, late.json().code]).toEqual([409, 'changed_meanwhile']);
  expect(late.json().errorMessage).toEqual(withTime('You renamed “Gifts” to “Presents” on …. Look at it again before you save.'));
  expect((await renameFrom('Presents', 'Wrapping')).statusCode).toBe(200);
});

test('a change is refused that would lose what a colleague wrote of it since, and says what that is', async () => {
  const id = await added('Repairs');
  const was = { name: 'Repairs', description: '' };
  const change = (payload: object) => own.as(admin, { method: 'PUT', url: `${path}/${id}`, payload });
  expect((await change({ name: 'Repairs', description: 'Mends what came back', was })).statusCode).toBe(200);
  const late = await change({ name: 'Workshop', description: '', was });
  expect([late.statusCode, late.json().code]).toEqual([409, 'changed_meanwhile']);
  expect(late.json().errorMessage).toEqual(
    withTime('You changed this department on …: “Repairs”, “Mends what came back”. Look at it again before you save.'),
  );
  expect((await list(admin, 'search=repairs')).data).toMatchObject([{ id, description: 'Mends what came back' }]);
  expect((await change({ name: 'Workshop', was: { name: 'Repairs' } })).statusCode).toBe(200);
});

test('what a super admin does as the account is written down as that', async () => {
  const sam = await own.person(await own.account(), 'super');
  const acting = await own.as(sam, { method: 'POST', url: '/api/accounts/act-as', payload: { accountId: admin.accountId } });
  const cookie = String(acting.headers['set-cookie']).split(';', 1)[0] ?? '';
  const { id } = (await create({ ...sam, cookie }, 'Audited')).json();
  expect(await auditOf(id)).toMatchObject([{ user_id: sam.userId, acting_as: true, verb: 'created' }]);
});

test.each([
  ['Orders', 'There is a department named “Orders” already.'],
  ['oRDERS', 'There is a department named “oRDERS” already.'],
  ['   ', 'Give the department a name.'],
  ['x'.repeat(61), 'A name has at most 60 characters.'],
  [undefined, 'Is required'],
])('the name %s is refused beside its field, to a new department and to one that is renamed', async (name, sentence) => {
  const reply = await create(admin, name);
  expect([reply.statusCode, reply.json()]).toEqual([422, { name: [sentence] }]);
  expect((await rename(admin, sales, name)).json()).toEqual({ name: [sentence] });
  expect(await auditOf(sales)).toHaveLength(1);
});

test('who does not manage the team may not change one, and to another account it does not exist', async () => {
  const id = sales;
  for (const reply of [await create(user, 'Mine'), await rename(user, id, 'Mine'), await remove(user, id)])
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'not_allowed']);
  for (const reply of [await rename(stranger, id, 'Theirs'), await remove(stranger, id)])
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
  expect((await list(stranger)).data.map(({ name }: { name: string }) => name)).not.toContain('Sales');
  expect((await create(stranger, 'Sales')).statusCode).toBe(201);
});
