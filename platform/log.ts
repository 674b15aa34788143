import { type DestinationStream, type LogFn, type Logger, type LoggerOptions, pino } from 'pino';
import type { Environment } from './env.ts';
import { errorEntry } from './log/error-entry.ts';
import { repeats } from './log/repeats.ts';
import { fieldsOfWork, isOfClock } from './work.ts';

export type Log = Logger;

/**
 * One JSON line an entry, to standard output or to `destination`, with the request or job that it is of: see work.ts. Secrets and e-mail
 * addresses are blanked down to four levels, and addresses of pages lose their query, which may carry a token. An error that repeats itself
 * is one line in ten seconds.
 */
export function createLog(env: Pick<Environment, 'logLevel'>, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level: env.logLevel,
    base: undefined,
    mixin: fieldsOfWork,
    hooks: { logMethod: withoutRepeats() },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secretPaths, censor: '[redacted]' },
    serializers: {
      err: errorEntry,
      error: errorEntry,
      req: request,
      res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

const secretKeys = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'newPassword',
  'currentPassword',
  'secret',
  'secrets',
  'token',
  'api_key',
  'api_secret',
  'apiKey',
  'apiSecret',
  'webhook_secret',
  'vendor_secret',
  'sign_off',
  'secretKeys',
  'databaseUrl',
  'smtpUrl',
  'x-api-key',
  // A person is known by their number.
  'email',
];
const secretPaths = secretKeys.flatMap((key) => ['', '*', '*.*', '*.*.*'].map((parents) => `${parents}["${key}"]`));

/**
 * Whoever made a request is to find its lines by its number, those of its jobs too: of no request one is left out because of another's.
 * What clocks began is the same work by the name of its job.
 */
function withoutRepeats(): NonNullable<LoggerOptions['hooks']>['logMethod'] {
  const leftOut = repeats();
  return function write(this: Logger, args, method) {
    const [entry, message] = args as unknown as [unknown, unknown];
    const { request, job = '', cause = '' } = fieldsOfWork();
    if (typeof entry !== 'object' || entry === null || request !== undefined) return method.apply(this, args);
    const work = isOfClock(cause) ? job.split(' ', 1) : [job, cause];
    const before = leftOut(entry, JSON.stringify([message, ...work]));
    if (before === undefined) return;
    method.apply(this, before === 0 ? args : ([{ ...entry, repeated: before }, message] as unknown as Parameters<LogFn>));
  };
}

function request({ method, url, id }: { method: string; url: string; id?: unknown }) {
  return { id, method, url: url.split('?', 1)[0] };
}
