import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Database, openDatabase } from '../platform/db.ts';
import type { Environment } from '../platform/env.ts';
import { openLiveFeed } from '../platform/events.ts';
import { openFiles } from '../platform/files.ts';
import { assets } from '../platform/http/assets.ts';
import { docs } from '../platform/http/docs.ts';
import { bySession } from '../platform/http/openapi/document.ts';
import { pages as mountPages } from '../platform/http/pages.ts';
import { refuse } from '../platform/http/refusal.ts';
import { createServer } from '../platform/http/server.ts';
import { createLog, type Log } from '../platform/log.ts';
import { openMailer } from '../platform/mail.ts';
import { serveMetrics } from '../platform/metrics/serve.ts';
import { sealWith } from '../platform/seal.ts';
import { turns } from '../platform/turns.ts';
import { apis } from './api.ts';
import { openMark } from './base/installation/mark.ts';
import type { Engine } from './base/worker-context.ts';
import { storeMail } from './people/accounts/demo-mail/outbox.ts';
import { signInFromForm } from './people/accounts/entrance/next-address.ts';
import { openDirectory } from './people/accounts/people/directory.ts';
import { mayDo } from './people/accounts/people/permissions.ts';
import type { Services } from './people/accounts/services.ts';
import { sessionCookie } from './people/accounts/sessions/cookie.ts';
import { openSessions } from './people/accounts/sessions/sessions.ts';
import { openUses } from './people/accounts/sessions/uses.ts';
import { openSignIn } from './people/accounts/sign-in.ts';
import { allows } from './people/keys/scopes.ts';
import { openKeyCalls } from './people/keys/serving/calls.ts';
import { keyHooks, servedKey } from './people/keys/serving/hooks.ts';
import { openKeys } from './people/keys/serving/keys.ts';
import { examples } from './screens/demo/examples.ts';
import { samples } from './screens/demo/samples.ts';
import { type Pages, renderWith } from './screens/shell/pages.ts';
import { v1Docs } from './screens/v1/document/docs.ts';
import { bufferedExchanges } from './shared/connections/calls/exchanges.ts';
import { exportWaitMs } from './shared/exports/contract.ts';

export type WebOptions = {
  env: Environment;
  log: Log;
  database: Database;
  /** React Router's handler; without it only the API is served. */
  pages?: Pages;
  requestsPerMinute?: number;
  refusalsPerMinute?: number;
  longestLagMs?: number;
  /** How long a call may wait for long work that it started, in ms. */
  longestWaitMs?: number;
  /** Compares each reply with its declaration: for tests. */
  checkReplies?: boolean;
};

export type Web = FastifyInstance & { parts: Services };

/** Builds the web process, without listening. Closing it closes everything that it opened, but not `database`. */
export async function createWeb({
  pages,
  requestsPerMinute,
  refusalsPerMinute,
  longestLagMs,
  checkReplies,
  ...options
}: WebOptions): Promise<Web> {
  const parts = openParts(options);
  const { env, log, database, sessions, directory } = parts;
  const keys = openKeys(directory, { baseUrl: env.baseUrl, strictSupers: env.superTwoFactor });
  const keyCalls = openKeyCalls(directory, log);
  parts.news.onKeyChange(keys.forget);
  parts.news.onListening(keys.forgetAll);
  const app = await createServer({
    env,
    log,
    database,
    requestsPerMinute,
    refusalsPerMinute,
    longestLagMs,
    checkReplies,
    mayDo,
    signInAddress: ({ headers, url }) => signInFromForm(headers.referer, url, env.baseUrl),
    accountOf: (cookie) => sessions.accountOf(cookie),
    sessionOf: (request) => sessions.find(request.headers.cookie),
    keyOf: servedKey(keys, keyCalls),
    allows,
    isConfirmed: (request) => sessions.isConfirmed(request.headers.cookie),
    migrationsFolder: join(root, 'db/migrations'),
  });
  renewSessions(app, sessions);
  keyHooks(app, keyCalls);
  mount(app, parts, pages);
  app.addHook('onClose', async () => {
    await Promise.all([parts.news.close(), parts.uses.close(), keyCalls.close(), parts.engine.exchanges.flush()]);
    await parts.directory.close();
  });
  return Object.assign(app, { parts });
}

