#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BadEnvironment, type Environment, readDatabaseUrl, readEnvironment } from '../platform/env.ts';
import { createLog, type Log } from '../platform/log.ts';
import { whyUnreachable } from './database.ts';
import { root, Stop } from './stop.mjs';

type Running = { stop: () => Promise<void>; port?: number };
type Start = (env: Environment, log: Log) => Promise<Running>;

/** How long a process may take to finish what it is at before it ends anyway. */
const patienceMs = 25_000;
/** Tells the one that started us that trying again is of no use. */
const refusal = 2;

const roles: Record<string, () => Promise<void>> = {
  web: () => serve(async () => (await built()).startWeb),
  worker: () => serve(async () => (await import('../app/worker.ts')).startWorker),
  migrate: async () => {
    const url = readDatabaseUrl(process.env);
    await demandDatabase(url);
    const { migrate } = await import('../platform/migrate.ts');
    const applied = await migrate(url);
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
  },
};

try {
  const role = roles[process.argv[2] ?? ''];
  if (!role) throw new Stop('Usage: node bin/crossdock.ts web | worker | migrate');
  await role();
} catch (error) {
  const sentence = sentenceOf(error);
  if (sentence === undefined) throw error;
  console.error(sentence);
  process.exit(refusal);
}

async function serve(load: () => Promise<Start>): Promise<void> {
  const env = readEnvironment(process.env);
  const start = await load();
  await demandDatabase(env.databaseUrl);
  const running = await start(env, createLog(env));
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), patienceMs).unref();
    running.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  process.send?.({ ready: true, port: running.port });
}

async function built(): Promise<{ startWeb: Start }> {
  const bundle = join(root, 'build/server/index.js');
  if (!existsSync(bundle)) throw new Stop('The pages are not built: run "npm run build" first.');
  return import(pathToFileURL(bundle).href);
}

async function demandDatabase(url: string): Promise<void> {
  const trouble = await whyUnreachable(url);
  if (trouble) throw new Stop(trouble);
}

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof Stop || error instanceof BadEnvironment) return error.message;
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  return code === 'EADDRINUSE'
    ? `Port ${port} on ${address} is taken by another program: stop it, or choose another with PORT.`
    : undefined;
}
