import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { type KeepDays, leastKeepDays, usualKeepDays } from './keep-days.ts';

/** The settings of a process, parsed from environment variables. No other code reads process.env. */
export type Environment = z.infer<typeof variables>;

/** A setting is missing or wrong: `message` is one sentence for the person who starts the process. */
export class BadEnvironment extends Error {}

/**
 * Parses the variables of a process, once, at its start.
 * @throws BadEnvironment naming every variable that is missing or wrong.
 */
export function readEnvironment(source: Variables): Environment {
  return parse(variables, source);
}

/** DATABASE_URL alone. @throws BadEnvironment */
export function readDatabaseUrl(source: Variables): string {
  return parse(z.object({ DATABASE_URL: postgres }), source).DATABASE_URL;
}

/** What migrating needs: the owner's address, and the password that the processes will log in with. @throws BadEnvironment */
export function readMigration(source: Variables): { url: string; password: string | undefined } {
  const error = 'must have at least 16 characters';
  const values = parse(z.object({ DATABASE_URL: postgres, DATABASE_LOGIN_PASSWORD: z.string().min(16, { error }).optional() }), source);
  return { url: values.DATABASE_URL, password: values.DATABASE_LOGIN_PASSWORD };
}

type Variables = Record<string, string | undefined>;

function parse<T>(schema: z.ZodType<T>, source: Variables): T {
  const values = Object.fromEntries(Object.entries(withFiles(source)).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new BadEnvironment(`Crossdock cannot start: ${[...new Set(problems)].join('; ')}.`);
}

/** What may be kept in a file instead, as a key vault, Docker and Kubernetes give it: the path is in `NAME_FILE`. */
const secrets = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_LOGIN_PASSWORD',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'SMTP_URL',
  'FILES_S3_SECRET_KEY',
  'VENDOR_APPLICATIONS',
] as const;

function withFiles(source: Variables): Variables {
  const read: Variables = {};
  for (const name of secrets) {
    const path = source[`${name}_FILE`];
    if (!path) continue;
    if (source[name]) throw new BadEnvironment(`Crossdock cannot start: ${name} and ${name}_FILE are both set.`);
    try {
      read[name] = readFileSync(path, 'utf8').trim();
    } catch {
      throw new BadEnvironment(`Crossdock cannot start: ${name}_FILE names a file that cannot be read.`);
    }
  }
  return { ...source, ...read };
}

const link = (protocols: string[], example: string) =>
  z
    .string({ error: `is not set (for example ${example})` })
    .refine((text) => protocols.includes(protocolOf(text)), { error: `is not an address like ${example}` });
const origin = link(['http:', 'https:'], 'https://crossdock.example.com').transform((text) => new URL(text).origin);
const postgres = link(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/crossdock');
const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
};
const share = z.coerce
  .number({ error: 'must be a number from 0 to 1' })
  .min(0, { error: 'must be a number from 0 to 1' })
  .max(1, { error: 'must be a number from 0 to 1' });
const secret = z
  .string({ error: 'is not set (at least 32 random characters, for example from: openssl rand -hex 32)' })
  .min(32, { error: 'must have at least 32 characters' });
const zeroOrOne = z.enum(['0', '1'], { error: 'must be 0 or 1' });
const flag = zeroOrOne.default('0').transform((text) => text === '1');
/** Undefined where it is not set. */
const optionalFlag = zeroOrOne.optional().transform((text) => text && text === '1');

/** How many proxies there are, or the networks they are in; none is false. */
const proxies = z
  .string()
  .default('0')
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => (parts.length === 1 && /^\d$/.test(parts[0] ?? '')) || parts.every(isNetwork), {
    error: 'must be how many proxies there are (0 to 9), or their networks such as 10.0.0.0/8,fd00::/8',
  })
  .transform((parts) => (/^\d$/.test(parts[0] ?? '') ? Number(parts[0]) || false : parts));

/** At least as long as a screen shows it; ten years at most. */
const daysToKeep = (what: keyof KeepDays) => wholeNumber(leastKeepDays[what], 3_650).default(usualKeepDays[what]);

const headerName = z
  .string()
  .toLowerCase()
  .regex(/^[a-z][a-z0-9-]{0,60}$/, { error: 'must be the name of a header, such as x-request-id' });

