import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import type { Environment } from './env.ts';

export type Log = Logger;

/**
 * One JSON line an entry, to standard output or to `destination`. Secrets are blanked down to four levels, and
 * addresses lose their query, which may carry a token. Use `log.child({ account, user, request })` for a context.
 */
export function createLog(env: Pick<Environment, 'logLevel'>, destination?: DestinationStream): Log {
  const options = {
    level: env.logLevel,
    base: undefined,
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
];
const secretPaths = secretKeys.flatMap((key) => ['', '*', '*.*', '*.*.*'].map((parents) => `${parents}["${key}"]`));

/** Without the connection that pg's pool attaches to an error: it is large, and has the key to cancel its statements. */
function errorEntry(error: Error): object {
  const { client: _, ...entry } = stdSerializers.err(error) as object & { client?: unknown };
  return entry;
}

function request({ method, url, id }: { method: string; url: string; id?: unknown }) {
  return { id, method, url: url.split('?', 1)[0] };
}
