import { beforeAll, expect, test } from 'vitest';
import { encoded } from '../../../../../test/encoded.ts';
import { importing } from '../../../../../test/imports.ts';
import { importingReports } from '../../../../../test/listing-reports.ts';
import { addConnection } from '../../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../../test/web.ts';
import type { Encoding } from '../../../../shared/imports/reading/encodings/list.ts';
import { importTexts } from '../../../../shared/imports/texts.ts';
import { entities } from '../entities.ts';

const own = testWeb();
const { send, check, apply, work, act, stateOf, rowsOf } = importing(own);
const reports = importingReports(own);
let ann: Person;
beforeAll(async () => {
  ann = await own.person(await own.account(), 'admin');
});

/** Of one letter beyond ASCII nobody knows whose it is. */
const doubtful = encoded('sku,name\nFLOUR,Mąka\n', 'windows-1250');

const choose = (id: number, encoding: Encoding, by = ann, run_id: number | null = null) =>
  own.as(by, { method: 'PUT', url: `/api/imports/${id}/encoding`, payload: { encoding, run_id } });

const nameOf = async (sku: string) => (await own.sql<{ name: string }>('select name from products where sku = $1', [sku]))[0]?.name;

test('a Polish file whose letters show what they are is imported as it was written', async () => {
  const id = await check(ann, encoded('sku,name\nBOAT,Żółta łódź\n', 'windows-1250'));
  await apply(ann, id);
  expect(await nameOf('BOAT')).toBe('Żółta łódź');
});

test('a file that can be read in several ways waits for a person, with or without a preview', async () => {
  for (const preview of [true, false]) {
    const reply = await send(ann, doubtful, { preview });
    expect([reply.statusCode, reply.json()]).toMatchObject([
      200,
      { state: 'mapping', alertType: 'info', message: importTexts.unsure, import_success: 0 },
    ]);
    expect(reply.json().readings.slice(0, 2)).toEqual([
      { encoding: 'windows-1250', lines: ['FLOUR,Mąka'] },
      { encoding: 'iso-8859-2', lines: ['FLOUR,Mška'] },
    ]);
    await act(ann, reply.json().importId, 'cancel');
  }
  expect(await nameOf('FLOUR')).toBeUndefined();
});

test('what a person chooses is kept with the import, checked, shown before it is applied, and can be chosen again', async () => {
  const { importId: id } = (await send(ann, doubtful, { preview: false })).json();
  const refused = await act(ann, id, 'apply');
  expect([refused.statusCode, refused.json().errorMessage]).toEqual([409, 'Choose first how this file is read.']);
  expect((await choose(id, 'iso-8859-2')).statusCode).toBe(200);
  await work(ann, id);
  expect(await stateOf(id)).toMatchObject({ state: 'checked', created: 1 });
  expect((await rowsOf(ann, id, 'c')).data[0].cells).toContainEqual({ column: 'name', value: 'Mška', from: null });
  const [{ run_id: seen }] = (await own.sql<{ run_id: number }>('select run_id from imports where id = $1', [id])) as [{ run_id: number }];
  expect((await choose(id, 'windows-1250')).statusCode).toBe(409);
  expect((await choose(id, 'windows-1250', ann, seen)).statusCode).toBe(200);
  await work(ann, id);
  await apply(ann, id);
  expect(await nameOf('FLOUR')).toBe('Mąka');
});

test('a call may say the encoding, and nobody is asked', async () => {
  const file = encoded('sku,name\nSALT,Sól kąpielowa\n', 'windows-1250');
  const reply = await send(ann, file, { encoding: 'windows-1250' });
  expect(reply.json()).toMatchObject({ state: 'checking' });
  expect(reply.json()).not.toHaveProperty('readings');
  await work(ann, reply.json().importId);
  await apply(ann, reply.json().importId);
  expect(await nameOf('SALT')).toBe('Sól kąpielowa');
  expect((await send(ann, file, { encoding: 'klingon' })).statusCode).toBe(422);
});

test('the same file with another encoding is another import', async () => {
  const file = encoded('sku,name\nPEPPER,Mąka\n', 'windows-1250');
  const upload = async (encoding: Encoding) => (await send(ann, file, { encoding })).json().importId;
  const wrong = await upload('iso-8859-2');
  const right = await upload('windows-1250');
  expect(right).not.toBe(wrong);
  expect(await upload('windows-1250')).toBe(right);
  for (const id of [wrong, right]) await act(ann, id, 'cancel');
});

test.each(['encoding', 'columns'] as const)(
  'an import that failed without a preview shows what it would do once its %s is chosen',
  async (what) => {
    const file = encoded(`sku,name\nTEA-${what},Mąka\n`, 'windows-1250');
    const { importId: id } = (await send(ann, file, { preview: false, encoding: 'windows-1250' })).json();
    await own.sql(`update imports set state = 'failed' where id = $1`, [id]);
    const chosen = { encoding: { encoding: 'windows-1250' }, columns: { columns: { sku: 0, name: 1 }, createCategories: false } };
    const reply = await own.as(ann, { method: 'PUT', url: `/api/imports/${id}/${what}`, payload: chosen[what] });
    expect(reply.statusCode).toBe(200);
    await work(ann, id);
    expect(await stateOf(id)).toMatchObject({ state: 'checked', created: 1 });
    expect(await nameOf(`TEA-${what}`)).toBeUndefined();
  },
);

