import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { root } from '../stop.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

/** A Chromium to test with: the one named, a system's, Playwright's own (downloaded), or Debian's (installed, as root). */
export async function findChromium(): Promise<string | undefined> {
  return [() => named(), () => present(), () => downloaded(), () => installed()].reduce<string | undefined>(
    (found, next) => found ?? next(),
    undefined,
  );
}

function named(): string | undefined {
  const path = process.env.CHROMIUM_PATH;
  return path && works(path) ? path : undefined;
}

function present(): string | undefined {
  const onPath = (process.env.PATH ?? '')
    .split(process.platform === 'win32' ? ';' : ':')
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...elsewhere, chromium.executablePath()].find((path) => existsSync(path) && works(path));
}

function downloaded(): string | undefined {
  console.log('No Chromium on this machine: downloading one with Playwright …');
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'], {
    stdio: ['ignore', 'inherit', 'ignore'],
    timeout: 300_000,
  });
  return status === 0 ? present() : undefined;
}

function installed(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  console.log("Installing Debian's Chromium …");
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']])
    spawnSync('apt-get', ['-q', ...args], { stdio: 'inherit', env });
  return present();
}

/** Playwright's download runs only where the libraries that it needs are; a wrapper of a missing snap does not run either. */
function works(path: string): boolean {
  return spawnSync(path, ['--headless', '--no-sandbox', '--version'], { timeout: 30_000 }).status === 0;
}
