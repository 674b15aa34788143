#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BadEnvironment, type Environment, readEnvironment, readMigration } from '../platform/env.ts';
import { loginUrl } from '../platform/login-url.ts';
import { FormerDatabase, OlderPostgres } from '../platform/migrations.ts';
import { whyUnreachable } from './database.ts';
import { type Start, serve } from './serve.ts';
import { root, Stop } from './stop.mjs';

/** The exit code that says that a restart will not help. */
const refusal = 2;
const usage =
  'Usage: node bin/crossdock.ts web | worker | migrate | distribute [plan] | move-account ACCOUNT HOST:PORT | leave-out HOST:PORT | take-back HOST:PORT | create-admin EMAIL ACCOUNT | two-factor-off EMAIL | erase-buyer ACCOUNT EMAIL | reseal | restored | sizes';

const roles: Record<string, (args: string[]) => Promise<void>> = {
  web: () => run('web', async () => (await built()).startWeb),
  worker: () => run('worker', async () => (await import('../app/worker.ts')).startWorker),
  async migrate() {
    const { url, password } = readMigration(process.env);
    await reachable(url);
    const { migrate } = await import('../platform/migrate.ts');
    const applied = await migrate(url, password);
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
  },
  async distribute([only]) {
    if (only !== undefined && only !== 'plan') throw new Stop(usage);
    const { url } = readMigration(process.env);
    await reachable(url);
    const { distribute } = await import('./distribute/distribute.ts');
    await distribute(url, console.log, only === 'plan');
  },
  async 'move-account'([account, node]) {
    if (!account || !node) throw new Stop(usage);
    const { url } = readMigration(process.env);
    await reachable(url);
    const { moveAccount } = await import('./distribute/move-account.ts');
    await moveAccount(url, Number(account), node, console.log);
  },
  'leave-out': ([node]) => withNode('leaveOut', node),
  'take-back': ([node]) => withNode('takeBack', node),
  async 'create-admin'([email, account]) {
    if (!email?.includes('@') || !account) throw new Stop(usage);
    const { createAdmin } = await import('./create-admin.ts');
    const env = readEnvironment(process.env);
    await reachableLogin(env.databaseUrl);
    console.log(await createAdmin(env, email, account));
  },
  async 'two-factor-off'([email]) {
    if (!email) throw new Stop(usage);
    const env = readEnvironment(process.env);
    await reachableLogin(env.databaseUrl);
    const { twoFactorOff } = await import('./two-factor-off.ts');
    console.log(await twoFactorOff(env, email));
  },
  async 'erase-buyer'([account, email]) {
    if (!account || !email?.includes('@')) throw new Stop(usage);
    const env = readEnvironment(process.env);
    await reachableLogin(env.databaseUrl);
    const { eraseBuyerOf } = await import('./erase-buyer.ts');
    console.log(await eraseBuyerOf(env, Number(account), email));
  },
  async restored() {
    const env = readEnvironment(process.env);
    await reachableLogin(env.databaseUrl);
    const { restored } = await import('./restored.ts');
    console.log(await restored(env));
  },
  async sizes() {
    const env = readEnvironment(process.env);
    await reachableLogin(env.databaseUrl);
    const { sizes } = await import('./sizes.ts');
    console.log(await sizes(env));
  },
  async reseal() {
    const env = readEnvironment(process.env);
    await reachableLogin(env.databaseUrl);
    const { reseal } = await import('./reseal.ts');
    console.log(await reseal(env));
  },
};

try {
  const role = roles[process.argv[2] ?? ''];
  if (!role) throw new Stop(usage);
  await role(process.argv.slice(3));
} catch (error) {
  const sentence = sentenceOf(error);
  if (sentence === undefined) throw error;
  console.error(sentence);
  process.exit(refusal);
}

async function run(name: string, load: () => Promise<Start>): Promise<void> {
  const env = readEnvironment(process.env);
  const [start, withTraces] = await Promise.all([load(), tracing(name, env), reachableLogin(env.databaseUrl)]);
  await serve(withTraces(start), env);
}

/** What sends traces is loaded only where they are wanted. The last ones are sent once the work has ended. */
async function tracing(name: string, { traces }: Environment): Promise<(start: Start) => Start> {
  if (!traces) return (start) => start;
  const { exportTraces } = await import('../platform/traces/export.ts');
  return (start) => async (env, log) => {
    const sending = exportTraces({ ...traces, process: name });
    const running = await start(env, log);
    return { ...running, stop: () => running.stop().finally(sending.stop) };
  };
}

async function withNode(what: 'leaveOut' | 'takeBack', node: string | undefined): Promise<void> {
  if (!node) throw new Stop(usage);
  const { url } = readMigration(process.env);
  await reachable(url);
  const nodes = await import('./distribute/leave-out.ts');
  await nodes[what](url, node, console.log);
}

async function built(): Promise<{ startWeb: Start }> {
  const bundle = join(root, 'build/server/index.js');
  if (!existsSync(bundle)) throw new Stop('The pages are not built: run "npm run build" first.');
  return import(pathToFileURL(bundle).href);
}

/** Processes log in as roles of their own, which migrating lets in. */
function reachableLogin(url: string): Promise<string> {
  return reachable(loginUrl(url, 'crossdock_app'));
}

async function reachable(url: string): Promise<string> {
  const trouble = await whyUnreachable(url);
  if (trouble) throw new Stop(trouble);
  return url;
}

function sentenceOf(error: unknown): string | undefined {
  if ([Stop, BadEnvironment, FormerDatabase, OlderPostgres].some((expected) => error instanceof expected)) return (error as Error).message;
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  return code === 'EADDRINUSE'
    ? `Port ${port} on ${address} is taken by another program: stop it, or choose another with PORT.`
    : undefined;
}
