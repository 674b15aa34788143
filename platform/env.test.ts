import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BadEnvironment, readDatabaseUrl, readEnvironment, readMigration } from './env.ts';

const enough = { DATABASE_URL: 'postgres://me:secret@db.example.com/crossdock', SECRET_KEY: 'x'.repeat(32) };

test('two variables are enough', () => {
  expect(readEnvironment(enough)).toMatchObject({
    databaseUrl: enough.DATABASE_URL,
    secretKeys: [enough.SECRET_KEY],
    port: 3000,
    host: '127.0.0.1',
    baseUrl: 'http://127.0.0.1:3000',
    demo: false,
    superTwoFactor: true,
    trustProxy: false,
    logLevel: 'info',
    keepDays: { exchanges: 30, webhooks: 30, stockChanges: 120, runs: 90 },
  });
});

test.each([
  ['nothing', {}, ['DATABASE_URL is not set', 'SECRET_KEY is not set']],
  ['an empty one counts as none', { ...enough, SECRET_KEY: '' }, ['SECRET_KEY is not set']],
  ['another database', { ...enough, DATABASE_URL: 'mysql://x/y' }, ['DATABASE_URL is not an address like postgres://']],
  ['a short key', { ...enough, SECRET_KEY: 'short' }, ['SECRET_KEY must have at least 32 characters']],
  ['a port that is none', { ...enough, PORT: '70000' }, ['PORT must be a whole number from 0 to 65535']],
  ['an address without a protocol', { ...enough, BASE_URL: 'crossdock.example.com' }, ['BASE_URL is not an address like https://']],
  ['a level that is none', { ...enough, LOG_LEVEL: 'loud' }, ['LOG_LEVEL must be']],
  [
    'a bucket without its region',
    { ...enough, FILES_S3_BUCKET: 'b' },
    ['FILES_S3_REGION is not set, and is needed beside FILES_S3_BUCKET to keep files in S3'],
  ],
  [
    'a region without its bucket',
    { ...enough, FILES_S3_REGION: 'r' },
    ['FILES_S3_BUCKET is not set, and is needed beside FILES_S3_REGION'],
  ],
  [
    'keys without a bucket',
    { ...enough, FILES_S3_ACCESS_KEY: 'a', FILES_S3_SECRET_KEY: 's' },
    ['FILES_S3_BUCKET is not set, while keys for it are'],
  ],
  [
    'half of the keys',
    { ...enough, FILES_S3_BUCKET: 'b', FILES_S3_REGION: 'r', FILES_S3_ACCESS_KEY: 'a' },
    ['FILES_S3_SECRET_KEY is not set, and is needed beside FILES_S3_ACCESS_KEY to sign in to S3'],
  ],
  ['applications that are none', { ...enough, VENDOR_APPLICATIONS: '{"shopify":"id"}' }, ['VENDOR_APPLICATIONS must be JSON like {']],
  ['a header that nobody we trust writes', { ...enough, REQUEST_ID_HEADER: 'x-request-id' }, ['and TRUST_PROXY names none']],
  ['a header that is none', { ...enough, TRUST_PROXY: '1', REQUEST_ID_HEADER: 'x y' }, ['REQUEST_ID_HEADER must be the name of a header']],
  ['an age that a screen needs', { ...enough, KEEP_RUNS_DAYS: '30' }, ['KEEP_RUNS_DAYS must be a whole number from 31 to 3650']],
  ['a flag that is none', { ...enough, DEMO: 'yes' }, ['DEMO must be 0 or 1']],
])('refuses %s in a sentence', (_, source, sentences) => {
  expect(() => readEnvironment(source)).toThrow(BadEnvironment);
  for (const sentence of sentences) expect(() => readEnvironment(source)).toThrow(sentence);
});

test('applications at vendors are named by their connectors; without them there is none', () => {
  const applications = { shopify: { id: 'an-id', secret: 'a-secret' } };
  expect(readEnvironment({ ...enough, VENDOR_APPLICATIONS: JSON.stringify(applications) })).toMatchObject({ applications });
  expect(readEnvironment(enough)).toMatchObject({ applications: {} });
});

