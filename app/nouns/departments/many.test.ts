import { beforeAll, expect, test } from 'vitest';
import type { Log } from '../../../platform/log.ts';
import { exporting } from '../../../test/exports.ts';
import { importing } from '../../../test/imports.ts';
import { outcomesInWords } from '../../../test/in-words.ts';
import { quietLog } from '../../../test/shop/quiet.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { allNouns } from '../../entities/all.ts';
import { workBulk } from '../../shared/runs/bulk/work.ts';

const own = testWeb({ longestWaitMs: 0 });
const { check, apply, undo, send, act, stateOf } = importing(own);
const { exportedBy } = exporting(own);
const exportPath = '/api/departments/export';
const log = quietLog().log as unknown as Log;
let admin: Person;
let user: Person;

beforeAll(async () => {
  const accountId = await own.account();
  [admin, user] = [await own.person(accountId, 'admin'), await own.person(accountId)];
});

const post = (person: Person, url: string, payload: object = {}) => own.as(person, { method: 'POST', url, payload });
const departments = async () => {
  const { data } = (await own.as(user, { url: '/api/departments' })).json();
  return data.map(({ name, description, people }: Record<string, unknown>) => [name, description, people]);
};
const work = (runId: number) => workBulk({ database: own.database, log }, admin, runId, new AbortController().signal, allNouns);
const clears = 'Clears what stops orders on their way out';
const before = [
  ['Inventory', 'Keeps products, links and stock right', 0],
  ['Orders', clears, 1],
  ['Purchasing', 'Follows what is bought until it has arrived', 0],
  ['Support', 'Replies to tickets', 0],
];

test('many are deleted together, and an undo has them again with who was in them, but for a name that is taken by now', async () => {
  await own.sql(
    `insert into member_departments select m.account_id, m.id, d.id from members m join departments d using (account_id) where m.user_id = $1 and d.name = 'Orders'`,
    [user.userId],
  );
  expect(await departments()).toEqual(before);
  const { runId, total } = (await post(admin, '/api/departments/bulk-action/prepare', { filter: { search: 'or' } })).json();
  expect(total).toBe(3);
  const started = await post(admin, '/api/departments/bulk-action', { action: 'delete', runId });
  expect([started.statusCode, started.json().message]).toEqual([202, 'Delete: working on 3 departments.']);
  await work(runId);
  expect((await departments()).map(([name]: string[]) => name)).toEqual(['Purchasing']);
  await post(admin, '/api/departments', { name: 'support' });
  expect((await post(user, `/api/runs/${runId}/undo`)).statusCode).toBe(403);
  const undone = (await post(admin, `/api/runs/${runId}/undo`)).json();
  expect(undone.message).toBe('Undo: working on 3 departments.');
  await work(undone.runId);
  expect(await departments()).toEqual([...before.slice(0, 3), ['support', '', 0]]);
  expect((await own.as(admin, { url: `/api/runs/${undone.runId}` })).json()).toMatchObject({ done: 2, skipped: 1 });
});

test('rows of a file that differ only by case name one department, and both are wrong', async () => {
  const id = await check(admin, 'Name,Description\nSupport,one\nsupport,two\nNew one,three\n', { entity: 5 });
  expect(await stateOf(id)).toMatchObject({ created: 1, changed: 0, wrong: 2 });
});

test('one that was deleted alone is there again with who was in it, from its alert or from Activity', async () => {
  const { data } = (await own.as(user, { url: '/api/departments?search=orders' })).json();
  const { message, runId } = (await own.as(admin, { method: 'DELETE', url: `/api/departments/${data[0].id}` })).json();
  expect(message).toBe('“Orders” was deleted.');
  expect((await departments()).map(([name]: string[]) => name)).not.toContain('Orders');
  // Who may not undo it is offered no button for it.
  const newest = async (who: Person) => (await own.as(who, { url: '/api/runs' })).json().data[0];
  expect(await newest(user)).toMatchObject({ id: runId, subject: 'Orders: Delete', undoable: false });
  expect(await newest(admin)).toMatchObject({ id: runId, undoable: true });
  expect((await post(user, `/api/runs/${runId}/undo`)).statusCode).toBe(403);
  await work((await post(admin, `/api/runs/${runId}/undo`)).json().runId);
  expect(await departments()).toContainEqual(['Orders', clears, 1]);
  expect((await post(admin, `/api/runs/${runId}/undo`)).statusCode).toBe(409);
});

