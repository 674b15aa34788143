import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { program } from './binaries.ts';
import type { DataFolders } from './place.ts';
import { DatabaseProblem, reason } from './problem.ts';

const run = promisify(execFile);
const major = '18';

/** Initialises the cluster on the first run. Returns the owner's password. */
export async function initialise(place: DataFolders, throwaway: boolean): Promise<string> {
  const version = await readFile(join(place.data, 'PG_VERSION'), 'utf8').catch(absent);
  if (version === undefined) return create(place, throwaway);
  if (version.trim() !== major) {
    throw new DatabaseProblem(
      `The data in ${place.data} is PostgreSQL ${version.trim()}'s and this is ${major}: dump it with the old version and restore it here (docs/operations.md).`,
    );
  }
  return readFile(passwordFile(place), 'utf8');
}

/** Initialised under another name and renamed when complete, so that an interrupted first run leaves nothing that looks finished. */
async function create(place: DataFolders, throwaway: boolean): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  const fresh = `${place.data}.new`;
  await rm(fresh, { recursive: true, force: true });
  await rm(passwordFile(place), { force: true });
  await writeFile(passwordFile(place), password, { mode: 0o600 });
  await mkdir(fresh, { mode: 0o700 });
  const { identity } = place;
  if (identity) await Promise.all([passwordFile(place), fresh].map((path) => chown(path, identity.uid, identity.gid)));
  // The built-in locale is independent of the system and sorts the same everywhere.
  const locale = ['--encoding=UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile(place)}`];
  const args = [`--pgdata=${fresh}`, ...locale, ...access, ...(throwaway ? ['--no-sync'] : [])];
  try {
    await run(program(place.binaries, 'initdb'), args, { cwd: place.home, ...identity });
  } catch (error) {
    throw new DatabaseProblem(`The database could not be made in ${place.home}: ${lastWords(error)}.`, { cause: error });
  }
  await rename(fresh, place.data);
  return password;
}

const passwordFile = (place: DataFolders) => join(place.home, 'password');

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw new DatabaseProblem(
    `The database cannot be read: ${error.path} – ${reason(error)}. Start as the user it belongs to, or set DATABASE_URL.`,
  );
}

function lastWords(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  const line = stderr.split('\n').find((each) => /error|fatal/i.test(each));
  return (line ?? reason(error)).replace(/^initdb: (error: )?/, '').replace(/\.$/, '');
}
