import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOrCreateKey } from './demo-settings.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crossdock-key-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a key is made where there is none, and is the same from then on', async () => {
  const file = join(folder, 'secret-key');
  const key = await readOrCreateKey(file);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(await readOrCreateKey(file)).toBe(key);
});

test('one that cannot be used is not replaced', async () => {
  const [short, unreadable] = [join(folder, 'short'), join(folder, 'unreadable')];
  await writeFile(short, 'half a key');
  await mkdir(unreadable);
  await expect(readOrCreateKey(short)).rejects.toThrow('fewer than 32 characters');
  await expect(readOrCreateKey(unreadable)).rejects.toThrow('cannot be read (EISDIR)');
  expect(await readFile(short, 'utf8')).toBe('half a key');
});
