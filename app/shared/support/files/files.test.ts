import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { root } from '../../../../bin/stop.mjs';
import { inTenant } from '../../../../platform/tenant.ts';
import { loadedBy, readGraph } from '../../../../test/boundaries/graph.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { writeFileSize } from '../../../ui/words/file-size.ts';
import { documentTooLarge, imageTooLarge, largestImage, longestSide, notAFile, tooManyPixels } from '../../files/limits.ts';
import { requireRoom, usedBytes } from '../../files/quota.ts';

const own = testWeb();
let ann: Person;
let bea: Person;
let stranger: Person;
let ticket = 0;

beforeAll(async () => {
  const accountId = await own.account();
  [ann, bea] = [await own.person(accountId), await own.person(accountId)];
  stranger = await own.person(await own.account());
  const payload = { subject_1: 'Orders', subject_2: 'A scratched mug', description: 'See the picture.' };
  ticket = (await own.as(ann, { method: 'POST', url: '/support', payload })).json().id;
});

/** A photograph as a camera makes it: turned on its side, with the place where it was taken. */
const photograph = () =>
  sharp({ create: { width: 3_000, height: 1_000, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Artist: 'somebody', Orientation: '6' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

async function upload(name: string, bytes: Buffer | string, person = ann) {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(Buffer.from(bytes))], name));
  const sent = new Response(form);
  return own.as(person, {
    method: 'POST',
    url: `/support-tickets/${ticket}/files`,
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
}

const get = (url: string, person = ann) => own.as(person, { url });
const write = (payload: object, person = ann) => own.as(person, { method: 'POST', url: `/support-tickets/${ticket}/messages`, payload });
const stored = (id: number) => own.sql('select id from files where id = $1', [id]);

test('a photograph is scaled, turned upright, and no longer says who took it where', async () => {
  const reply = await upload('IMG 1.jpg', await photograph());
  expect([reply.statusCode, reply.json()]).toEqual([
    201,
    { id: expect.any(Number), name: 'IMG 1.jpg', bytes: expect.any(Number), address: expect.any(String), picture: true, deletable: true },
  ]);
  const shown = await get(reply.json().address);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
  });
  expect(shown.headers['content-security-policy']).toContain('sandbox');
  const { width, height, exif, orientation } = await sharp(shown.rawPayload).metadata();
  expect({ width, height, exif, orientation }).toEqual({
    width: Math.round(longestSide / 3),
    height: longestSide,
    exif: undefined,
    orientation: undefined,
  });
});

test.each([
  ['a PDF', 'invoice.pdf', '%PDF-1.7 x', 'application/pdf'],
  ['a table', 'late.csv', 'order,days\nSO-1,3\n', 'text/csv'],
  ['a page, which is never shown as one', 'x.html', '<script>attacked()</script>', 'text/plain'],
  ['a vector image, which is never shown as one', 'x.svg', '<svg onload="attacked()"/>', 'text/plain'],
  ['an office file', 'x.xlsx', 'PK\u0003\u0004 x', 'application/zip'],
])('%s is taken, and comes back as a download', async (_, name, content, type) => {
  const { address, picture } = (await upload(name, content)).json();
  const reply = await get(address);
  expect([picture, reply.headers['content-type'], reply.body]).toEqual([false, type, content]);
  expect(reply.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
});

test.each<[string, string, Buffer | string, number, string]>([
  ['a program', 'report.pdf', Buffer.from('MZ\u0090\u0000\u0003\u0000', 'latin1'), 422, notAFile],
  ['a script', 'report.txt', '#!/bin/sh\nrm -rf /', 422, notAFile],
  ['what only begins like a picture', 'a.png', Buffer.from('\x89PNG\r\n\x1a\n no', 'latin1'), 422, 'This picture cannot be read.'],
  ['an empty file', 'a.txt', '', 422, 'This file is empty.'],
  ['a picture that is too large', 'a.gif', Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(largestImage)]), 413, imageTooLarge],
  ['a file that is too large', 'a.txt', Buffer.alloc(20 * 1024 * 1024 + 1, 'x'), 413, documentTooLarge],
])('%s is refused, and nothing of it is stored', async (_, name, bytes, status, sentence) => {
  const count = async () => (await own.sql('select count(*)::int as n from files'))[0]?.n;
  const before = await count();
  const reply = await upload(name, bytes);
  expect([reply.statusCode, JSON.stringify(reply.json())]).toEqual([status, expect.stringContaining(sentence)]);
  expect(await count()).toBe(before);
});

test('a picture that unpacks to more than the memory holds is refused', async () => {
  const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: 'black' }, limitInputPixels: false })
    .png()
    .toBuffer();
  expect(bomb.length).toBeLessThan(largestImage);
  expect((await upload('bomb.png', bomb)).statusCode).toBe(422);
});

const black = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'black' } })
    .png()
    .toBuffer();

