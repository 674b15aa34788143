import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { withoutPerson } from '../../../../platform/tenant.ts';
import { threadTimeOf } from '../../../../test/thread-time.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { imageTooLarge, largestImage, notAnImage } from '../../../shared/files/limits.ts';
import { sniffImage } from '../../../shared/files/sniff.ts';
import { storeItems } from '../../products/items.ts';
import type { Kind } from '../kinds.ts';
import { deletePicturesOfDeleted } from './deleted-items.ts';

const own = testWeb();
const kinds = ['products', 'raw_materials'] as const;
const mug = sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } });
const [png, jpeg] = await Promise.all([mug.png().toBuffer(), mug.jpeg().toBuffer()]);
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const html = Buffer.from('<!doctype html><script>alert(1)</script>');
let ann: Person;
let bea: Person;
let count = 0;

beforeAll(async () => {
  ann = await own.person(await own.account());
  bea = await own.person(await own.account());
});

async function addItem(kind: Kind): Promise<{ id: number; sku: string }> {
  count += 1;
  const sku = `MUG-${count}`;
  const [row] = await own.sql<{ id: string }>(
    `insert into ${kind} (account_id, sku, name, image_url) values ($1, $2, 'A mug', 'theirs.png') returning id`,
    [ann.accountId, sku],
  );
  return { id: Number(row?.id), sku };
}

/** A form with a file, as a browser sends it. */
async function upload(kind: Kind, id: number, bytes: Buffer, person: Person | null = ann, field = 'file') {
  const form = new FormData();
  form.set(field, imageFile(bytes));
  return send(kind, id, form, person);
}

const imageFile = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'mug.png', { type: 'image/png' });

