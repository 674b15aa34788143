import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dataFolder, Stop } from '../stop.mjs';

export type DemoSettings = {
  folder: string;
  host: string;
  port: string;
  address: string;
  secretKey: string;
  sandboxPort: number;
  sandboxOrigin: string;
};

/** Settings of a local run: generated once and kept in .data. Environment variables override them. */
export async function demoSettings(): Promise<DemoSettings> {
  const folder = dataFolder;
  await mkdir(folder, { recursive: true });
  const [secretKey, sandboxPort] = await Promise.all([
    process.env.SECRET_KEY || readOrCreateKey(join(folder, 'secret-key')),
    choosePort(join(folder, 'sandbox.json')),
  ]);
  const host = process.env.HOST || '127.0.0.1';
  const port = process.env.PORT || '3000';
  const hostname = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const address = process.env.BASE_URL || `http://${hostname}:${port}`;
  return { folder, host, port, address, secretKey, sandboxPort, sandboxOrigin: `http://127.0.0.1:${sandboxPort}` };
}

/**
 * The key in this file, made where there is none. Nothing that was sealed opens with another, so one that is there is never replaced.
 * @throws Stop where it cannot be used
 */
export async function readOrCreateKey(file: string): Promise<string> {
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new Stop(`The key in ${file} cannot be read (${error.code}): make it readable for this user.`);
  });
  if (stored.length >= 32) return stored;
  if (stored !== '')
    throw new Stop(`The key in ${file} has fewer than 32 characters, so it is not the one that was made here: put that one back.`);
  const key = randomBytes(32).toString('hex');
  await writeFile(file, key, { mode: 0o600 });
  return key;
}

/** The demo's connections store the sandbox's address, so it keeps its port while that is free. */
async function choosePort(file: string): Promise<number> {
  const stored = await readFile(file, 'utf8').then(
    (text) => Number(new URL(JSON.parse(text).origin).port),
    () => Number.NaN,
  );
  const preferred = Number(process.env.SANDBOX_PORT) || stored || 4817;
  let port = await listenOnce(preferred);
  // A run that is just stopping frees it in a moment.
  for (let left = stored ? 20 : 0; port === undefined && left > 0; left -= 1) {
    await wait(100);
    port = await listenOnce(preferred);
  }
  port ??= (await listenOnce(0)) ?? preferred;
  await writeFile(file, `${JSON.stringify({ origin: `http://127.0.0.1:${port}` })}\n`);
  return port;
}

async function listenOnce(port: number): Promise<number | undefined> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  } catch {
    return undefined;
  }
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address !== null && typeof address === 'object' ? address.port : undefined;
}
