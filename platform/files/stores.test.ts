import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { expect, onTestFinished, test } from 'vitest';
import { startBucket } from '../../test/bucket.ts';
import { openFiles } from '../files.ts';
import { openBucket } from './bucket.ts';
import { type Store, storeOn } from './store.ts';

type StoreCase = { store: Store; age: (key: string, at: Date) => Promise<void> };

const kinds: [kind: string, open: () => Promise<StoreCase>][] = [
  [
    'a folder',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'crossdock-files-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const { store } = openFiles({ filesDir: folder });
      return { store, age: (key, at) => utimes(join(folder, key), at, at) };
    },
  ],
  [
    'a bucket',
    async () => {
      const { bucket, objects } = await startBucket();
      const { store } = openFiles({ filesDir: 'nowhere', filesS3: bucket });
      const age = async (key: string, at: Date) => void Object.assign(objects.get(key) ?? {}, { at });
      return { store, age };
    },
  ],
];

async function pagesOf(store: Store, before: Date): Promise<string[][]> {
  const pages: string[][] = [];
  for await (const page of store.list('1', before)) pages.push(page);
  return pages;
}

const lines = ['a,b\n', 'ä,"2"\n'];
const week = 7 * 24 * 60 * 60 * 1000;

test.each(kinds)('in %s a stream is kept, read and deleted', async (_, open) => {
  const { store } = await open();
  expect(await store.put('1/one', Readable.from(lines.map((line) => Buffer.from(line))))).toBe(11);
  const found = await store.read('1/one');
  expect(found && (await text(found))).toBe(lines.join(''));
  await store.delete('1/one');
  expect(await store.read('1/one')).toBeNull();
  await store.delete('1/one');
});

test.each(kinds)('in %s a stream that breaks leaves nothing', async (_, open) => {
  const { store } = await open();
  async function* broken() {
    yield Buffer.from('half');
    throw new Error('gone');
  }
  await expect(store.put('1/one', Readable.from(broken()))).rejects.toThrow();
  expect(await store.read('1/one')).toBeNull();
});

test.each(kinds)('in %s the files of one account are listed, those that are older, however many', async (_, open) => {
  const { store, age } = await open();
  const before = new Date(Date.now() - week);
  expect(await pagesOf(store, before)).toEqual([[]]);
  for (const key of ['1/a', '1/b', '1/c', '1/d', '1/new', '12/theirs']) {
    await store.put(key, Readable.from([Buffer.from(key)]));
    if (!key.endsWith('new')) await age(key, new Date(before.getTime() - week));
  }
  const pages = await pagesOf(store, before);
  expect(pages.flat().sort()).toEqual(['1/a', '1/b', '1/c', '1/d']);
});

test('a file that gets its name while a folder is listed is left out, and the others are listed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, '1'));
  for (const name of ['a', 'b.part', 'c']) await writeFile(join(folder, '1', name), name);
  // As the folder is read, and then each file is looked at.
  class Renaming extends Disk {
    override async listAll(...where: Parameters<Disk['listAll']>) {
      const page = await super.listAll(...where);
      await rename(join(folder, '1/b.part'), join(folder, '1/b'));
      return page;
    }
  }
  const disk = new Renaming(new FSDriver({ location: folder, visibility: 'private' }));
  const pages: string[][] = [];
  for await (const page of storeOn(async () => disk).list('1', new Date(Date.now() + week))) pages.push(page);
  expect(pages.flat().sort()).toEqual(['1/a', '1/c']);
});

test('what a bucket refuses is an error, and nothing is left aside', async () => {
  const { bucket, refuse, requests } = await startBucket();
  const { store } = openFiles({ filesDir: 'nowhere', filesS3: { ...bucket, name: 'theirs' } });
  const aside = async () => (await readdir(tmpdir())).filter((name) => name.startsWith(`crossdock-file-`)).length;
  const had = await aside();
  refuse(100);
  await expect(store.put('1/one', Readable.from([Buffer.from('x')]))).rejects.toThrow();
  expect(await aside()).toBe(had);
  expect(requests[0]).toBe('PUT /theirs/1/one');
});

test('a bucket that takes requests and never replies is an error', async () => {
  const server = createServer((socket) => void socket.on('error', () => undefined).resume());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
  const store = openBucket({ name: 'files', region: 'eu-central-1', endpoint: `http://127.0.0.1:${port}`, keys }, 100);
  await expect(store.put('1/one', Readable.from([Buffer.from('x')]))).rejects.toThrow();
  await expect(store.read('1/one')).rejects.toThrow();
});

test('nobody but the owner of the process may read or list what is in the folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { store } = openFiles({ filesDir: join(folder, 'files') });
  await store.put('1/one', Readable.from([Buffer.from('x')]));
  const mode = async (path: string) => ((await stat(join(folder, path))).mode & 0o777).toString(8);
  expect([await mode('files'), await mode('files/1'), await mode('files/1/one')]).toEqual(['700', '700', '600']);
});

test.skipIf(process.platform === 'win32')('a folder that was open to others is closed to them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  openFiles({ filesDir: folder });
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});
