import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findFolders } from './place.ts';

test('data stays where it is, and who deletes its folder starts afresh, also where root keeps it elsewhere', async () => {
  const closed = await mkdtemp(join(tmpdir(), 'crossdock-place-'));
  const wanted = join(closed, 'postgres');
  const first = await findFolders(wanted);
  await writeFile(join(first.home, 'kept'), '');
  const same = await findFolders(wanted);
  await rm(closed, { recursive: true });
  const afresh = await findFolders(wanted);
  try {
    expect(same.home).toBe(first.home);
    await expect(access(join(afresh.home, 'kept'))).rejects.toThrow('ENOENT');
  } finally {
    await Promise.all([closed, first.home, afresh.home].map((folder) => rm(folder, { recursive: true, force: true })));
  }
});
