import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTenant } from '../../../platform/tenant.ts';
import { testEngine } from '../../../test/shop/engine.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { enqueue } from '../../base/job-queue.ts';
import { imageAddress } from '../../ui/words/safe-address.ts';
import { deleteUnseenPictures } from './outside-pictures.ts';

const own = testWeb();
const jpeg = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
  .withExif({ IFD0: { ImageDescription: 'taken at home' } })
  .jpeg()
  .toBuffer();
/** A channel's server, which these tests may reach although it is on this machine. */
let host: Server;
let origin: string;
let page: Buffer | null = jpeg;
const asked: string[] = [];
let ann: Person;
let bea: Person;

beforeAll(async () => {
  host = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.cookie ?? 'no cookie'} ${request.headers.referer ?? 'no referer'}`);
    response.writeHead(page ? 200 : 503).end(page ?? 'down');
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterAll(() => {
  host.closeAllConnections();
  host.close();
});
beforeEach(async () => {
  page = jpeg;
  asked.length = 0;
  ann = await own.person(await own.account());
  bea = await own.person(await own.account());
});

const show = (address: string, person: Person | null = ann) => own.as(person, { url: imageAddress(address) ?? '' });
/** Runs what a worker has to do. */
async function worker(): Promise<() => Promise<void>> {
  const engine = await testEngine(own, origin);
  engine.files.store = own.web.parts.files.store;
  return engine.runJobs;
}
const rows = (person: Person) =>
  own.sql<{ files: number; kept: number }>(
    `select (select count(*)::int from files where account_id = $1) as files, (select count(*)::int from outside_pictures
      where account_id = $1) as kept`,
    [person.accountId],
  );

test('a picture that a channel names is fetched by a worker once it is shown, small and encoded anew, and shown from here to its account', async () => {
  const work = await worker();
  const address = `${origin}/mug.jpg`;
  expect([(await show(address)).statusCode, (await show(address, null)).statusCode, asked]).toEqual([204, 401, []]);
  await work();
  const { statusCode, rawPayload, headers } = await show(address);
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 256, height: 171 });
  expect([jpeg.includes('taken at home'), rawPayload.includes('taken at home')]).toEqual([true, false]);
  await show(address);
  expect((await own.as(ann, { url: imageAddress(address) ?? '', headers: { 'if-none-match': String(headers.etag) } })).statusCode).toBe(
    304,
  );
  expect(asked).toEqual(['/mug.jpg no cookie no referer']);
  // Another account is told nothing of what this one has.
  expect((await show(address, bea)).statusCode).toBe(204);
});

test.each([
  ['of a private network', 'https://10.0.0.1/mug.jpg'],
  ['without https', 'http://example.com/mug.jpg'],
])('an address %s is not fetched', async (_, address) => {
  const work = await worker();
  await show(address);
  await work();
  expect((await show(address)).statusCode).toBe(204);
  expect(await own.sql('select refused from outside_pictures where account_id = $1', [ann.accountId])).toMatchObject([
    { refused: { code: expect.any(String) } },
  ]);
});

test('what is broken is shown as missing, and tried again a day later; what is there is fetched anew after a month', async () => {
  const work = await worker();
  const address = `${origin}/mug.jpg`;
  const ageBy = (days: number) =>
    own.sql(`update outside_pictures set fetched_at = date_subtract(fetched_at, make_interval(days => $2), 'UTC') where account_id = $1`, [
      ann.accountId,
      days,
    ]);
  const shown = async () => {
    await show(address);
    await work();
    return (await show(address)).statusCode;
  };
  page = Buffer.from('<!doctype html><script>alert(1)</script>');
  expect([await shown(), await shown(), asked.length]).toEqual([204, 204, 1]);
  page = jpeg;
  await ageBy(2);
  expect([await shown(), asked.length]).toEqual([200, 2]);
  await ageBy(2);
  expect([await shown(), asked.length]).toEqual([200, 2]);
  page = await sharp(jpeg).negate().toBuffer();
  await ageBy(29);
  const former = (await show(address)).rawPayload;
  await work();
  expect([(await show(address)).rawPayload.equals(former), asked.length, (await rows(ann))[0]]).toEqual([false, 3, { files: 1, kept: 1 }]);
});

test('an account keeps what it was shown last, and no more waits than its share', async () => {
  const work = await worker();
  for (const n of [1, 2, 3]) {
    await show(`${origin}/${n}.jpg`);
    await own.sql(`update outside_pictures set shown_at = date_subtract(shown_at, interval '1 minute', 'UTC') where account_id = $1`, [
      ann.accountId,
    ]);
  }
  await work();
  expect((await rows(ann))[0]).toEqual({ files: 3, kept: 3 });
  await inTenant(own.database, ann, (tenant) => deleteUnseenPictures(tenant, own.web.parts.files, 2));
  expect((await rows(ann))[0]).toEqual({ files: 2, kept: 2 });
  expect([(await show(`${origin}/3.jpg`)).statusCode, (await show(`${origin}/1.jpg`)).statusCode]).toEqual([200, 204]);
  await own.sql(
    `insert into outside_pictures (account_id, digest, address) select $1, n::text, 'https://example.com/' || n
      from generate_series(1, 500) n`,
    [bea.accountId],
  );
  await show(`${origin}/4.jpg`, bea);
  expect((await rows(bea))[0]?.kept).toBe(500);
});

test('the housekeeping deletes what no page has shown for three months', async () => {
  const work = await worker();
  await show(`${origin}/mug.jpg`);
  await work();
  await own.sql(`update outside_pictures set shown_at = now() - interval '91 days' where account_id = $1`, [ann.accountId]);
  await own.sql('delete from housekeeping where account_id = $1', [ann.accountId]);
  await inTenant(own.database, ann, (tenant) => enqueue(tenant, 'account:tidy', {}));
  await work();
  expect((await rows(ann))[0]).toEqual({ files: 0, kept: 0 });
});
