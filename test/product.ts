import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { sessionCookie } from '../app/accounts/cookie.ts';
import { openDirectory } from '../app/accounts/directory.ts';
import { createSessionFor } from '../app/accounts/people.ts';
import { type DemoSignIn, seedDemo } from '../app/demo/seed.ts';
import { type Environment, readEnvironment } from '../platform/env.ts';
import type { SandboxOptions } from '../sandbox/config.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { type Part, startPart } from './part.ts';

export type ProductOptions = { sandbox?: SandboxOptions; env?: Record<string, string>; workers?: number };

/** The whole product running: web and workers as processes of their own, the sandbox inside this one, the demo account seeded. */
export type TestProduct = {
  readonly origin: string;
  readonly env: Environment;
  readonly database: TestDatabase;
  readonly sandbox: Sandbox;
  /** One per role. */
  readonly signIns: DemoSignIn[];
  readonly web: Part;
  readonly workers: Part[];
  /** Starts another process of that kind, for instance after one was killed; it is stopped with the others. */
  start: (role: 'web' | 'worker') => Promise<Part>;
  /** The Cookie header of someone who is signed in. */
  cookieOf: (email: string) => Promise<string>;
};

type Running = Omit<TestProduct, 'start' | 'cookieOf' | 'database' | 'web' | 'workers'> & {
  variables: Record<string, string>;
  folder: string;
};

/** Runs the product for this test file, on a fresh database. Needs the pages built; `npm test` and the e2e project see to it. */
export function testProduct({ sandbox: options, env = {}, workers = 1 }: ProductOptions = {}): TestProduct {
  const database = testDatabase();
  const parts: Record<'web' | 'worker', Part[]> = { web: [], worker: [] };
  let running: Running | undefined;
  const start: TestProduct['start'] = async (role) => {
    const part = await startPart(role, ready(running).variables);
    parts[role].push(part);
    return part;
  };
  beforeAll(async () => {
    running = await prepare(database.url, options, env);
    await Promise.all(['web' as const, ...Array<'worker'>(workers).fill('worker')].map(start));
  });
  afterAll(async () => {
    await Promise.all([...parts.web, ...parts.worker].map((part) => part.stop()));
    await running?.sandbox.stop();
    if (running) await rm(running.folder, { recursive: true, force: true });
  });
  return {
    database,
    start,
    cookieOf: (email) => cookieOf(ready(running).env, email),
    get web() {
      return ready(parts.web.at(-1));
    },
    workers: parts.worker,
    get origin() {
      return ready(running).origin;
    },
    get env() {
      return ready(running).env;
    },
    get sandbox() {
      return ready(running).sandbox;
    },
    get signIns() {
      return ready(running).signIns;
    },
  };
}

function ready<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The product runs inside tests and hooks only.');
  return value;
}

async function prepare(databaseUrl: string, options: SandboxOptions | undefined, more: Record<string, string>): Promise<Running> {
  const [sandbox, port, folder] = await Promise.all([startSandbox(options), freePort(), mkdtemp(join(tmpdir(), 'crossdock-files-'))]);
  const variables = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'a key for tests that nobody else would ever use',
    HOST: '127.0.0.1',
    PORT: String(port),
    // Set explicitly, because the test runner sets BASE_URL in the environment.
    BASE_URL: `http://127.0.0.1:${port}`,
    DEMO: '1',
    SANDBOX_ORIGIN: sandbox.origin,
    FILES_DIR: folder,
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    ...more,
  };
  const env = readEnvironment(variables);
  const signIns = await seedDemo({ databaseUrl, env, sandboxOrigin: sandbox.origin });
  return { origin: env.baseUrl, env, sandbox, signIns, variables, folder };
}

async function cookieOf(env: Environment, email: string): Promise<string> {
  const directory = openDirectory(env.databaseUrl, 1);
  try {
    const [user] = await directory.query<{ id: number }>('select id from users where email = $1', [email]);
    if (!user) throw new Error(`Nobody has the address ${email}.`);
    return await createSessionFor(directory, sessionCookie(env.secretKeys, env.baseUrl), user.id);
  } finally {
    await directory.close();
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
