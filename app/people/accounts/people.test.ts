import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { inTenant } from '../../../platform/tenant.ts';
import { type Person, testWeb } from '../../../test/web.ts';

const own = testWeb();
let ann: Person;
let bea: Person;
let sam: Person;

beforeAll(async () => {
  const [a, b] = [await own.account('A'), await own.account('B')];
  ann = await own.person(a, 'account_admin', 'correct horse');
  bea = await own.person(b, 'account_admin', 'correct horse');
  sam = await own.person(b, 'super');
});

const rowsSeen = async (statement: string) =>
  inTenant(own.database, ann, async ({ db }) => (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows);

test('an account starts with its departments', async () => {
  const rows = await rowsSeen('select name from departments order by id');
  expect(rows.map(({ name }) => name)).toEqual(['Orders', 'Purchasing', 'Inventory', 'Support']);
});

test('business code reads the people of its account and the super admins, and no one else', async () => {
  const ids = (await rowsSeen('select id from users')).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([ann.userId, sam.userId]));
  expect(ids).not.toContain(bea.userId);
});

test.each(['accounts', 'members', 'departments'])('business code sees of %s its own alone', async (table) => {
  const ids = new Set((await rowsSeen(`select ${table === 'accounts' ? 'id' : 'account_id'} as id from ${table}`)).map(({ id }) => id));
  expect([...ids]).toEqual([ann.accountId]);
});

test.each(['sessions', 'sign_in_methods', 'verifications', 'sign_in_attempts', 'outbox_mails'])(
  'business code cannot read %s',
  async (table) => {
    await expect(rowsSeen(`select * from ${table}`)).rejects.toThrow('permission denied');
  },
);

test.each([
  `update accounts set name = 'mine' where id <> current_account() returning id`,
  `update users set is_super = true`,
  `insert into accounts (name) values ('more')`,
  `delete from account_access_log`,
])('business code cannot: %s', async (statement) => {
  const result = await rowsSeen(statement).catch((error: Error) => error.message);
  expect(result).toEqual(Array.isArray(result) ? [] : expect.stringContaining('permission denied'));
});

test('sign-in sees nothing of the business', async () => {
  await expect(own.web.parts.directory.query('select * from orders')).rejects.toThrow('permission denied');
});
