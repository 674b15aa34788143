import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Environment } from '../env.ts';
import type { Log } from '../log.ts';
import { countRequests } from '../metrics/requests.ts';
import { accountLimits } from './account-limits.ts';
import { nothingHere } from './allowed-methods.ts';
import { checkHosts } from './check-host.ts';
import { replyToClientError } from './client-errors.ts';
import { replyWithError } from './errors.ts';
import { closeStreamsWith } from './event-stream.ts';
import { keepDoor, serverBehind } from './front-door.ts';
import { refuseLate } from './late-refusals.ts';
import { limits } from './limits.ts';
import { logRequests } from './log-requests.ts';
import { checkOrigins } from './origin.ts';
import { readPlainForms, showFormAgain } from './plain-forms.ts';
import { probes } from './probes.ts';
import { readForms } from './read-forms.ts';
import { readJson } from './read-json.ts';
import { refuse } from './refusal.ts';
import { requestIds } from './request-id.ts';
import { RequestLog } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';
import type { WebContext } from './web-context.ts';

export type ServerOptions = Pick<WebContext, 'database' | 'sessionOf' | 'isConfirmed' | 'mayDo' | 'signInAddress'> &
  Partial<Pick<WebContext, 'keyOf' | 'allows'>> & {
    /** Whose a Cookie header is, as far as that is known already. */
    accountOf?: (cookie: string | undefined) => number | null;
    env: Pick<Environment, 'baseUrl' | 'trustProxy' | 'accountLimits'> & Partial<Pick<Environment, 'requestIdHeader'>>;
    log: Log;
    migrationsFolder: string;
    requestsPerMinute?: number;
    /** Of an account or address, before they come late. */
    refusalsPerMinute?: number;
    longestLagMs?: number;
    checkReplies?: boolean;
  };

/** A web server with what every request needs: ids, logs, limits, headers, origin checks, errors as sentences, probes. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const {
    env,
    log,
    requestsPerMinute = 6_000,
    refusalsPerMinute = 100,
    longestLagMs = 3_000,
    checkReplies = false,
    accountOf = nobody,
  } = options;
  const app = fastify(options);
  const { database, sessionOf, isConfirmed, mayDo, signInAddress, keyOf = noKeys, allows = () => false } = options;
  const web: WebContext = {
    ...{ database, sessionOf, isConfirmed, mayDo, signInAddress, keyOf, allows, checkReplies },
    ...{ baseUrl: env.baseUrl, endpoints: [], endpointsByKey: [], page: null },
  };
  app.decorate('web', web);
  app.decorateRequest('signedIn', undefined);
  app.setErrorHandler(
    async (error, request, reply) => (await showFormAgain(error, request, reply)) ?? replyWithError(error, request, reply),
  );
  keepDoor(app);
  refuseLate(app, { mostAMinute: refusalsPerMinute, accountOf });
  logRequests(app, log);
  countRequests(app);
  securityHeaders(app, env.baseUrl.startsWith('https:'));
  await limits(app, { perMinute: requestsPerMinute, longestLagMs, trustProxy: env.trustProxy });
  checkHosts(app);
  refuseUnknownAddresses(app);
  readJson(app);
  await readForms(app);
  readPlainForms(app);
  checkOrigins(app);
  closeStreamsWith(app);
  endConnectionsWith(app);
  probes(app, options.migrationsFolder);
  return app;
}

function fastify({ env, log, accountOf = nobody }: ServerOptions): FastifyInstance {
  return Fastify({
    serverFactory: serverBehind(accountLimits(env.accountLimits), accountOf),
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ requestIdLogLabel: 'request', disableRequestLogging: true }),
    childLoggerFactory: (own, bindings) => new RequestLog(own, String(bindings.request)),
    genReqId: requestIds(env),
    trustProxy: trustIn(env.trustProxy),
    bodyLimit: 1_048_576,
    // Of a large file: see slow-bodies.ts for what has to arrive in the meantime.
    requestTimeout: 3_600_000,
    forceCloseConnections: 'idle',
    // What came before the process was stopped, and still waits behind the door, is worked on too.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    clientErrorHandler: replyToClientError,
    rewriteUrl: ({ url = '/' }) => readable(url),
    frameworkErrors: (error, request, reply) => {
      replyWithError(error, request, reply);
    },
  });
}

/** A connection ends with the reply to what was under way at the close: a proxy would keep it open, and the process with it. */
function endConnectionsWith(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}

const nobody = () => null;

/** A server without keys. */
const noKeys = async () => {
  throw refuse(401, 'no_key', 'There are no keys here.');
};

/** Counted against the limit of its sender, and refused before its body is read. */
function refuseUnknownAddresses(app: FastifyInstance): void {
  const limit = app.rateLimit();
  app.addHook('preParsing', async (request, reply) => {
    if (!request.is404) return;
    await limit.call(app, request, reply);
    throw nothingHere(request);
  });
  app.setNotFoundHandler(async (request) => {
    throw nothingHere(request);
  });
}

/** An address that cannot be decoded is one that does not exist, like any other: its percent signs are taken literally. */
function readable(url: string): string {
  const [path = '', ...query] = url.split('?');
  return isDecodable(path) ? url : [path.replaceAll('%', '%25'), ...query].join('?');
}

function isDecodable(text: string): boolean {
  try {
    // The bundler would leave a call out whose result nobody uses.
    return decodeURIComponent(text) !== null;
  } catch {
    return false;
  }
}

/** Fastify's form: it counts the caller as hop 0. */
function trustIn(proxies: Environment['trustProxy']) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;
}
