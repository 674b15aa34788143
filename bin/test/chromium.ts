import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { chromium } from 'playwright';
import { root } from '../stop.mjs';

/** Chromium without windows and menus: it opens a page at a third of the cost of a whole browser. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell'];
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const applications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

export const noChromium = 'No Chromium was found, and none could be installed: install one, or name it in CHROMIUM_PATH.';

/** The Chromium of this machine to test with: the one of CHROMIUM_PATH, else a headless shell, else a whole browser. */
export function findChromium(): string | undefined {
  return namedOrShell() ?? firstThatWorks([...onPath(browsers), ...applications, chromium.executablePath()]);
}

/** The same for a whole suite, which fetches a headless shell where there is none. */
export async function fetchChromium(): Promise<string | undefined> {
  return namedOrShell() ?? (await downloadShell()) ?? (await installShell()) ?? findChromium();
}

function namedOrShell(): string | undefined {
  return firstThatWorks([process.env.CHROMIUM_PATH ?? '', ...onPath(shells), ...shellOfPlaywright()]);
}

function onPath(names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

/** Playwright names only its whole browser; its shell is in a folder beside it. */
function shellOfPlaywright(): string[] {
  const whole = chromium.executablePath();
  const downloads = whole.slice(0, Math.max(0, whole.lastIndexOf(`${sep}chromium-`)));
  return globSync('chromium_headless_shell-*/*/chrome-headless-shell{,.exe}', { cwd: downloads }).map((path) => join(downloads, path));
}

async function downloadShell(): Promise<string | undefined> {
  console.log('Fetching a headless Chromium with Playwright …');
  const playwright = join(root, 'node_modules/playwright/cli.js');
  await succeeds(process.execPath, [playwright, 'install', '--only-shell', '--no-progress', 'chromium']);
  return namedOrShell();
}

/** Debian's, which only root may install. */
async function installShell(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log("Installing Debian's headless Chromium …");
  const install = ['-qq', 'install', '-y', '--no-install-recommends', '--no-remove'];
  await succeeds('apt-get', ['-qq', 'update']);
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (await succeeds('apt-get', [...install, name])) break;
  }
  return namedOrShell();
}

/** Two minutes each: on a closed network some wait for ever. */
function succeeds(command: string, args: string[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const child = spawn(command, args, { env, stdio: 'ignore', timeout: 120_000 });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}

/** A download runs only where the libraries that it needs are, and a wrapper of a missing snap does not run either. */
function firstThatWorks(paths: string[]): string | undefined {
  return paths.find(
    (path) => existsSync(path) && spawnSync(path, ['--headless', '--no-sandbox', '--version'], { timeout: 30_000 }).status === 0,
  );
}
