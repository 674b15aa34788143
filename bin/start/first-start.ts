import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase, dropDatabase } from '../../platform/embedded-postgres/create-database.ts';
import { say } from './output.ts';

const noteIn = (folder: string) => join(folder, 'first-start');

/**
 * The first start fills the demo in many transactions. One that was killed in between begins anew, so that no demo lacks people or goods:
 * nobody had been told of it yet. `url`: the database of our own in this folder, before it is migrated.
 */
export async function beginFirstStart(folder: string, url: string): Promise<void> {
  const note = noteIn(folder);
  if (existsSync(note)) {
    say('start', 'The first start did not finish; beginning anew.');
    await dropDatabase(url);
    await createDatabase(url);
    for (const filled of ['sandbox', 'files']) await rm(join(folder, filled), { recursive: true, force: true });
  } else if (!existsSync(join(folder, 'database.json'))) await writeFile(note, '');
}

/** The demo is complete. */
export async function endFirstStart(folder: string): Promise<void> {
  await rm(noteIn(folder), { force: true });
}
