import { beforeAll, expect, test } from 'vitest';
import { deleteFile } from '../../../platform/files.ts';
import { inTenant } from '../../../platform/tenant.ts';
import { addTextFile } from '../../../test/add-file.ts';
import { type Person, testWeb } from '../../../test/web.ts';

const own = testWeb();
let ann: Person;
let bea: Person;

beforeAll(async () => {
  ann = await own.person(await own.account('A'));
  bea = await own.person(await own.account('B'));
});

const store = () => inTenant(own.database, ann, (tenant) => addTextFile(tenant, own.web.parts.files, 'Bericht "ä".csv', 'a,b\n1,2\n'));

test('a file comes back as it was, always as a download', async () => {
  const file = await store();
  expect(file.bytes).toBe(8);
  const reply = await own.as(ann, { url: `/api/files/${file.id}` });
  expect(reply.body).toBe('a,b\n1,2\n');
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv',
    'content-length': '8',
    'content-disposition': "attachment; filename*=UTF-8''Bericht%20%22%C3%A4%22.csv",
    'x-content-type-options': 'nosniff',
  });
});

test('another account’s file does not exist', async () => {
  const { id } = await store();
  expect((await own.as(bea, { url: `/api/files/${id}` })).statusCode).toBe(404);
});

test('a deleted file is gone, and nobody deletes another account’s', async () => {
  const { id } = await store();
  const status = async () => (await own.as(ann, { url: `/api/files/${id}` })).statusCode;
  await inTenant(own.database, bea, (tenant) => deleteFile(tenant, own.web.parts.files, id));
  expect(await status()).toBe(200);
  await inTenant(own.database, ann, (tenant) => deleteFile(tenant, own.web.parts.files, id));
  expect(await status()).toBe(404);
});

test('a file whose deletion is rolled back keeps its bytes', async () => {
  const { id } = await store();
  const deleted = inTenant(own.database, ann, async (tenant) => {
    await deleteFile(tenant, own.web.parts.files, id);
    throw new Error('something else failed');
  });
  await expect(deleted).rejects.toThrow('something else failed');
  expect((await own.as(ann, { url: `/api/files/${id}` })).body).toBe('a,b\n1,2\n');
});
