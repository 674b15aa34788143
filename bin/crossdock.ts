#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BadEnvironment, type Environment, readEnvironment, readMigration } from '../platform/env.ts';
import { loginUrl } from '../platform/login-url.ts';
import { FormerDatabase, OlderPostgres, TablesInUse } from '../platform/migrations.ts';
import { whyUnreachable } from './database.ts';
import { type Start, serve } from './serve.ts';
import { root, Stop } from './stop.mjs';

/** The exit code that says that a restart will not help. */
const refusal = 2;
const usage =
  'Usage: node bin/crossdock.ts web | worker | migrate | distribute [plan] | move-account ACCOUNT HOST:PORT | leave-out HOST:PORT | take-back HOST:PORT | create-admin EMAIL ACCOUNT | two-factor-off EMAIL | erase-buyer ACCOUNT EMAIL | reseal | restored [--lives] | sizes';

type Role = (args: string[]) => Promise<void>;
/** Whether a command can do with its arguments. */
type Fits = (...args: (string | undefined)[]) => unknown;

const roles: Record<string, Role> = {
  web: () => run('web', async () => (await built()).startWeb),
  worker: () => run('worker', async () => (await import('../app/worker.ts')).startWorker),
  async migrate() {
    const { url, password } = readMigration(process.env);
    await reachable(url);
    const { migrate } = await import('../platform/migrate.ts');
    const applied = await migrate(url, password, console.log);
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
  },
  distribute: asOwner(
    (only) => only === undefined || only === 'plan',
    async () => {
      const { distribute } = await import('./distribute/distribute.ts');
      return (url, only) => distribute(url, console.log, only === 'plan');
    },
  ),
  'move-account': asOwner(
    (account, node) => Number.isSafeInteger(Number(account)) && node,
    async () => {
      const { moveAccount } = await import('./distribute/move-account.ts');
      return (url, account, node) => moveAccount(url, Number(account), node, console.log);
    },
  ),
  'leave-out': asOwner(
    (node) => node,
    async () => {
      const { leaveOut } = await import('./distribute/leave-out.ts');
      return (url, node) => leaveOut(url, node, console.log);
    },
  ),
  'take-back': asOwner(
    (node) => node,
    async () => {
      const { takeBack } = await import('./distribute/leave-out.ts');
      return (url, node) => takeBack(url, node, console.log);
    },
  ),
  'create-admin': printed(
    (email, account) => email?.includes('@') && account,
    async () => (await import('./create-admin.ts')).createAdmin,
  ),
  'two-factor-off': printed(
    (email) => email,
    async () => (await import('./two-factor-off.ts')).twoFactorOff,
  ),
  'erase-buyer': printed(
    (account, email) => account && email?.includes('@'),
    async () => (await import('./erase-buyer.ts')).eraseBuyerOf,
  ),
  restored: printed(
    (flag) => flag === undefined || flag === '--lives',
    async () => (await import('./restored.ts')).restored,
  ),
  sizes: printed(anything, async () => (await import('./sizes.ts')).sizes),
  reseal: printed(anything, async () => (await import('./reseal.ts')).reseal),
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

/** What is done with the tables themselves, as their owner, where the arguments are such. */
function asOwner(fits: Fits, load: () => Promise<(url: string, ...args: string[]) => Promise<void>>): Role {
  return async (args) => {
    if (!fits(...args)) throw new Stop(usage);
    const { url } = readMigration(process.env);
    await reachable(url);
    await (await load())(url, ...args);
  };
}

/** What is done once with a database in use, and returns what to print. */
function printed(fits: Fits, load: () => Promise<(env: Environment, ...args: string[]) => Promise<string>>): Role {
  return async (args) => {
    if (!fits(...args)) throw new Stop(usage);
    const env = readEnvironment(process.env);
    await reachableLogin(env.databaseUrl);
    console.log(await (await load())(env, ...args));
  };
}

function anything(): boolean {
  return true;
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
  if ([Stop, BadEnvironment, FormerDatabase, OlderPostgres, TablesInUse].some((expected) => error instanceof expected))
    return (error as Error).message;
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  return code === 'EADDRINUSE'
    ? `Port ${port} on ${address} is taken by another program: stop it, or choose another with PORT.`
    : undefined;
}
