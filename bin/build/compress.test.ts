import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { assets } from '../../platform/http/assets.ts';
import { compressAssets } from './compress.ts';

const long = 'console.log("a page");\n'.repeat(200);
const short = 'console.log(1);';

/** A web process with a build of two scripts. */
async function builtWeb() {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-assets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets/long.js'), long);
  await writeFile(join(folder, 'assets/short.js'), short);
  await compressAssets(folder);
  const web = fastify();
  onTestFinished(() => web.close());
  assets(web, folder);
  return (url: string, encoding: string) => web.inject({ url, headers: { 'accept-encoding': encoding } });
}

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['identity', undefined, (body: Buffer) => body],
] as const)('to a browser that takes %s a script goes as %s', async (takes, encoding, read) => {
  const get = await builtWeb();
  const reply = await get('/assets/long.js', takes);
  expect(reply.headers['content-encoding']).toBe(encoding);
  expect(reply.headers).toMatchObject({ 'content-type': expect.stringContaining('javascript'), vary: 'accept-encoding' });
  expect(reply.headers['cache-control']).toContain('immutable');
  expect(read(reply.rawPayload).toString()).toBe(long);
  expect(reply.rawPayload.length < long.length).toBe(encoding !== undefined);
});

test('what fits into one packet goes as it is', async () => {
  const get = await builtWeb();
  const reply = await get('/assets/short.js', 'br');
  expect([reply.headers['content-encoding'], reply.body]).toEqual([undefined, short]);
});
