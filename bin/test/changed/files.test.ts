import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changedFiles } from './files.ts';

async function repository() {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-changed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', '-c', 'init.defaultBranch=main'];
  const git = (...args: string[]) => execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  git('init', '--quiet');
  await write('old.ts', '1');
  await write('.gitignore', 'build.ts');
  git('add', '.');
  git('commit', '--quiet', '--message', 'First');
  return { folder, git, write };
}

test('what a branch changed since it left the main branch, committed or not, new files too', async () => {
  const { folder, git, write } = await repository();
  git('checkout', '--quiet', '-b', 'mine');
  await write('committed.ts', '1');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Second');
  await write('old.ts', '2');
  await write('a new one.ts', '1');
  await write('build.ts', 'ignored');
  expect(changedFiles(undefined, folder)).toEqual(['a new one.ts', 'committed.ts', 'old.ts']);
  expect(changedFiles('HEAD', folder)).toEqual(['a new one.ts', 'old.ts']);
});

test('a commit that is not there is said in a sentence', async () => {
  const { folder } = await repository();
  expect(() => changedFiles('nowhere', folder)).toThrow(/^What changed cannot be read from git: .*nowhere/);
});
