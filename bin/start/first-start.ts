import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase, dropDatabase } from '../../platform/embedded-postgres/create-database.ts';
import type { Environment } from '../../platform/env.ts';
import { lookInside } from './inside.ts';
import { say } from './output.ts';

const noteIn = (folder: string) => join(folder, 'first-start');

/** `folder`: of the database of our own. `env`: where its files are stored. */
type Place = { folder: string; env: Pick<Environment, 'filesDir' | 'filesS3'> };

/**
 * The first start fills the demo in many transactions. One that was killed in between begins anew, so that no demo lacks people or goods:
 * the note of it names a database that was empty, and only that one is dropped, while nobody but the filling has written to it. `url`: the
 * database before it is migrated.
 */
export async function beginFirstStart({ folder, env }: Place, url: string): Promise<void> {
  const note = noteIn(folder);
  const found = await lookInside(url);
  if (!found.hasTables) return writeFile(note, found.identity);
  const noted = await readFile(note, 'utf8').catch(() => null);
  // One that was killed before it was filled is migrated further, and filled.
  if (noted !== found.identity || !found.filled) return;
  if (!found.filled.byDemoAlone)
    return say('start', 'The first start did not finish, but somebody has used its data since: they are kept.');
  say('start', 'The first start did not finish; beginning anew.');
  // The database last: whoever is killed in between does all of it again.
  const { deleteFilesOf } = await import('./files-of.ts');
  await deleteFilesOf(env, found.filled);
  await rm(join(folder, 'sandbox'), { recursive: true, force: true });
  await dropDatabase(url);
  await createDatabase(url);
  await writeFile(note, (await lookInside(url)).identity);
}

/** The demo is complete. */
export async function endFirstStart(folder: string): Promise<void> {
  await rm(noteIn(folder), { force: true });
}
