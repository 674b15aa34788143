import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { testEngine } from '../../../../test/shop/engine.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { enqueue } from '../../../base/job-queue.ts';
import { imageTooLarge, largestImage, notAnImage } from '../../../shared/files/limits.ts';
import { sniffImage } from '../../../shared/files/sniff.ts';
import type { Kind } from '../kinds.ts';
import { readRecord } from '../record/read.ts';

const own = testWeb();
const kinds = ['products', 'raw_materials'] as const;
const place = 'this was taken at home';
const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  .withExif({ IFD0: { ImageDescription: place } })
  .jpeg()
  .toBuffer();
let ann: Person;
let bea: Person;
/** Somebody's server, which these tests may reach although it is on this machine. */
let host: Server;
let origin: string;
const asked: string[] = [];
let count = 0;

const pages: Record<string, (response: ServerResponse) => void> = {
  '/mug.jpg': (response) => response.end(jpeg),
  '/page.jpg': (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<!doctype html><script>alert(1)</script>'),
  '/broken.png': (response) => response.end(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)])),
  '/huge.jpg': (response) => response.end(Buffer.concat([jpeg, Buffer.alloc(largestImage)])),
  '/moved.jpg': (response) => response.writeHead(302, { location: `${origin}/mug.jpg` }).end(),
};

