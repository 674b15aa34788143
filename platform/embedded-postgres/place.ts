import { randomBytes } from 'node:crypto';
import { chown, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Binaries, findBinaries, program } from './binaries.ts';
import { type Identity, identityFor } from './identity.ts';
import { cannotKeep } from './problem.ts';

/**
 * The folders of an embedded server, and the user as whom it runs (`identity` only when we are root: PostgreSQL refuses to run as root).
 */
export type DataFolders = { home: string; data: string; binaries: string; identity: Identity | undefined };

/** For root only: a folder that the server's user can reach when the project's folder is closed to it. */
const openFolder = '/var/lib/crossdock';

/** Finds or creates the data folder, and finds the binaries. */
export async function findFolders(dataDir: string): Promise<DataFolders> {
  const folder = resolve(dataDir);
  const found = await findBinaries();
  try {
    if (process.getuid?.() !== 0) return await placeAt(folder, found.folder, undefined);
    const home = (await isReachable(folder)) ? folder : join(openFolder, await storedName(folder));
    const identity = await identityFor(join(home, 'data'));
    return await placeAt(home, await reachable(found), identity);
  } catch (error) {
    return cannotKeep(folder, error);
  }
}

/** Data that another user created must be reachable by that user, as whom the server will run. */
async function isReachable(home: string): Promise<boolean> {
  const owner = await stat(join(home, 'data')).then(
    ({ uid }) => uid,
    () => 0,
  );
  return owner !== 0 || isOpen(dirname(home));
}

/** The folder's name is stored in the wanted folder: deleting that starts afresh here too, with the new keys beside it. */
async function storedName(folder: string): Promise<string> {
  const note = join(folder, 'elsewhere');
  const stored = await readFile(note, 'utf8').catch(() => '');
  if (/^[0-9a-f]{16}$/.test(stored)) return stored;
  const name = randomBytes(8).toString('hex');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(note, name, { mode: 0o600 });
  return name;
}

async function placeAt(home: string, binaries: string, identity: Identity | undefined): Promise<DataFolders> {
  await mkdir(dirname(home), { recursive: true, mode: 0o755 });
  await mkdir(home, { recursive: true, mode: 0o700 });
  if (identity) await chown(home, identity.uid, identity.gid);
  return { home, data: join(home, 'data'), binaries, identity };
}

async function reachable({ folder, version }: Binaries): Promise<string> {
  const open = (await isOpen(folder)) && (await stat(program(folder, 'postgres'))).mode & 0o001;
  if (open) return folder;
  const copy = join(openFolder, `postgresql-${version}`);
  const present = await stat(copy).then(
    () => true,
    () => false,
  );
  if (!present) await copyOpenly(folder, copy);
  return copy;
}

/** Copies to a temporary name, then renames, so that a partial copy is never used. */
async function copyOpenly(folder: string, copy: string): Promise<void> {
  const fresh = `${copy}.${process.pid}`;
  await mkdir(openFolder, { recursive: true, mode: 0o755 });
  const before = process.umask(0o022);
  try {
    await cp(folder, fresh, { recursive: true, verbatimSymlinks: true });
    await rename(fresh, copy);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    if (
      !(await stat(copy).then(
        () => true,
        () => false,
      ))
    )
      throw error;
  } finally {
    process.umask(before);
  }
}

/** Whether every existing folder down to this one is accessible to any user. */
async function isOpen(folder: string): Promise<boolean> {
  const mode = await stat(folder).then(
    (found) => found.mode,
    () => 0o777,
  );
  if ((mode & 0o001) === 0) return false;
  return dirname(folder) === folder || isOpen(dirname(folder));
}
