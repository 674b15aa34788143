import { expect, onTestFinished, test } from 'vitest';
import { inTenant } from '../../../../../platform/tenant.ts';
import { importing } from '../../../../../test/imports.ts';
import { type Person, testWeb } from '../../../../../test/web.ts';
import { wordImport } from '../../../../base/import-outcomes.ts';
import { quotaBytes } from '../../../../shared/files/limits.ts';
import { requireRoomToUndo, usedBytes } from '../../../../shared/files/quota.ts';
import { mostOpen } from './room.ts';

const own = testWeb();
const { send, check, apply, undo, act, work, stateOf, rowsOf } = importing(own);

const someone = async () => own.person(await own.account());
const used = (person: Person) => inTenant(own.database, person, usedBytes);
const lines = (count: number, name = 'x') =>
  `sku,name\n${Array.from({ length: count }, (_, at) => `S${at},${name.repeat(40)}${at}`).join('\n')}\n`;

/** Another file of the account takes its room but for so many bytes. */
const fill = ({ accountId, userId }: Person, left: number) =>
  own.sql(
    `insert into files (account_id, key, name, content_type, bytes, user_id, uploaded) values ($1, $2, 'big', 'text/plain', $3, $4, true)`,
    [accountId, `${accountId}/big`, quotaBytes - left, userId],
  );

test('the file of an import, its rows and what is wrong in them count towards the room of the account', async () => {
  const ann = await someone();
  const file = lines(3_000);
  await check(ann, file);
  expect(await used(ann)).toBeGreaterThan(2 * file.length);
  const before = await used(ann);
  const wrong = `sku,weight\n${Array.from({ length: 1_000 }, (_, at) => `W${at},heavy`).join('\n')}\n`;
  await check(ann, wrong);
  expect((await used(ann)) - before).toBeGreaterThan(wrong.length + 1_000 * 100);
});

test('a file without room is refused, and leaves nothing', async () => {
  const ann = await someone();
  await fill(ann, 1_000);
  const reply = await send(ann, lines(100));
  expect([reply.statusCode, reply.json().errorMessage]).toEqual([
    413,
    expect.stringContaining('Your account has used 2.00 GB of its 2.00 GB'),
  ]);
  expect(await own.sql('select from imports where account_id = $1', [ann.accountId])).toEqual([]);
  expect(await own.sql('select from files where account_id = $1', [ann.accountId])).toHaveLength(1);
});

test('a file whose rows have no room fails its check, and says what to do', async () => {
  const ann = await someone();
  const file = lines(3_000);
  await fill(ann, file.length + 50_000);
  const id = await check(ann, file);
  expect(await stateOf(id)).toMatchObject({ state: 'failed', problem: wordImport({ code: 'no_room' }) });
});

test('a file that repeats its keys without room for what is wrong fails its check', async () => {
  const ann = await someone();
  const file = `sku,name\n${'SAME,x\n'.repeat(4_000)}`;
  await fill(ann, file.length + 100_000);
  const id = await check(ann, file);
  expect(await stateOf(id)).toMatchObject({ state: 'failed', problem: wordImport({ code: 'no_room' }) });
  const bob = await someone();
  const before = await used(bob);
  await check(bob, file);
  expect((await used(bob)) - before).toBeGreaterThan(4_000 * 200);
});

test('rows that were stored anew, because the database undid the first time, count once', async () => {
  const [ann, bob] = [await someone(), await someone()];
  const file = lines(1_000);
  await check(ann, file);
  const rows = (await used(ann)) - file.length;
  await own.sql('create sequence times');
  await own.sql(`create function fail_once() returns trigger language plpgsql security definer as $$ begin
    if nextval('times') = 1 then raise exception using errcode = '40001'; end if; return new; end $$`);
  await own.sql('create trigger fail_once before update on runs for each row when (new.done > old.done) execute function fail_once()');
  onTestFinished(async () => {
    await own.sql('drop function fail_once cascade');
    await own.sql('drop sequence times');
  });
  await fill(bob, file.length + Math.round(rows * 1.5));
  const id = await check(bob, file);
  expect(Number((await own.sql('select last_value from times'))[0]?.last_value)).toBeGreaterThan(1);
  expect(await stateOf(id)).toMatchObject({ state: 'checked' });
});

test('a cancelled import leaves neither its file nor its rows', async () => {
  const ann = await someone();
  const id = await check(ann, lines(100));
  await act(ann, id, 'cancel');
  expect(await used(ann)).toBe(0);
  await work(ann, id);
  for (const table of ['import_chunks', 'import_errors', 'files'])
    expect(await own.sql(`select from ${table} where account_id = $1`, [ann.accountId]), table).toEqual([]);
});

test('only so many imports wait at a time', async () => {
  const ann = await someone();
  const sent = (at: number) => send(ann, lines(1, `n${at}`));
  for (let at = 0; at < mostOpen; at++) expect((await sent(at)).statusCode).toBe(200);
  const reply = await sent(mostOpen);
  expect([reply.statusCode, reply.json().errorMessage]).toEqual([
    409,
    '20 imports of your account run or wait to be applied. Apply or cancel some of them first.',
  ]);
});

test('imports that have ended make room for new ones, and can still be undone', async () => {
  const ann = await someone();
  const id = await check(ann, lines(50));
  await apply(ann, id);
  await fill(ann, quotaBytes / 2);
  expect((await send(ann, lines(51))).statusCode).toBe(200);
  await work(ann, id);
  expect(await rowsOf(ann, id, 'c')).toEqual({ data: [], total: 0 });
  expect((await own.as(ann, { url: `/api/imports/${id}/wrong-rows` })).statusCode).toBe(404);
  await undo(ann, id);
  expect(await stateOf(id)).toMatchObject({ state: 'undone', applied: 50, kept: 0 });
});

test('what undoes imports takes no room from files and comments, but keeps an account from importing for ever', async () => {
  const ann = await someone();
  const id = await check(ann, lines(50));
  const before = await used(ann);
  await apply(ann, id);
  expect(await used(ann)).toBe(before);
  const room = (most: number) => inTenant(own.database, ann, (tenant) => requireRoomToUndo(tenant, most));
  await expect(room(1_000_000)).resolves.toBeUndefined();
  await expect(room(50)).rejects.toMatchObject({ status: 413, message: expect.stringContaining('What would undo the imports of your') });
});
