import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, Stop } from './stop.mjs';

/** Installs the packages of the lock file, unless exactly those are installed. */
export async function installWhatIsMissing() {
  if (isInstalled()) return;
  console.log('Installing packages …');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = /** @type {const} */ ({ cwd: root, stdio: 'inherit' });
  const { status } =
    npm && /\.c?js$/.test(npm)
      ? spawnSync(process.execPath, [npm, ...args], options)
      : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (status !== 0) throw new Stop('The packages could not be installed: see what npm says above, then start again.');
}

/** npm writes a lock file into node_modules when it is done: it must have every package of our lock file in its version. */
function isInstalled() {
  const note = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(note)) return false;
  const installed = packagesOf(note);
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([path, { version, optional, link }]) => {
    const found = installed[path];
    return path === '' || link || found?.version === version || (optional && !found);
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, link?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}