test('what a deleted department decided is decided by it again: whom notifications, invitations and tickets go to', async () => {
  const accountId = await own.account();
  const ann = await own.person(accountId, 'admin');
  const idOf = async (name: string) => {
    const [row] = await own.sql<{ id: number }>('select id::int from departments where account_id = $1 and name = $2', [accountId, name]);
    return row?.id;
  };
  const [support, orders] = [await idOf('Support'), await idOf('Orders')];
  await own.sql(`insert into notification_rules (account_id, kind, department_id) values ($1, 'po_received', $2)`, [accountId, support]);
  await own.sql(
    `with invited as (
       insert into invitations (account_id, email, role, token_digest, expires_at)
       values ($1, 'ina@example.org', 'user', 'x', now() + interval '1 day') returning id
     )
     insert into invitation_departments (account_id, invitation_id, department_id) select $1, id, $2 from invited`,
    [accountId, support],
  );
  await own.sql(
    `insert into support_tickets (account_id, subject_1, subject_2, description, user_id, requester_name, account_name, department_id)
     select $1, 'a', name, 'c', $2, 'Ann', 'Acme', $3::bigint from unnest('{stays,moves}'::text[]) as name`,
    [accountId, ann.userId, support],
  );
  const decided = () =>
    own.sql(
      `select (select json_agg(kind) from notification_rules where account_id = $1 and department_id = $2) as rules,
         (select count(*)::int from invitation_departments where account_id = $1 and department_id = $2) as invited,
         (select json_agg(subject_2 order by id) from support_tickets where account_id = $1 and department_id = $2) as tickets`,
      [accountId, support],
    );
  const { data } = (await own.as(ann, { url: '/api/departments?search=support' })).json();
  expect(data).toMatchObject([{ name: 'Support', people: 0, rules: 1, invitations: 1, tickets: 2 }]);
  const { runId } = (await own.as(ann, { method: 'DELETE', url: `/api/departments/${support}` })).json();
  expect(await decided()).toEqual([{ rules: null, invited: 0, tickets: null }]);
  await own.sql(`update support_tickets set department_id = $2 where account_id = $1 and subject_2 = 'moves'`, [accountId, orders]);
  const { runId: undo } = (await post(ann, `/api/runs/${runId}/undo`)).json();
  await workBulk({ database: own.database, log }, ann, undo, new AbortController().signal, allNouns);
  expect(await decided()).toEqual([{ rules: ['po_received'], invited: 1, tickets: ['stays'] }]);
});

test('none is deleted by what somebody started whose role no longer allows it when its turn comes', async () => {
  const accountId = await own.account();
  const ann = await own.person(accountId, 'admin');
  const [{ id } = { id: 0 }] = await own.sql<{ id: number }>('select id::int from departments where account_id = $1 order by id', [
    accountId,
  ]);
  const { runId } = (await post(ann, '/api/departments/bulk-action', { action: 'delete', ids: [id] })).json();
  await own.sql(`update members set role = 'user' where user_id = $1`, [ann.userId]);
  await workBulk({ database: own.database, log }, ann, runId, new AbortController().signal, allNouns);
  expect(await own.sql('select from departments where id = $1', [id])).toHaveLength(1);
  expect(outcomesInWords(await own.sql('select outcome, reason from run_outcomes where run_id = $1', [runId]))).toEqual([
    { outcome: 'skipped', reason: 'The role of whoever started this no longer allows it.' },
  ]);
});

test('an undo that took nothing back, as its person’s role was taken away, can be started again', async () => {
  const accountId = await own.account();
  const ann = await own.person(accountId, 'admin');
  const workAsAnn = (runId: number) => workBulk({ database: own.database, log }, ann, runId, new AbortController().signal, allNouns);
  const become = (role: string) => own.sql('update members set role = $2 where user_id = $1', [ann.userId, role]);
  const names = () => own.sql('select name from departments where account_id = $1 order by id', [accountId]);
  const all = await names();
  const { runId: prepared } = (await post(ann, '/api/departments/bulk-action/prepare', { filter: {} })).json();
  const { runId } = (await post(ann, '/api/departments/bulk-action', { action: 'delete', runId: prepared })).json();
  await workAsAnn(runId);
  const run = async () => (await own.as(ann, { url: `/api/runs/${runId}` })).json();
  const { runId: stopped } = (await post(ann, `/api/runs/${runId}/undo`)).json();
  await become('user');
  await workAsAnn(stopped);
  await become('admin');
  expect([await names(), await run()]).toMatchObject([[], { undoable: true, undone: false }]);
  await workAsAnn((await post(ann, `/api/runs/${runId}/undo`)).json().runId);
  expect([await names(), await run()]).toMatchObject([all, { undoable: false, undone: true }]);
});