/** By the connector's name; an id and a secret have no bound that every vendor keeps. */
const applications = z
  .string()
  .default('{}')
  .transform((text, { addIssue }) => {
    const parsed = z
      .record(z.string(), z.object({ id: z.string().min(1), secret: z.string().min(1), page: z.string().min(1).optional() }))
      .safeParse(jsonIn(text));
    if (!parsed.success) addIssue('must be JSON like {"shopify":{"id":"…","secret":"…"}}');
    return parsed.data ?? {};
  });

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const kind = isIP(address);
  return kind !== 0 && (bits === undefined || (Number(bits) > 0 && Number(bits) <= (kind === 4 ? 32 : 128)));
}

const variables = z
  .object({
    DATABASE_URL: postgres,
    DATABASE_DIRECT_URL: postgres.optional(),
    SECRET_KEY: secret,
    SECRET_KEY_PREVIOUS: z.string().optional(),
    PORT: wholeNumber(0, 65_535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    BASE_URL: origin.optional(),
    TRUST_PROXY: proxies,
    REQUEST_ID_HEADER: headerName.optional(),
    SUPER_TWO_FACTOR: optionalFlag,
    DEMO: flag,
    SANDBOX_ORIGIN: origin.optional(),
    VENDOR_APPLICATIONS: applications,
    FILES_DIR: z.string().default('.data/files'),
    FILES_S3_BUCKET: z.string().optional(),
    FILES_S3_REGION: z.string().optional(),
    FILES_S3_ENDPOINT: link(['http:', 'https:'], 'https://s3.example.com').optional(),
    FILES_S3_ACCESS_KEY: z.string().optional(),
    FILES_S3_SECRET_KEY: z.string().optional(),
    SMTP_URL: link(['smtp:', 'smtps:'], 'smtp://user:password@host:587').optional(),
    SMTP_REQUIRE_TLS: flag,
    MAIL_FROM: z.string().default('Crossdock <crossdock@localhost>'),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'must be fatal, error, warn, info, debug, trace or silent',
      })
      .default('info'),
    ACCOUNT_REQUESTS: wholeNumber(1, 1_000).default(4),
    ACCOUNT_BUSY_MS: wholeNumber(0, 1_000_000).default(2_000),
    TRACES_URL: link(['http:', 'https:'], 'http://127.0.0.1:4318/v1/traces').optional(),
    TRACES_SHARE: share.default(0.05),
    METRICS_PORT: wholeNumber(0, 65_535).optional(),
    WORKER_CONCURRENCY: wholeNumber(1, 200).default(10),
    KEEP_EXCHANGES_DAYS: daysToKeep('exchanges'),
    KEEP_WEBHOOKS_DAYS: daysToKeep('webhooks'),
    KEEP_STOCK_CHANGES_DAYS: daysToKeep('stockChanges'),
    KEEP_RUNS_DAYS: daysToKeep('runs'),
    KEEP_AUDIT_DAYS: daysToKeep('audit'),
  })
  .superRefine((values, { addIssue }) => {
    const wholeOrNone: [string, (keyof typeof values)[]][] = [
      [
        'keep files in S3',
        values.FILES_S3_ENDPOINT ? ['FILES_S3_BUCKET', 'FILES_S3_REGION', 'FILES_S3_ENDPOINT'] : ['FILES_S3_BUCKET', 'FILES_S3_REGION'],
      ],
      ['sign in to S3', ['FILES_S3_ACCESS_KEY', 'FILES_S3_SECRET_KEY']],
    ];
    if ((values.FILES_S3_ACCESS_KEY || values.FILES_S3_SECRET_KEY) && !values.FILES_S3_BUCKET)
      addIssue({ code: 'custom', path: ['FILES_S3_BUCKET'], message: 'is not set, while keys for it are' });
    if (values.REQUEST_ID_HEADER && values.TRUST_PROXY === false)
      addIssue({ code: 'custom', path: ['REQUEST_ID_HEADER'], message: 'is taken from a proxy, and TRUST_PROXY names none' });
    for (const [purpose, names] of wholeOrNone) {
      const set = names.filter((name) => values[name]);
      if (set.length === 0) continue;
      for (const name of names)
        if (!values[name])
          addIssue({ code: 'custom', path: [name], message: `is not set, and is needed beside ${set.join(' and ')} to ${purpose}` });
    }
  })
  .transform((values) => ({
    databaseUrl: values.DATABASE_URL,
    /** Past a pooler, for what needs a session of its own: listening, and the job queue. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
    /** The first seals; the others (SECRET_KEY_PREVIOUS, separated by commas) only open what they sealed. */
    secretKeys: [values.SECRET_KEY, ...(values.SECRET_KEY_PREVIOUS?.split(',').filter(Boolean) ?? [])] as [string, ...string[]],
    /** 0 means any free port. */
    port: values.PORT,
    host: values.HOST,
    /** Where `/metrics` of this process is, on loopback; 0 means any free port, and undefined none. */
    metricsPort: values.METRICS_PORT,
    /** Where a collector takes traces, and of which share of requests and pages; none without an address. */
    traces: values.TRACES_URL === undefined ? undefined : { url: values.TRACES_URL, share: values.TRACES_SHARE },
    /** Where people reach the product, without a slash at the end. */
    baseUrl: values.BASE_URL ?? `http://${reachable(values.HOST)}:${values.PORT}`,
    /** The proxies whose X-Forwarded-For, -Proto and -Host count: how many there are, or their networks. */
    trustProxy: values.TRUST_PROXY,
    /** The header in which a trusted proxy says which id a request has; without it each gets one here. */
    requestIdHeader: values.REQUEST_ID_HEADER,
    /** Super admins must have two-factor sign-in, except in the demo. */
    superTwoFactor: values.SUPER_TWO_FACTOR ?? !values.DEMO,
    demo: values.DEMO,
    /** The only private origin that connectors may call. */
    sandboxOrigin: values.SANDBOX_ORIGIN,
    /** Our own applications at vendors, to which people consent. */
    applications: values.VENDOR_APPLICATIONS,
    filesDir: values.FILES_DIR,
    /** The bucket for files, when they are in S3 or a compatible store. */
    filesS3: bucketOf(values),
    smtpUrl: values.SMTP_URL,
    /** Sends no mail over a connection that the server does not encrypt. */
    smtpRequireTls: values.SMTP_REQUIRE_TLS,
    mailFrom: values.MAIL_FROM,
    logLevel: values.LOG_LEVEL,
    /** What one account may use of a web process: see platform/http/account-limits.ts. */
    accountLimits: { requests: values.ACCOUNT_REQUESTS, busyMs: values.ACCOUNT_BUSY_MS },
    /** Jobs that one worker process runs at the same time. */
    workerConcurrency: values.WORKER_CONCURRENCY,
    /** After how many days the housekeeping deletes what only tells what happened. */
    keepDays: {
      exchanges: values.KEEP_EXCHANGES_DAYS,
      webhooks: values.KEEP_WEBHOOKS_DAYS,
      stockChanges: values.KEEP_STOCK_CHANGES_DAYS,
      runs: values.KEEP_RUNS_DAYS,
      audit: values.KEEP_AUDIT_DAYS,
    } satisfies KeepDays,
  }));