test('columns are recognised anew by the encoding that was chosen', async () => {
  const file = encoded('sku,Größe\nX,Mąka\n'.replace('Größe', 'name'), 'windows-1250');
  const { importId: id } = (await send(ann, file)).json();
  await choose(id, 'utf-16le');
  expect(await stateOf(id)).toMatchObject({ state: 'mapping' });
  await choose(id, 'windows-1250');
  await work(ann, id);
  expect(await stateOf(id)).toMatchObject({ state: 'checked', created: 1 });
});

const columnsOf = async (id: number) => (await own.sql<{ mapping: object }>('select mapping from imports where id = $1', [id]))[0]?.mapping;

const chooseColumns = async (id: number, columns: Record<string, number>) =>
  own.as(ann, { method: 'PUT', url: `/api/imports/${id}/columns`, payload: { columns, createCategories: false } });

test('a column that a person chose stays where it is, for them to look at, where its header reads otherwise', async () => {
  const { importId: id } = (
    await send(ann, encoded('sku,Nazwa mąki,name\nRYE,Żytnia,x\n', 'windows-1250'), { encoding: 'iso-8859-2' })
  ).json();
  await work(ann, id);
  expect((await chooseColumns(id, { sku: 0, name: 1 })).statusCode).toBe(200);
  await work(ann, id);
  const chooseNow = (encoding: Encoding) => own.as(ann, { method: 'PUT', url: `/api/imports/${id}/encoding`, payload: { encoding } });
  expect((await chooseNow('windows-1250')).statusCode).toBe(200);
  expect([await stateOf(id), await columnsOf(id)]).toMatchObject([{ state: 'mapping' }, { sku: 0, name: 1 }]);
  expect(
    await own.sql(`select changes from audit_entries where noun = 'import' and record_id = $1 order by id desc limit 1`, [id]),
  ).toMatchObject([{ changes: { state: { to: 'mapping' } } }]);
  await chooseColumns(id, { sku: 0, name: 1 });
  await work(ann, id);
  await apply(ann, id);
  expect(await nameOf('RYE')).toBe('Żytnia');
});

test('mended rows are read with the columns of their import, however late their encoding is chosen', async () => {
  const first = await check(ann, 'sku,Mąka,name\nOAT,Owsiana,x\n');
  await chooseColumns(first, { sku: 0, name: 1 });
  await work(ann, first);
  const mended = encoded('sku,Mąka,name\nOAT,Owsiana,x\n', 'windows-1250');
  const { importId: id } = (await send(ann, mended, { continues: first })).json();
  await choose(id, 'iso-8859-2');
  expect(await stateOf(id)).toMatchObject({ state: 'mapping' });
  await choose(id, 'windows-1250');
  expect(await columnsOf(id)).toEqual({ sku: 0, name: 1 });
  await work(ann, id);
  await apply(ann, id);
  expect(await nameOf('OAT')).toBe('Owsiana');
});

test('every kind of file waits so', async () => {
  const connectionId = await addConnection(own, ann.accountId);
  const [{ slug }] = (await own.sql<{ slug: string }>('select slug from connections where id = $1', [connectionId])) as [{ slug: string }];
  for (const { number, columns, isOfConnection } of Object.values(entities)) {
    const file = encoded(`${columns[0].name},${columns[1]?.name}\nA,Mąka\n`, 'windows-1250');
    const reply = await send(ann, file, { entity: number, connector: isOfConnection ? slug : undefined });
    expect([number, reply.json().state, reply.json().message]).toEqual([number, 'mapping', importTexts.unsure]);
    expect((await choose(reply.json().importId, 'windows-1250')).statusCode).toBe(200);
    expect(await stateOf(reply.json().importId)).toMatchObject({ state: 'checking' });
    await act(ann, reply.json().importId, 'cancel');
  }
});

test('a listing report waits so too, and links nothing before', async () => {
  const file = encoded('seller-sku\titem-name\tlisting-id\nFLOUR\tMąka\tL-9\n', 'windows-1250');
  const reply = await reports.send(ann, file);
  expect(reply.json()).toMatchObject({ message: importTexts.unsure, alertType: 'info', linked: 0 });
  const { importId: id } = reply.json();
  const named = () => own.sql('select name from connector_products where connector_product_sku = $1', ['FLOUR']);
  expect(await named()).toEqual([]);
  await choose(id, 'windows-1250');
  await work(ann, id);
  expect(await stateOf(id)).toMatchObject({ state: 'applied' });
  expect(await named()).toEqual([{ name: 'Mąka' }]);
});

test('of another account nobody chooses anything', async () => {
  const { importId: id } = (await send(ann, doubtful)).json();
  const bea = await own.person(await own.account());
  expect((await choose(id, 'windows-1250', bea)).statusCode).toBe(404);
  expect(await stateOf(id)).toMatchObject({ state: 'mapping' });
});

test('a file whose columns are not known waits for them, and says so', async () => {
  const reply = await send(ann, 'Article;Title\nA;b\n');
  expect(reply.json()).toMatchObject({ state: 'mapping', message: importTexts.unknownColumns });
});