beforeAll(async () => {
  host = createServer((request, response) => {
    asked.push(request.url ?? '');
    const page = pages[request.url ?? ''];
    if (page) page(response);
    else response.writeHead(404).end('none');
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  ann = await own.person(await own.account(), 'account_admin');
  bea = await own.person(await own.account(), 'account_admin');
});
afterAll(() => {
  host.closeAllConnections();
  host.close();
});

async function worker() {
  const engine = await testEngine(own, origin);
  engine.files.store = own.web.parts.files.store;
  return engine;
}

async function create(kind: Kind, image_url: string): Promise<{ id: number; sku: string }> {
  count += 1;
  const sku = `MUG-${count}`;
  const reply = await own.as(ann, { method: 'POST', url: `/api/${kind}`, payload: { sku, name: 'A mug', image_url } });
  expect([reply.statusCode, reply.body]).toEqual([201, expect.anything()]);
  return { id: reply.json().id, sku };
}

const change = (kind: Kind, id: number, changes: object) =>
  own.as(ann, { method: 'PUT', url: `/api/${kind}/${id}`, payload: { name: 'A mug', ...changes } });
const shown = async (kind: Kind, sku: string): Promise<string | null> =>
  (await own.as(ann, { url: `/api/${kind}/search?q=${sku}` })).json().data[0].image_url;
const show = (address: string | null, person: Person | null = ann) => own.as(person, { url: `/uploads/${address}` });
const page = (kind: Kind, id: number) => inTenant(own.database, ann, (tenant) => readRecord(tenant, kind, id));

test.each(kinds)(
  '%s: a picture that a person names by address is fetched once, re-encoded and shown from here, to their account alone',
  async (kind) => {
    const engine = await worker();
    const { id, sku } = await create(kind, `${origin}/mug.jpg`);
    expect(await shown(kind, sku)).toBeNull();
    expect(await page(kind, id)).toMatchObject({ image_url: null, picture_missing: 'Its picture is being fetched.' });
    await engine.runJobs();
    const address = await shown(kind, sku);
    expect(address).toMatch(/^images\/\d+$/);
    const { statusCode, rawPayload } = await show(address);
    expect([statusCode, sniffImage(rawPayload)]).toEqual([200, 'image/jpeg']);
    expect([jpeg.includes(place), rawPayload.includes(place)]).toEqual([true, false]);
    expect([(await show(address, bea)).statusCode, (await show(address, null)).statusCode]).toEqual([404, 401]);
    // The form still has what the person typed.
    expect(await page(kind, id)).toMatchObject({ own_address: `${origin}/mug.jpg`, image_url: address, picture_missing: null });
  },
);

test.each(kinds)('%s: another address has another picture, none has none, and the former pictures are deleted', async (kind) => {
  const engine = await worker();
  const { id, sku } = await create(kind, `${origin}/mug.jpg`);
  await engine.runJobs();
  const first = await shown(kind, sku);
  expect((await change(kind, id, { image_url: `${origin}/mug.jpg?2` })).statusCode).toBe(200);
  expect(await shown(kind, sku)).toBeNull();
  pages['/mug.jpg?2'] = pages['/mug.jpg'] as (response: ServerResponse) => void;
  await engine.runJobs();
  const second = await shown(kind, sku);
  expect([(await show(first)).statusCode, (await show(second)).statusCode]).toEqual([404, 200]);
  expect((await change(kind, id, { image_url: null })).statusCode).toBe(200);
  await engine.runJobs();
  expect([await shown(kind, sku), (await show(second)).statusCode]).toEqual([null, 404]);
});

test.each(kinds)('%s: the picture goes with its item', async (kind) => {
  const engine = await worker();
  const { id, sku } = await create(kind, `${origin}/mug.jpg`);
  await engine.runJobs();
  const address = await shown(kind, sku);
  expect((await own.as(ann, { method: 'DELETE', url: `/api/${kind}/${id}` })).statusCode).toBe(200);
  expect((await show(address)).statusCode).toBe(404);
});

test.each<[what: string, address: () => string, why: string]>([
  ['of a private network', () => 'https://10.0.0.1/mug.jpg', '10.0.0.1 is an address inside a private network.'],
  ['of this machine', () => 'https://[::1]/mug.jpg', '::1 is an address inside a private network.'],
  ['whose name leads to this machine', () => 'https://localhost/mug.jpg', 'localhost is an address inside a private network.'],
  ['without https', () => 'http://example.com/mug.jpg', 'http://example.com is not https.'],
  ['with a password', () => 'https://a:b@example.com/mug.jpg', 'An address must not carry a password.'],
  ['of a page', () => `${origin}/page.jpg`, notAnImage],
  ['of a broken picture', () => `${origin}/broken.png`, 'This picture cannot be read.'],
  ['of too many bytes', () => `${origin}/huge.jpg`, imageTooLarge],
  ['that leads on', () => `${origin}/moved.jpg`, 'This address leads on to another one. Enter that one.'],
  ['of nothing', () => `${origin}/none.jpg`, 'Its server replied with 404.'],
])('an address %s is refused, with the reason where it was set', async (_, address, why) => {
  const engine = await worker();
  asked.length = 0;
  const { id, sku } = await create('products', address());
  await engine.runJobs();
  expect(await shown('products', sku)).toBeNull();
  expect((await page('products', id))?.picture_missing).toContain(`Its picture is not shown. ${why}`);
  expect(asked).toEqual(address().startsWith(origin) ? [address().slice(origin.length)] : []);
  expect(await own.sql('select from files where name = $1', [sku])).toEqual([]);
});

test('what was refused is tried again by the housekeeping, and addresses that an import set are found by it', async () => {
  const engine = await worker();
  await own.sql('delete from products where fetch_refused is not null');
  const { sku } = await create('products', `${origin}/later.jpg`);
  await engine.runJobs();
  pages['/later.jpg'] = (response) => response.end(jpeg);
  await own.sql('delete from housekeeping');
  await own.sql(
    `insert into products (account_id, sku, name, image_url, warehouse_values) values ($1, 'IMPORTED', 'A mug', $2, '{"image_url":null}')`,
    [ann.accountId, `${origin}/mug.jpg`],
  );
  await inTenant(own.database, ann, (tenant) => enqueue(tenant, 'account:tidy', {}));
  await engine.runJobs();
  expect([await shown('products', sku), await shown('products', 'IMPORTED')]).toEqual([
    expect.stringMatching(/^images\//),
    expect.stringMatching(/^images\//),
  ]);
});