test('a file creates and describes departments, is undone, and is exported as it can be read again', async () => {
  const file = 'name,what it does\norders,"=Sells, and ships"\nReturns,Looks at what comes back\n';
  const id = await check(admin, file, { entity: 5 });
  expect(await stateOf(id)).toMatchObject({ created: 1, changed: 1, wrong: 0 });
  for (const reply of [await send(user, file, { entity: 5 }), await act(user, id, 'apply')]) expect(reply.statusCode).toBe(403);
  await apply(admin, id);
  expect(await departments()).toContainEqual(['Orders', '=Sells, and ships', 1]);
  const { data } = (await own.as(admin, { url: '/api/departments?search=orders' })).json();
  await own.as(admin, { method: 'PUT', url: `/api/departments/${data[0].id}`, payload: { name: 'Orders' } });
  expect(await departments()).toContainEqual(['Orders', '=Sells, and ships', 1]);
  const exported = await exportedBy(user, exportPath, { filter: {} });
  expect(exported).toMatch(/^\ufeff?name,description,people\r?\n/);
  expect(exported).toContain(`Orders,"'=Sells, and ships",1`);
  expect(await stateOf(await check(admin, exported, { entity: 5 }))).toMatchObject({ created: 0, changed: 0, unchanged: 5, wrong: 0 });
  await own.sql(`update departments set description = 'Mine' where account_id = $1 and name = 'Returns'`, [admin.accountId]);
  await undo(admin, id);
  expect(await stateOf(id)).toMatchObject({ state: 'undone', kept: 1 });
  expect(await departments()).toContainEqual(['Returns', 'Mine', 0]);
  expect(await departments()).toContainEqual(['Orders', clears, 1]);
});

test('what somebody changed, made or deleted after the check is left as it is, and the run of the file lists it', async () => {
  const accountId = await own.account();
  const ann = await own.person(accountId, 'admin');
  const texts = async () =>
    (await own.sql('select name, description from departments where account_id = $1 order by name collate "C"', [accountId])).map((row) =>
      Object.values(row).join(': '),
    );
  await own.sql('delete from departments where account_id = $1', [accountId]);
  await apply(ann, await check(ann, 'name,description\nAs it was,Old\nDeleted,Old\nEdited,Old\nSaid too,Old\n', { entity: 5 }));
  const rows = ['AS IT WAS,New', 'Deleted,New', 'Edited,New', 'Said too,New', 'Made,New', 'Made so,New', 'Nobody’s,New'];
  const id = await check(ann, `name,description\n${rows.join('\n')}\n`, { entity: 5 });
  await own.sql(
    `update departments set description = case name when 'Edited' then 'Mine' else 'New' end
     where account_id = $1 and name in ('Edited', 'Said too')`,
    [accountId],
  );
  await own.sql(`delete from departments where account_id = $1 and name = 'Deleted'`, [accountId]);
  await own.sql(`insert into departments (account_id, name, description) values ($1, 'made', 'Mine'), ($1, 'Made so', 'New')`, [accountId]);
  await apply(ann, id);
  expect(await texts()).toEqual(['As it was: New', 'Edited: Mine', 'Made so: New', 'Nobody’s: New', 'Said too: New', 'made: Mine']);
  const outcomes = await own.sql(
    `select o.outcome, o.label, o.reason from run_outcomes o join imports i on i.run_id = o.run_id where i.id = $1 order by o.label`,
    [id],
  );
  expect(outcomesInWords(outcomes)).toEqual([
    { outcome: 'skipped', label: 'Deleted', reason: 'It was deleted after the file was checked.' },
    { outcome: 'skipped', label: 'Edited', reason: 'It was changed after the file was checked.' },
    { outcome: 'skipped', label: 'Made', reason: 'It was created after the file was checked.' },
  ]);
  expect(await stateOf(id)).toMatchObject({ state: 'applied', applied: 2, kept: 3 });
});

test('what is ticked or found alone is exported, and of another account nothing', async () => {
  const { data } = (await own.as(user, { url: '/api/departments?search=return' })).json();
  expect((await exportedBy(user, exportPath, { filter: {}, ids: [data[0].id] })).trim().split('\n')).toHaveLength(2);
  const stranger = await own.person(await own.account());
  const reply = await post(stranger, exportPath, { ids: [data[0].id], filter: {} });
  expect([reply.statusCode, reply.json().errorMessage]).toEqual([404, 'None of these departments exists.']);
});

test('a list has saved views', async () => {
  const view = { entity: 'departments', name: 'Found', query: { search: 'or' }, columns: ['name', 'people'] };
  expect((await post(user, '/api/views', view)).json().view).toMatchObject({ query: { search: 'or' }, columns: ['name', 'people'] });
  expect((await post(user, '/api/views', { ...view, query: { nothing: 1 } })).statusCode).toBe(422);
});
