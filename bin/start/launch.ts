import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/embedded-postgres.ts';
import { readDatabaseUrl, readEnvironment } from '../../platform/env.ts';
import { loginUrl } from '../../platform/login-url.ts';
import { migrate } from '../../platform/migrate.ts';
import { FormerDatabase } from '../../platform/migrations.ts';
import { whyUnreachable } from '../database.ts';
import { Stop } from '../stop.mjs';
import { buildWhatIsStale } from './build.ts';
import { type Child, keepChild } from './child.ts';
import { type DemoSettings, demoSettings } from './demo-settings.ts';
import { beginFirstStart, endFirstStart } from './first-start.ts';
import { databaseLog, say } from './output.ts';
import { welcome } from './welcome.ts';

export type Launch = { running: Promise<void>; stop: () => Promise<void>; force: () => void };

type Parts = { database?: Promise<EmbeddedPostgres>; web?: Child; worker?: Child; sandbox?: Child; stopped: boolean };

/** Starts the whole product on this machine, in parallel where possible; `stop` stops it in the order of dependencies. */
export function launch(dev: boolean): Launch {
  const parts: Parts = { stopped: false };
  return {
    running: start(parts, dev),
    async stop() {
      parts.stopped = true;
      for (const part of [parts.web, parts.worker, parts.sandbox]) await part?.stop();
      const database = await parts.database?.catch(() => undefined);
      await database?.stop();
    },
    force() {
      for (const part of [parts.web, parts.worker, parts.sandbox]) part?.kill();
      Promise.resolve(parts.database?.then((database) => database.stop('now'))).finally(() => process.exit(1));
    },
  };
}

async function start(parts: Parts, dev: boolean): Promise<void> {
  const demo = await demoSettings();
  // First, because it fails fast, and a build takes a while.
  const url = await addressOfDatabase(parts, demo, dev);
  const build = dev ? undefined : buildWhatIsStale(() => say('start', 'Building the pages (the first time, and when sources changed) …'));
  await Promise.all([migrateDatabase(url, demo), build]);

  const variables = childVariables(demo, url, dev);
  if (parts.stopped) return;
  const child = (name: keyof typeof patienceMs, ...args: string[]) =>
    keepChild({ name, args, env: { ...variables, ...metricsOf(name) }, stopMs: patienceMs[name] });
  parts.sandbox = child('sandbox', 'sandbox/main.ts');
  parts.web = child('web', ...(dev ? ['bin/dev-web.ts'] : ['bin/crossdock.ts', 'web']));
  parts.worker = child('worker', ...(dev ? ['--watch'] : []), 'bin/crossdock.ts', 'worker');

  const { seedDemo } = await import('../../app/screens/demo/seed.ts');
  const seeded = seedDemo({
    databaseUrl: variables.DATABASE_URL,
    env: readEnvironment(variables),
    sandboxOrigin: demo.sandboxOrigin,
    books: true,
  });
  const [signIns] = await Promise.all([seeded, parts.web.ready, parts.worker.ready]);
  if (parts.stopped) return;
  // Of another database nothing was noted.
  if (parts.database) await endFirstStart(demo.folder);
  welcome(demo, signIns);
  const { talkAboutFirstOrders } = await import('../../app/screens/demo/comments.ts');
  const { addStockExamples } = await import('../../app/screens/demo/stock-examples.ts');
  const isOver = () => parts.stopped;
  // Without them the demo lacks a few examples, and nothing else.
  await Promise.allSettled([
    addStockExamples({ databaseUrl: variables.DATABASE_URL, sandboxOrigin: demo.sandboxOrigin }, isOver),
    talkAboutFirstOrders(variables.DATABASE_URL, isOver),
  ]);
}

/** How long each may take to stop before it is killed. */
const patienceMs = { web: 4_000, worker: 5_000, sandbox: 2_000 };

async function migrateDatabase(url: string, { folder }: DemoSettings): Promise<void> {
  await migrate(url, undefined, console.log).catch((error) => {
    if (!(error instanceof FormerDatabase) || process.env.DATABASE_URL) throw error;
    throw new Stop(`The data in ${folder} was made by an earlier development version: move that folder away, then start again.`);
  });
  // For commands that inspect a running demo; it contains the password, so only the owner may read it.
  await writeFile(join(folder, 'database.json'), `${JSON.stringify({ url })}\n`, { mode: 0o600 });
}

/** The database of DATABASE_URL, or one of our own. */
async function addressOfDatabase(parts: Parts, demo: DemoSettings, dev: boolean): Promise<string> {
  if (!process.env.DATABASE_URL) {
    parts.database = startEmbeddedPostgres({ dataDir: join(demo.folder, 'postgres'), log: databaseLog });
    const { url } = await parts.database;
    const env = readEnvironment({ ...process.env, ...childVariables(demo, url, dev) });
    await beginFirstStart({ folder: demo.folder, env }, url);
    return url;
  }
  const url = readDatabaseUrl(process.env);
  const trouble = await whyUnreachable(url);
  if (trouble) throw new Stop(trouble);
  return url;
}

/** Web's metrics are at METRICS_PORT, the worker's at the next one. */
function metricsOf(name: keyof typeof patienceMs): Record<string, string> {
  const port = process.env.METRICS_PORT;
  if (!port || name === 'sandbox') return {};
  return { METRICS_PORT: name === 'web' ? port : String(Number(port) + 1) };
}

function childVariables(demo: DemoSettings, url: string, dev: boolean) {
  return {
    // The owner's address stays here.
    DATABASE_URL: loginUrl(url, 'crossdock_app'),
    SECRET_KEY: demo.secretKey,
    HOST: demo.host,
    PORT: demo.port,
    BASE_URL: demo.address,
    DEMO: '1',
    SANDBOX_ORIGIN: demo.sandboxOrigin,
    SANDBOX_PORT: String(demo.sandboxPort),
    SANDBOX_DATA: join(demo.folder, 'sandbox'),
    FILES_DIR: process.env.FILES_DIR || join(demo.folder, 'files'),
    LOG_LEVEL: process.env.LOG_LEVEL || (dev ? 'info' : 'warn'),
    NODE_ENV: dev ? 'development' : 'production',
  };
}
