import { execFileSync } from 'node:child_process';
import { root, Stop } from '../../stop.mjs';

/**
 * The files that differ from a commit, committed or not, new ones with them. Without one: from where this branch left the main branch,
 * and on the main branch from what was fetched or pushed last.
 */
export function changedFiles(since?: string, folder = root): string[] {
  const git = (...args: string[]) => runGit(folder, args);
  const start = since ?? git('merge-base', mainBranch(folder), 'HEAD').trim();
  const tracked = git('diff', '--name-only', '-z', '--no-renames', start);
  const fresh = git('ls-files', '--others', '--exclude-standard', '-z');
  return [...new Set(`${tracked}${fresh}`.split('\0').filter((path) => path !== ''))].sort();
}

function mainBranch(folder: string): string {
  const exists = (name: string) => {
    try {
      return runGit(folder, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]) !== '';
    } catch {
      return false;
    }
  };
  return ['origin/HEAD', 'origin/main', 'main'].find(exists) ?? 'HEAD';
}

function runGit(folder: string, args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const message = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n')[0] : '';
    throw new Stop(`What changed cannot be read from git: ${message || error}`);
  }
}