test.each([
  [{ DEMO: '1' }, false],
  [{ DEMO: '1', SUPER_TWO_FACTOR: '1' }, true],
  [{ SUPER_TWO_FACTOR: '0' }, false],
])('%j asks super admins for two-factor sign-in: %s', (more, asked) => {
  expect(readEnvironment({ ...enough, ...more }).superTwoFactor).toBe(asked);
});

test('a secret may be in a file, as a key vault gives it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-secrets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const SECRET_KEY_FILE = join(folder, 'key');
  await writeFile(SECRET_KEY_FILE, `${'k'.repeat(40)}\n`);
  const { SECRET_KEY: _, ...others } = enough;
  expect(readEnvironment({ ...others, SECRET_KEY_FILE }).secretKeys).toEqual(['k'.repeat(40)]);
  expect(() => readEnvironment({ ...enough, SECRET_KEY_FILE })).toThrow('SECRET_KEY and SECRET_KEY_FILE are both set');
  expect(() => readEnvironment({ ...others, SECRET_KEY_FILE: join(folder, 'none') })).toThrow(
    'SECRET_KEY_FILE names a file that cannot be read',
  );
});

test.each([
  ['0', false],
  ['1', 1],
  ['2', 2],
  ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
  ['192.0.2.1', ['192.0.2.1']],
])('TRUST_PROXY=%s trusts %j', (TRUST_PROXY, trusted) => {
  expect(readEnvironment({ ...enough, TRUST_PROXY }).trustProxy).toEqual(trusted);
});

test.each(['true', '-1', '10', '10.0.0.0/0', '10.0.0.0/33', '::/129', 'proxy.lan', '1,10.0.0.1', '10.0.0.1,', '*'])(
  'TRUST_PROXY=%s is refused in a sentence',
  (TRUST_PROXY) => {
    expect(() => readEnvironment({ ...enough, TRUST_PROXY })).toThrow('TRUST_PROXY must be how many proxies there are');
  },
);

test('a refusal never repeats a secret', () => {
  expect(() => readEnvironment({ ...enough, SECRET_KEY: 'hunter2' })).toThrow(/^(?!.*hunter2)/);
  expect(() => readDatabaseUrl({ DATABASE_URL: 'mysql://me:hunter2@x/y' })).toThrow(/^(?!.*hunter2)/);
});

test('earlier keys follow the current one', () => {
  expect(readEnvironment({ ...enough, SECRET_KEY_PREVIOUS: 'b,a' }).secretKeys).toEqual([enough.SECRET_KEY, 'b', 'a']);
});

test.each([
  ['0.0.0.0', 'http://localhost:3000'],
  ['::1', 'http://[::1]:3000'],
  ['crossdock.lan', 'http://crossdock.lan:3000'],
])('listening on %s it is reached at %s', (HOST, baseUrl) => {
  expect(readEnvironment({ ...enough, HOST }).baseUrl).toBe(baseUrl);
});

test('a base address loses its slash and path', () => {
  expect(readEnvironment({ ...enough, BASE_URL: 'https://crossdock.example.com/' }).baseUrl).toBe('https://crossdock.example.com');
});

test('files are kept in a bucket when one is named, with keys or with the machine’s own', () => {
  const named = { FILES_S3_BUCKET: 'b', FILES_S3_REGION: 'r' };
  const own = { FILES_S3_ENDPOINT: 'https://s3.example.com/', FILES_S3_ACCESS_KEY: 'a', FILES_S3_SECRET_KEY: 's' };
  expect(readEnvironment(enough).filesS3).toBeUndefined();
  expect(readEnvironment({ ...enough, ...named }).filesS3).toEqual({ name: 'b', region: 'r' });
  expect(readEnvironment({ ...enough, ...named, ...own }).filesS3).toMatchObject({
    endpoint: 'https://s3.example.com/',
    keys: { accessKeyId: 'a', secretAccessKey: 's' },
  });
});

test('a password for the logins of the database is long, or derived', () => {
  expect(readMigration(enough)).toEqual({ url: enough.DATABASE_URL, password: undefined });
  expect(() => readMigration({ ...enough, DATABASE_LOGIN_PASSWORD: 'short' })).toThrow(
    'DATABASE_LOGIN_PASSWORD must have at least 16 characters',
  );
});
