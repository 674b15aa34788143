import { expect, test } from 'vitest';
import { importing } from '../../../test/imports.ts';
import { testWeb } from '../../../test/web.ts';
import { mostDepartments } from './queries.ts';

const own = testWeb();
const { check, apply, stateOf } = importing(own);

/** Who manages the team of an account that can have so many more departments. */
async function adminWith(room: number) {
  const accountId = await own.account();
  await own.sql('delete from departments where account_id = $1', [accountId]);
  await own.sql(`insert into departments (account_id, name) select $1::bigint, 'Team ' || n from generate_series(1, $2::int) as n`, [
    accountId,
    mostDepartments - room,
  ]);
  return own.person(accountId, 'admin');
}

test('an account that has as many departments as it can have creates no other, and renames its own', async () => {
  const ann = await adminWith(1);
  const create = (name: string) => own.as(ann, { method: 'POST', url: '/api/departments', payload: { name } });
  const { id } = (await create('The last')).json();
  const reply = await create('One more');
  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    { errorMessage: 'There are 1,000 departments. Delete one that nobody needs first.', code: 'too_many' },
  ]);
  const renamed = await own.as(ann, { method: 'PUT', url: `/api/departments/${id}`, payload: { name: 'Returns' } });
  expect(renamed.statusCode).toBe(200);
});

const sentenceOf = (count: number, room: number) =>
  `The file has ${count} new departments, and there is room for only ${room}: there can be 1,000. ` +
  'Leave some out, or delete departments that nobody needs first.';

test('a file of more new departments than there is room for is refused when it is checked, and before it is applied', async () => {
  const ann = await adminWith(2);
  const tooLong = await check(ann, 'name,description\nOne,\nTwo,\nThree,\nTeam 1,Described\n', { entity: 5 });
  expect(await stateOf(tooLong)).toMatchObject({ state: 'failed', problem: sentenceOf(3, 2) });
  const fitting = await check(ann, 'name,description\nOne,\nTwo,\nTeam 1,Described\n', { entity: 5 });
  expect(await stateOf(fitting)).toMatchObject({ state: 'checked', created: 2, changed: 1 });
  await own.as(ann, { method: 'POST', url: '/api/departments', payload: { name: 'In between' } });
  await apply(ann, fitting);
  expect(await stateOf(fitting)).toMatchObject({ state: 'failed', problem: sentenceOf(2, 1) });
  const applied = `select name from departments where account_id = $1 and (name in ('One', 'Two') or description = 'Described')`;
  expect(await own.sql(applied, [ann.accountId])).toEqual([]);
});
