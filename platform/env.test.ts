import { expect, test } from 'vitest';
import { BadEnvironment, readDatabaseUrl, readEnvironment } from './env.ts';

const enough = { DATABASE_URL: 'postgres://me:secret@db.example.com/crossdock', SECRET_KEY: 'x'.repeat(32) };

test('two variables are enough', () => {
  expect(readEnvironment(enough)).toMatchObject({
    databaseUrl: enough.DATABASE_URL,
    secretKeys: [enough.SECRET_KEY],
    port: 3000,
    host: '127.0.0.1',
    baseUrl: 'http://127.0.0.1:3000',
    demo: false,
    trustProxy: false,
    logLevel: 'info',
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
  ['a flag that is none', { ...enough, DEMO: 'yes' }, ['DEMO must be 0 or 1']],
])('refuses %s in a sentence', (_, source, sentences) => {
  expect(() => readEnvironment(source)).toThrow(BadEnvironment);
  for (const sentence of sentences) expect(() => readEnvironment(source)).toThrow(sentence);
});

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