export type Bucket = { name: string; region: string; endpoint?: string; keys?: { accessKeyId: string; secretAccessKey: string } };

type BucketVariables = { [Name in `FILES_S3_${'BUCKET' | 'REGION' | 'ENDPOINT' | 'ACCESS_KEY' | 'SECRET_KEY'}`]?: string | undefined };

/** Without keys, AWS's instance credentials are used. */
function bucketOf(values: BucketVariables): Bucket | undefined {
  const { FILES_S3_BUCKET: name, FILES_S3_REGION: region, FILES_S3_ENDPOINT: endpoint } = values;
  const { FILES_S3_ACCESS_KEY: accessKeyId, FILES_S3_SECRET_KEY: secretAccessKey } = values;
  if (!name || !region) return undefined;
  return { name, region, ...(endpoint && { endpoint }), ...(accessKeyId && secretAccessKey && { keys: { accessKeyId, secretAccessKey } }) };
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : '';
}

/** A wildcard address can be listened on, but not opened. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** What a process without secrets gets: how other systems are reached, and where compiled code is kept. */
export const harmlessEnvironment = (variables: Variables = process.env): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => harmless.has(name.toUpperCase())));

const harmless = new Set([
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_USE_ENV_PROXY', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'],
  'NODE_COMPILE_CACHE',
]);
