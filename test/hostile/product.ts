import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { sessionCookie } from '../../app/accounts/cookie.ts';
import { openDirectory } from '../../app/accounts/directory.ts';
import { createAccount, createSessionFor, createUser } from '../../app/accounts/people.ts';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres.ts';
import { migrate } from '../../platform/migrate.ts';
import { keepChild } from '../faults/child.ts';

/** Somebody of an account, as their browser calls the web process. */
export type Caller = {
  call: (method: string, path: string, body?: object | FormData) => Promise<{ status: number; text: string }>;
  productId: number;
};

/** A started web process with two accounts, and a server of the hostile one that replies what it is told. */
export type Attacked = {
  good: Caller;
  hostile: Caller;
  health: () => Promise<number>;
  outside: { origin: string; reply: { type: string; body: string } };
  stop: () => Promise<void>;
};

const secretKey = 'the key of the hostile suite, long enough';
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };

export async function startAttacked(): Promise<Attacked> {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-hostile-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: silent, settings: { fsync: 'off' } });
  await migrate(postgres.url);
  const outside = await startOutside();
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const env = {
    ...{ DATABASE_URL: postgres.url, SECRET_KEY: secretKey, PORT: String(port), BASE_URL: baseUrl, DEMO: '1' },
    ...{ SANDBOX_ORIGIN: outside.origin, FILES_DIR: join(folder, 'files'), LOG_LEVEL: 'warn' },
  };
  const web = keepChild(['test/faults/web.ts'], env, join(folder, 'web.log'));
  await web.ready;
  const [good, hostile] = [await addCaller(postgres.url, baseUrl, 'Good'), await addCaller(postgres.url, baseUrl, 'Hostile')];
  return {
    ...{ good, hostile, outside },
    health: async () => (await fetch(`${baseUrl}/healthz`)).status,
    async stop() {
      await web.stop();
      await outside.stop();
      await postgres.stop('now');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function addCaller(databaseUrl: string, baseUrl: string, name: string): Promise<Caller> {
  const directory = openDirectory(databaseUrl);
  const accountId = await createAccount(directory, { name });
  const person = { email: `${name.toLowerCase()}@example.com`, name, role: 'account_admin' as const, accountId };
  const cookie = await createSessionFor(directory, sessionCookie([secretKey], baseUrl), await createUser(directory, person));
  await directory.close();
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  const { rows } = await owner.query<{ id: string }>(
    "insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug') returning id",
    [accountId],
  );
  await owner.end();
  const own = { cookie, origin: baseUrl, 'sec-fetch-site': 'same-origin', accept: 'application/json' };
  return {
    productId: Number(rows[0]?.id),
    async call(method, path, body) {
      const json = body && !(body instanceof FormData);
      const reply = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { ...own, ...(json && { 'content-type': 'application/json' }) },
        ...(body && { body: json ? JSON.stringify(body) : (body as FormData) }),
      });
      return { status: reply.status, text: await reply.text() };
    },
  };
}

async function startOutside() {
  const reply = { type: 'text/csv', body: 'order,date,sku\n' };
  const server = createServer((_, response) => {
    response.on('error', () => undefined);
    response.writeHead(200, { 'content-type': reply.type }).end(reply.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, reply, stop };
}

async function freePort(): Promise<number> {
  const { origin, stop } = await startOutside();
  await stop();
  return Number(new URL(origin).port);
}