function renewSessions(app: FastifyInstance, sessions: Services['sessions']): void {
  app.addHook('onSend', async (request, reply) => {
    const cookie = sessions.renewal(request.headers.cookie);
    if (cookie) reply.header('set-cookie', cookie);
  });
}

function mount(app: FastifyInstance, parts: Services, pages: Pages | undefined): void {
  for (const api of apis) api(app, parts);
  docs(app, {
    title: 'Crossdock',
    description: 'Everything that the screens do, and nothing else does.',
    security: bySession(parts.sessions.cookie.name),
    making: { samples, examples },
  });
  v1Docs(app, samples);
  assets(app, join(root, 'build/client'));
  mountPages(app, pages && renderWith(pages, parts));
}

/** Longer than any page or call needs: one that takes longer must not take the connections of the others. */
const patience = { statementMs: 30_000, lockMs: 10_000 };

/** Half of the connections that write, whoever of an account takes them: its requests, uploads, trials and what they start together. */
const sessionTurns = () =>
  turns({
    ...{ each: 6, waiting: 100 },
    refusal: () =>
      refuse(429, 'account_busy', 'Your account has more under way than the server takes of one account. Try again in a second.', {
        'retry-after': '1',
      }),
  });

/** Starts a web process; any number may run in parallel. `stop` finishes open requests, then closes. */
export async function startWeb(env: Environment, pages?: Pages): Promise<{ stop: () => Promise<void>; port: number }> {
  const log = createLog(env);
  const database = openDatabase({ url: env.databaseUrl, readers: 12, name: 'crossdock-web', patience, turns: sessionTurns() });
  const app = await createWeb({ env, log, database, pages });
  const pools = { sign_in: app.parts.directory.pool };
  const metrics = env.metricsPort === undefined ? undefined : await serveMetrics({ port: env.metricsPort, database, pools, log });
  const stop = async () => {
    await metrics?.stop();
    await app.close();
    await database.close();
  };
  try {
    await app.listen({ port: env.port, host: env.host });
  } catch (error) {
    await stop();
    throw error;
  }
  const address = app.server.address();
  return { stop, port: typeof address === 'object' && address ? address.port : env.port };
}

function openParts({ env, log, database, longestWaitMs = exportWaitMs }: WebOptions): Services {
  const directory = openDirectory(env.databaseUrl);
  const post = openMailer(env, (mail) => storeMail(directory, mail));
  const files = openFiles(env);
  const engine: Engine = {
    ...{ database, log, files },
    mark: openMark({ database, log, files, baseUrl: env.baseUrl, databaseUrl: env.databaseUrl }),
    seal: sealWith(env.secretKeys),
    post,
    sandboxOrigin: env.sandboxOrigin ?? null,
    applications: env.applications,
    demo: env.demo,
    baseUrl: env.baseUrl,
    keepDays: env.keepDays,
    now: () => new Date(),
    exchanges: bufferedExchanges(database, log),
  };
  const news = openLiveFeed(env.databaseDirectUrl);
  const uses = openUses(directory, log);
  const sessions = openSessions(directory, uses, sessionCookie(env.secretKeys, env.baseUrl), { strictSupers: env.superTwoFactor });
  news.onSessionEnd(sessions.forget);
  news.onListening(sessions.rereadAll);
  return {
    env,
    log,
    database,
    directory,
    post,
    sessions,
    uses,
    signIn: openSignIn({ env, directory, post, log }),
    files: engine.files,
    engine,
    news,
    longestWaitMs,
  };
}

/** The project's folder: this file runs from app/, and from build/server/ once bundled. */
const root = folderWith('package.json', import.meta.dirname);

function folderWith(name: string, from: string): string {
  if (existsSync(join(from, name)) || dirname(from) === from) return from;
  return folderWith(name, dirname(from));
}
