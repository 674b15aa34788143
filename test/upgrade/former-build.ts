import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, Stop } from '../../bin/stop.mjs';
import type { Build } from '../edges/stage.ts';
import { output } from './output.ts';

/** The build before this one, in a scratch folder until it is stopped. */
export type FormerBuild = Build & { stop: () => Promise<void> };

const git = (...args: string[]) => output('git', args, { cwd: root });

/** What is upgraded from where nobody says: the newest tag before this commit, or the commit before it. */
export async function newestBefore(): Promise<string> {
  return git('describe', '--tags', '--abbrev=0', 'HEAD~1').catch(() => 'HEAD~1');
}

/** @throws Stop where there is no such ref. */
export async function commitOf(ref: string): Promise<string> {
  return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`).catch(() => {
    throw new Stop(`There is no ${ref} in this repository: name a tag, a branch or a commit that "git log" shows.`);
  });
}

/** The commit in a scratch folder, as `git worktree` checks it out. */
export async function checkOut(commit: string): Promise<FormerBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-upgrade-'));
  const place = join(folder, 'before');
  await git('worktree', 'add', '--quiet', '--detach', place, commit);
  return {
    root: place,
    migrate: (databaseUrl) => output('node', ['bin/crossdock.ts', 'migrate'], { cwd: place, env: { DATABASE_URL: databaseUrl } }),
    // Only the build itself knows what its tables ask for.
    seedSeller: async (surroundings) =>
      (await import(pathToFileURL(join(place, 'test/faults/seed.ts')).href)).seedSeller(surroundings) as ReturnType<Build['seedSeller']>,
    async stop() {
      // A build that is still under way where this is killed writes on for a moment.
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
      await git('worktree', 'prune');
    },
  };
}

const packagesOf = (place: string) => join(place, 'node_modules');

/** Gives it the packages of this build where these are the same. Returns what it did. */
export async function install({ root: place }: FormerBuild): Promise<string> {
  const [ours, its] = await Promise.all([root, place].map((folder) => readFile(join(folder, 'package-lock.json'), 'utf8')));
  if (ours === its) {
    await symlink(packagesOf(root), packagesOf(place));
    return 'its packages are those of this build';
  }
  await output('npm', ['ci', '--no-audit', '--no-fund'], { cwd: place });
  return 'its packages are installed';
}

export const build = ({ root: place }: FormerBuild): Promise<string> => output('npm', ['run', 'build'], { cwd: place });
