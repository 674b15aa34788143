import { beforeAll, expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { addTextFile } from '../../../../test/add-file.ts';
import { fillAccount } from '../../../../test/fill-account.ts';
import { keyOf, makeKey, use } from '../../../../test/keys.ts';
import { testWeb } from '../../../../test/web.ts';

const own = testWeb();
let key = '';
let admin: Awaited<ReturnType<typeof keyOf>>['admin'];
let rows: Awaited<ReturnType<typeof fillAccount>>;

beforeAll(async () => {
  ({ admin, key } = await keyOf(own, 'Own', { scopes: ['read_imports', 'read_exports', 'read_runs', 'read_orders', 'read_buyers'] }));
  rows = await fillAccount(own, admin.accountId, admin.userId, 'ours');
});

const get = (url: string, by = key) => use(own, by, { url });
const idOf = (table: string) => Number(rows.get(table)?.id);
const without = async (...scopes: string[]) => (await makeKey(own, admin, { name: `Only ${scopes}`, scopes })).json().key;

test('an import is read with what is wrong in its file, and without its rows', async () => {
  await own.sql(`update imports set wrong = 2, causes = $2 where id = $1`, [
    idOf('imports'),
    JSON.stringify([{ cause: 1, column: 'sku', problem: { code: 'missing' }, expected: null, rows: 2, values: 1, examples: ['secret'] }]),
  ]);
  const { data } = (await get('/v1/imports')).json();
  expect(data).toMatchObject([{ id: idOf('imports'), noun: 'products', wrong: 2, causes: [{ column: 'sku', rows: 2 }] }]);
  expect(JSON.stringify(data)).not.toContain('secret');
  expect((await get(`/v1/imports/${idOf('imports')}`)).json()).toEqual(data[0]);
  expect((await get('/v1/imports?noun=orders')).json().data).toEqual([]);
});

test('an export is downloaded once its file is written, by a key that may read its records', async () => {
  const id = idOf('exports');
  await own.sql(`update exports set file_id = null where id = $1`, [id]);
  expect((await get(`/v1/exports/${id}`)).json()).toMatchObject({ noun: 'orders', file_name: null });
  expect((await get(`/v1/exports/${id}/file`)).statusCode).toBe(404);
  const file = await inTenant(own.database, admin, (tenant) => addTextFile(tenant, own.web.parts.files, 'orders.csv', 'number\nSO-1\n'));
  await own.sql(`update exports set file_id = $2, finished_at = now() where id = $1`, [id, file.id]);
  const reply = await get(`/v1/exports/${id}/file`);
  expect([reply.statusCode, reply.body]).toEqual([200, 'number\nSO-1\n']);
  expect(reply.headers['content-disposition']).toContain('orders.csv');
  const stranger = await without('read_exports');
  expect((await get('/v1/exports', stranger)).json().data).toMatchObject([{ id, file_name: 'orders.csv' }]);
  expect((await get(`/v1/exports/${id}/file`, stranger)).json()).toMatchObject({ status: 403, code: 'lacks_scope' });
});

test('a file of departments, which no call has, is for people alone', async () => {
  const id = idOf('exports');
  await own.sql(`update exports set kind = 'departments' where id = $1`, [id]);
  expect((await get(`/v1/exports/${id}/file`)).json()).toMatchObject({ status: 403, code: 'not_allowed' });
  await own.sql(`update exports set kind = 'orders' where id = $1`, [id]);
});

test('a run has its outcomes, of records that the key may not read without what they are called', async () => {
  const id = idOf('runs');
  await own.sql(`delete from run_outcomes where account_id = $1`, [admin.accountId]);
  await own.sql(
    `insert into run_outcomes (account_id, run_id, outcome, record_type, record_id, label) values
      ($1, $2, 'failed', 'order', 7, 'SO-7'), ($1, $2, 'done', 'unreadable_record', 8, 'Anna Blum'),
      ($1, $2, 'done', 'ticket', 9, 'Damage: Anna Blum')`,
    [admin.accountId, id],
  );
  expect((await get(`/v1/runs/${id}`)).json()).toMatchObject({ id, state: 'running', done: 0 });
  expect((await get(`/v1/runs?ids=${id}`)).json().data).toMatchObject([{ id }]);
  expect((await get(`/v1/runs/${id}/outcomes`)).json().data).toMatchObject([
    ...[{ label: 'SO-7' }, { label: 'Anna Blum' }, { label: null }],
  ]);
  const stranger = await without('read_runs');
  const hidden = await get(`/v1/runs/${id}/outcomes`, stranger);
  expect(hidden.json().data).toMatchObject([{ outcome: 'failed', label: null }, { label: null }, { label: null }]);
  expect(hidden.body).not.toMatch(/SO-7|Anna/);
  const ofTickets = await get(`/v1/runs/${id}/outcomes`, await without('read_runs', 'read_tickets'));
  expect(ofTickets.json().data).toMatchObject([{ label: null }, { label: null }, { label: 'Damage: Anna Blum' }]);
  await own.sql(`update runs set state = 'prepared' where id = $1`, [id]);
  expect((await get(`/v1/runs/${id}`)).statusCode).toBe(404);
  expect((await get(`/v1/runs/${id}/outcomes`)).statusCode).toBe(404);
});
