import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Directory, openDirectory } from '../app/people/accounts/people/directory.ts';
import { type Environment, readEnvironment } from '../platform/env.ts';
import { liveOf, type SandboxOptions } from '../sandbox/config.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { createDatabase, emptyDatabase, type TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { type Restarted, restartedWorker, startPart } from './part.ts';
import { wayTo } from './pooler.ts';

export type SandboxSettings = Pick<SandboxOptions, 'limits' | 'pace' | 'latencyMs' | 'cancelWins'>;

/** A web process with its database, and the sandbox: starting them takes longer than most test files. */
export type SharedWeb = {
  env: Environment;
  /** The environment of the web process, for a worker beside it. */
  variables: Record<string, string>;
  /** A worker beside it, which does nothing before it is started. */
  worker: Restarted;
  database: TestDatabase;
  /** Of its people and sessions. */
  directory: Directory;
  sandbox: Sandbox;
  /** Empties the database and the sandbox, for the next test file. The worker may not be running. */
  reset: (settings: SandboxSettings) => Promise<void>;
};

/** So many goods hold all that the tests name. The sample has three times as many, and to read each anew costs every test file. */
const goods = 600;

let started: Promise<SharedWeb> | undefined;

/** One for all the test files that a process of the test runner runs, one after the other. It ends with that process. */
export function sharedWeb(): Promise<SharedWeb> {
  started ??= startWeb();
  return started;
}

/** One of its own. `behind`: variables that lead to its database by another way. */
export async function startWeb(
  behind = async (databaseUrl: string): Promise<Record<string, string>> => (await wayTo(databaseUrl)).variables,
): Promise<SharedWeb> {
  const [database, sandbox, port, folder] = await Promise.all([
    createDatabase(),
    startSandbox({ goods }),
    freePort(),
    mkdtemp(join(tmpdir(), 'crossdock-files-')),
  ]);
  const variables = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'a key for tests that nobody else would ever use',
    HOST: '127.0.0.1',
    PORT: String(port),
    // Set explicitly, because the test runner has its own BASE_URL in the environment.
    BASE_URL: `http://127.0.0.1:${port}`,
    DEMO: '1',
    SANDBOX_ORIGIN: sandbox.origin,
    FILES_DIR: folder,
    LOG_LEVEL: 'warn',
    // Each connection to the database costs a test file more than it saves.
    WORKER_CONCURRENCY: '4',
    NODE_ENV: 'production',
    ...(await behind(database.url)),
  };
  await startPart('web', variables);
  return {
    env: readEnvironment(variables),
    variables,
    worker: restartedWorker(variables),
    database,
    directory: openDirectory(database.url, 1),
    sandbox,
    async reset(settings) {
      await Promise.all([sandbox.control.reset(), emptyDatabase(database)]);
      sandbox.control.set(liveOf(settings));
    },
  };
}
