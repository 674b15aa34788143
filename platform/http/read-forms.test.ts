import { readdir } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Person, testWeb } from '../../test/web.ts';

const own = testWeb();
let ann: Person;
let bea: Person;

beforeAll(async () => {
  [ann, bea] = [await own.person(await own.account()), await own.person(await own.account())];
  await own.web.listen({ port: 0, host: '127.0.0.1' });
});

/** Begins to send a file of 190 MB, and goes no further than its first rows. */
function begin({ cookie }: Person): { form: ClientRequest; reply: Promise<[number | undefined, string]> } {
  const form = request({
    ...{ port: (own.web.server.address() as AddressInfo).port, method: 'POST', path: '/api/upload-csv/2?preview=1' },
    headers: {
      ...{ cookie, 'sec-fetch-site': 'same-origin', accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      ...{ 'content-type': 'multipart/form-data; boundary=x', 'content-length': 190 * 1024 * 1024 },
    },
  });
  const { promise, resolve } = Promise.withResolvers<[number | undefined, string]>();
  form.on('error', () => undefined).on('response', async (response) => resolve([response.statusCode, (await response.toArray()).join('')]));
  onTestFinished(() => void form.destroy());
  form.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nsku,name\n');
  form.write('A,a name\n'.repeat(10_000));
  return { form, reply: promise };
}

/** How many files of an account are being written. */
const arriving = async ({ accountId }: Person) =>
  (await readdir(join(own.web.parts.env.filesDir, String(accountId))).catch(() => [])).filter((name) => name.endsWith('.part')).length;

test('forms of an account that arrive at the same time have so many bytes together, and others have theirs', async () => {
  const first = begin(ann);
  begin(ann);
  await expect.poll(() => arriving(ann)).toBe(2);
  const [status, text] = await begin(ann).reply;
  expect([status, JSON.parse(text).errorMessage]).toEqual([
    429,
    'Your account is uploading more than 500 MB at the same time. Wait until some of it has arrived, then choose this file again.',
  ]);
  begin(bea);
  await expect.poll(() => arriving(bea)).toBe(1);
  first.form.destroy();
  await expect.poll(() => arriving(ann)).toBe(1);
  begin(ann);
  await expect.poll(() => arriving(ann)).toBe(2);
});