test('a picture of more than 25 megapixels is refused in a sentence', async () => {
  const reply = await upload('large.png', await black(5_200, 5_000));
  expect([reply.statusCode, reply.body]).toEqual([422, expect.stringContaining(tooManyPixels)]);
});

test('pictures are decoded outside the web process and the worker, one after the other', async () => {
  const picture = await black(5_000, 4_900);
  const replies = await Promise.all([1, 2, 3].map(() => upload('large.png', picture)));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  // Neither loads what could decode one.
  const graph = await readGraph(root);
  const decodes = (path: string) => graph.get(path)?.imports.some(({ target, typeOnly }) => target === 'sharp' && !typeOnly);
  expect(['app/shared/files/picture-process.ts'].filter(decodes)).toHaveLength(1);
  expect(loadedBy(graph, ['app/web.ts', 'app/worker.ts', 'app/routes.ts']).filter(decodes)).toEqual([]);
});

test('a name has no folders and no characters that turn it around', async () => {
  expect((await upload('../../etc/pass\u202Egpj.txt', 'x')).json().name).toBe('passgpj.txt');
});

test('files go with a message, are its owner’s, and end with it', async () => {
  await own.sql('delete from support_files');
  const [one, two] = [(await upload('one.txt', 'one')).json(), (await upload('two.txt', 'two')).json()];
  const pending = async (person: Person) => (await get(`/support-tickets/${ticket}`, person)).json().pending;
  expect([(await pending(ann)).length, (await pending(bea)).length]).toEqual([2, 0]);
  expect((await write({ body: '<p>Mine</p>', files: [one.id] }, bea)).statusCode).toBe(422);
  const { id } = (await write({ body: '', files: [one.id, two.id] })).json();
  const { messages } = (await get(`/support-tickets/${ticket}`, bea)).json();
  expect(messages.at(-1)).toMatchObject({ id, body: '', files: [{ name: 'one.txt', deletable: false }, { name: 'two.txt' }] });
  expect((await write({ body: '<p>Again</p>', files: [one.id] })).statusCode).toBe(422);
  const { body } = await get(one.address, bea);
  expect(body).toBe('one');
  await own.as(ann, { method: 'DELETE', url: `/support-tickets/${ticket}/messages/${id}` });
  expect([await stored(one.id), (await get(one.address)).statusCode, (await get(`/api/files/${two.id}`)).statusCode]).toEqual([
    [],
    404,
    404,
  ]);
});

test('a file is deleted by who uploaded it, also by the address of the specification, but never by a link', async () => {
  const upToThree = await Promise.all(['a', 'b', 'c'].map(async (name) => (await upload(`${name}.txt`, name)).json().id as number));
  const [a = 0, b = 0, c = 0] = upToThree;
  const byGet = (id: number, person = ann, headers = {}) => own.as(person, { url: `/api/files/${id}/delete`, headers });
  expect((await byGet(a, ann, { 'x-requested-with': '' })).statusCode).toBe(405);
  expect((await byGet(a, ann, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  expect([(await byGet(a, bea)).statusCode, (await byGet(a, stranger)).statusCode]).toEqual([403, 404]);
  const reply = await byGet(a);
  expect([reply.statusCode, reply.body]).toEqual([200, 'success']);
  expect((await byGet(a)).statusCode).toBe(404);
  expect((await own.as(ann, { method: 'DELETE', url: `/api/files/${b}/delete` })).json()).toEqual({ message: 'The file was deleted.' });
  const inTicket = (id: number) => own.as(ann, { method: 'DELETE', url: `/support-tickets/${ticket}/files/${id}` });
  expect((await inTicket(c)).json()).toEqual({ message: 'The file was deleted.' });
  expect(await Promise.all(upToThree.map(stored))).toEqual([[], [], []]);
});

test('an account has so much room, and is told so in a sentence', async () => {
  const used = await inTenant(own.database, ann, usedBytes);
  const room = (bytes: number) => inTenant(own.database, ann, (tenant) => requireRoom(tenant, bytes, used + 2_048));
  await room(2_048);
  await expect(room(2_049)).rejects.toThrow(
    `Your account has used ${writeFileSize(used)} of its ${writeFileSize(used + 2_048)} for files, and this one has 2.00 KB. Delete files that nobody needs, or cancel imports that wait.`,
  );
});

test('a file of another account’s ticket does not exist', async () => {
  const { id, address } = (await upload('a.txt', 'a')).json();
  expect((await get(address, stranger)).statusCode).toBe(404);
  expect((await upload('b.txt', 'b', stranger)).statusCode).toBe(404);
  expect((await own.as(stranger, { method: 'DELETE', url: `/support-tickets/${ticket}/files/${id}` })).statusCode).toBe(404);
});

test.each([
  [0, '0 bytes'],
  [1_023, '1023 bytes'],
  [1_024, '1.00 KB'],
  [1_536, '1.50 KB'],
  [5_000_000, '4.77 MB'],
  [3 * 1024 ** 3, '3.00 GB'],
])('%i bytes are written %s', (bytes, words) => expect(writeFileSize(bytes)).toBe(words));