async function send(kind: Kind, id: number, form: FormData, person: Person | null = ann) {
  const sent = new Response(form);
  return own.as(person, {
    method: 'PUT',
    url: `/api/${kind}/${id}/image`,
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
}

const show = (address: string, person: Person | null = ann, headers = {}) => own.as(person, { url: `/uploads/${address}`, headers });
const shownImage = async (kind: Kind, sku: string) => {
  const { data } = (await own.as(ann, { url: `/api/${kind}/search?q=${sku}` })).json();
  return data[0].image_url;
};

test.each(kinds)('%s: an image that was uploaded is shown instead of the warehouse’s, until it is removed', async (kind) => {
  const { id, sku } = await addItem(kind);
  const changed = await upload(kind, id, png);
  expect([changed.statusCode, changed.json()]).toEqual([
    200,
    { message: 'The image was changed.', image_url: expect.stringMatching(/^images\/\d+$/) },
  ]);
  expect(await shownImage(kind, sku)).toBe(changed.json().image_url);
  const removed = await own.as(ann, { method: 'DELETE', url: `/api/${kind}/${id}/image` });
  expect([removed.statusCode, removed.json()]).toEqual([200, { message: 'The image was removed.', image_url: 'theirs.png' }]);
  expect((await show(changed.json().image_url)).statusCode).toBe(404);
  expect((await own.as(ann, { method: 'DELETE', url: `/api/${kind}/${id}/image` })).statusCode).toBe(200);
});

test.each(kinds)('%s: an item that was deleted has its own image again when that is undone within thirty days', async (kind) => {
  const { id, sku } = await addItem(kind);
  const { image_url } = (await upload(kind, id, png)).json();
  const deletion = async () => {
    await own.as(ann, { method: 'DELETE', url: `/api/${kind}/${id}` });
    const [run] = await own.sql<{ id: string }>('select id from runs where subject = $1 order by id desc limit 1', [
      { code: 'one', name: sku, action: 'delete' },
    ]);
    return Number(run?.id);
  };
  const undo = (runId: number) => own.as(ann, { method: 'POST', url: `/api/runs/${runId}/undo` });
  const deleteOld = () => withoutPerson(own.database, ann.accountId, (tenant) => deletePicturesOfDeleted(tenant, own.web.parts.files));
  const first = await deletion();
  await deleteOld();
  expect((await undo(first)).statusCode).toBe(200);
  expect([await shownImage(kind, sku), (await show(image_url)).statusCode]).toEqual([image_url, 200]);
  await own.sql(`update runs set started_at = now() - interval '31 days' where id = $1`, [first]);
  await deleteOld();
  expect((await show(image_url)).statusCode).toBe(200);
  const second = await deletion();
  await deleteOld();
  expect((await show(image_url)).statusCode).toBe(200);
  await own.sql(`update runs set started_at = now() - interval '31 days' where id = $1`, [second]);
  await deleteOld();
  expect((await show(image_url)).statusCode).toBe(404);
  expect((await undo(second)).statusCode).toBe(200);
  expect(await shownImage(kind, sku)).toBe('theirs.png');
});

test('the next sync of the warehouse keeps an uploaded image, and does not show it again once it is removed', async () => {
  const { id, sku } = await addItem('products');
  const { image_url } = (await upload('products', id, png)).json();
  await withoutPerson(own.database, ann.accountId, (tenant) =>
    storeItems(tenant, 0, [
      { sku, name: 'A mug', upc: null, description: null, imageUrl: 'https://example.com/new.png', warehouseLocation: null },
    ]),
  );
  expect(await shownImage('products', sku)).toBe(image_url);
  await own.as(ann, { method: 'DELETE', url: `/api/products/${id}/image` });
  expect(await shownImage('products', sku)).toBe('https://example.com/new.png');
});

test('an image is served with the type of its bytes, and cannot run scripts', async () => {
  const { id } = await addItem('products');
  const { image_url } = (await upload('products', id, jpeg)).json();
  const reply = await show(image_url);
  expect([reply.statusCode, sniffImage(reply.rawPayload)]).toEqual([200, 'image/jpeg']);
  expect(reply.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String(reply.rawPayload.length),
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'cache-control': 'private, max-age=3600',
  });
  const again = await show(image_url, ann, { 'if-none-match': reply.headers.etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await own.as(ann, { method: 'HEAD', url: `/uploads/${image_url}` })).statusCode).toBe(200);
});

test('a changed image has a new address, and the old one is gone', async () => {
  const { id } = await addItem('products');
  const first = (await upload('products', id, png)).json().image_url;
  const second = (await upload('products', id, jpeg)).json().image_url;
  expect(second).not.toBe(first);
  expect([(await show(first)).statusCode, (await show(second)).statusCode]).toEqual([404, 200]);
});

test('an image is its account’s alone', async () => {
  const { id } = await addItem('products');
  const { image_url } = (await upload('products', id, png)).json();
  expect((await show(image_url, bea)).statusCode).toBe(404);
  expect((await show(image_url, bea, { 'if-none-match': `"${image_url.slice(7)}"` })).statusCode).toBe(404);
  expect((await show(image_url, null)).statusCode).toBe(401);
  const refused = await upload('products', id, png, bea);
  expect([refused.statusCode, refused.json().errorMessage]).toEqual([404, 'This product does not exist.']);
  expect((await own.as(bea, { method: 'DELETE', url: `/api/products/${id}/image` })).statusCode).toBe(404);
  expect((await show(image_url)).statusCode).toBe(200);
});

test.each(['', 'images', 'images/0', 'images/1e3', 'images/99999999', 'theirs.png', '../images/1', 'images/1/2', '%2e%2e/etc/passwd', '*'])(
  'nothing is at uploads/%s',
  async (path) => {
    expect((await show(path)).statusCode).toBe(404);
  },
);

test('a file that is no image is never shown', async () => {
  const [file] = await own.sql<{ id: string }>(
    `insert into files (account_id, key, name, content_type, bytes) values ($1, 'x', 'orders.csv', 'text/csv', 1) returning id`,
    [ann.accountId],
  );
  expect((await show(`images/${file?.id}`)).statusCode).toBe(404);
});

test.each([
  ['svg', svg],
  ['html', html],
  ['text', Buffer.from('PNG')],
])('%s, whatever its name, is refused and nothing changes', async (_, bytes) => {
  const { id, sku } = await addItem('products');
  const reply = await upload('products', id, bytes);
  expect([reply.statusCode, reply.json()]).toEqual([422, { file: [notAnImage] }]);
  expect(await shownImage('products', sku)).toBe('theirs.png');
});

test('an image that is too large is refused, at the limit and far above it', async () => {
  const { id } = await addItem('products');
  const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)]);
  expect((await upload('products', id, padded(largestImage))).statusCode).toBe(200);
  const over = await upload('products', id, padded(largestImage + 1));
  expect([over.statusCode, over.json()]).toEqual([413, { errorMessage: imageTooLarge, code: 'too_large' }]);
  const far = await upload('products', id, padded(largestImage * 2));
  expect([far.statusCode, far.json().errorMessage]).toEqual([413, 'This is too large: at most 5 MB.']);
});

test('a body that is no form with a file is refused', async () => {
  const { id } = await addItem('products');
  const put = (type: string, payload: string) =>
    own.as(ann, { method: 'PUT', url: `/api/products/${id}/image`, headers: { 'content-type': type }, payload });
  expect((await upload('products', id, Buffer.alloc(0))).json()).toEqual({ file: ['Choose an image.'] });
  expect((await upload('products', id, png, ann, 'picture')).statusCode).toBe(422);
  expect((await put('application/json', '{"file":"x"}')).statusCode).toBe(422);
  expect((await put('multipart/form-data; boundary=x', 'no parts at all')).statusCode).toBe(400);
  expect((await put('multipart/form-data', '--x')).statusCode).toBe(400);
  expect((await put('image/png', 'x')).statusCode).toBe(415);
  const elsewhere = await own.as(ann, {
    method: 'PUT',
    url: '/api/orders/save',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x--',
  });
  expect(elsewhere.statusCode).toBe(415);
});

