import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dataFolder } from '../stop.mjs';

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
  const [secretKey, sandboxPort] = await Promise.all([keptKey(join(folder, 'secret-key')), keptPort(join(folder, 'sandbox.json'))]);
  const host = process.env.HOST || '127.0.0.1';
  const port = process.env.PORT || '3000';
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const address = process.env.BASE_URL || `http://${shown}:${port}`;
  return { folder, host, port, address, secretKey, sandboxPort, sandboxOrigin: `http://127.0.0.1:${sandboxPort}` };
}

async function keptKey(file: string): Promise<string> {
  if (process.env.SECRET_KEY) return process.env.SECRET_KEY;
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept.length >= 32) return kept;
  const made = randomBytes(32).toString('hex');
  await writeFile(file, made, { mode: 0o600 });
  return made;
}

/** The demo's connections store the sandbox's address, so it keeps its port while that is free. */
async function keptPort(file: string): Promise<number> {
  const kept = await readFile(file, 'utf8').then(
    (text) => Number(new URL(JSON.parse(text).origin).port),
    () => Number.NaN,
  );
  const wanted = Number(process.env.SANDBOX_PORT) || kept || 4817;
  let port = await listenOnce(wanted);
  // A run that is just stopping frees it in a moment.
  for (let left = kept ? 20 : 0; port === undefined && left > 0; left -= 1) {
    await wait(100);
    port = await listenOnce(wanted);
  }
  port ??= (await listenOnce(0)) ?? wanted;
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