test.each([
  ['a plain one', 'x', 'x'],
  ['one of every character that a token may have', "a'+_-.z", "a'+_-.z"],
  ['a quoted one with all others', '"(a),/:=? z"', '(a),/:=? z'],
  ['a quoted one with a sign that needs no backslash', '"a\\b"', 'ab'],
  ['the longest', 'b'.repeat(70), 'b'.repeat(70)],
  ['one beside another parameter', 'x; charset=utf-8', 'x'],
])('a form whose boundary is %s is read', async (_, written, boundary) => {
  const { id } = await addItem('products');
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\nContent-Type: image/png\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), png, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = { 'content-type': `Multipart/Form-Data; boundary=${written}` };
  const reply = await own.as(ann, { method: 'PUT', url: `/api/products/${id}/image`, headers, payload });
  expect([reply.statusCode, reply.body]).toEqual([200, expect.anything()]);
});

test.each(['', '""', '"x', 'x; boundary=y', 'b'.repeat(71), '"x "', 'a b', '"a@b"', 'x, y'])('the boundary %s is none', async (written) => {
  const { id } = await addItem('products');
  const headers = { 'content-type': `multipart/form-data; boundary=${written}` };
  const reply = await own.as(ann, { method: 'PUT', url: `/api/products/${id}/image`, headers, payload: '--x--' });
  expect([reply.statusCode, reply.json().errorMessage]).toEqual([400, 'This form cannot be read.']);
});

test('two images, or an image with other fields, are refused with what to do instead', async () => {
  const { id, sku } = await addItem('products');
  const form = new FormData();
  form.append('file', imageFile(png));
  form.append('file', imageFile(jpeg));
  const two = await send('products', id, form);
  expect([two.statusCode, two.json()]).toEqual([422, { file: ['Choose one file, not several.'] }]);
  expect(await shownImage('products', sku)).toBe('theirs.png');
  const withFields = new FormData();
  for (let n = 0; n < 20; n++) withFields.append(`note-${n}`, 'x');
  withFields.append('file', imageFile(png));
  const many = await send('products', id, withFields);
  expect([many.statusCode, many.json().code]).toEqual([413, 'too_many_parts']);
});

test('a refused image leaves nothing in the file store', async () => {
  const { id } = await addItem('products');
  const before = await keysOf(ann);
  const form = new FormData();
  form.append('file', imageFile(png));
  form.append('file', imageFile(jpeg));
  await send('products', id, form);
  await upload('products', id, svg);
  await upload('products', id, Buffer.concat([png, Buffer.alloc(largestImage)]));
  await upload('products', 999_999_999, png);
  expect(await keysOf(ann)).toEqual(before);
});

async function keysOf({ accountId }: Person): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of own.web.parts.files.store.list(String(accountId), new Date(Date.now() + 60_000))) keys.push(...page);
  return keys.sort();
}

test('a form without a length is not read', async () => {
  const { id } = await addItem('products');
  const reply = await own.as(ann, {
    method: 'PUT',
    url: `/api/products/${id}/image`,
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' },
    payload: Readable.from(['--x\r\n']),
  });
  expect([reply.statusCode, reply.json().code]).toEqual([411, 'no_length']);
});

/** Over a socket, from which a body comes in pieces. */
async function putFrom(person: Person | null, id: number): Promise<ClientRequest> {
  if (!own.web.server.listening) await own.web.listen({ port: 0, host: '127.0.0.1' });
  const { port } = own.web.server.address() as AddressInfo;
  return request(`http://127.0.0.1:${port}/api/products/${id}/image`, {
    method: 'PUT',
    headers: {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': largestImage,
      ...(person && { cookie: person.cookie, 'sec-fetch-site': 'same-origin' }),
    },
  });
}

test('signed out, an upload is refused before its body has arrived', async () => {
  const { id } = await addItem('products');
  const put = await putFrom(null, id);
  put.flushHeaders();
  const [reply] = (await once(put, 'response')) as [IncomingMessage];
  put.destroy();
  expect(reply.statusCode).toBe(401);
});

test.each<[how: string, person: () => Person | null, status: number]>([
  ['signed out', () => null, 401],
  ['signed in', () => ann, 413],
])('%s, five megabytes of empty parts cost next to nothing', async (_, person, status) => {
  const { id } = await addItem('products');
  const put = await putFrom(person(), id);
  const { ms, result } = await threadTimeOf(async () => {
    put.end(Buffer.alloc(largestImage, '--x\r\n\r\n'));
    const [reply] = (await once(put, 'response')) as [IncomingMessage];
    await reply.toArray();
    return reply.statusCode;
  });
  expect(result).toBe(status);
  // Looking at each of the parts takes seconds.
  expect(ms).toBeLessThan(600);
});
