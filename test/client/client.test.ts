import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillAccount } from '../fill-account.ts';
import { type Person, testWeb } from '../web.ts';

const own = testWeb();
const root = join(import.meta.dirname, '../..');
/** In the checkout, so that what the client imports is found. */
const folder = join(root, '.data', `client-${process.pid}`);
const at = (name: string) => join(folder, name);
const run = promisify(execFile);
let person: Person;
beforeAll(async () => {
  const accountId = await own.account();
  person = await own.person(accountId, 'super');
  await fillAccount(own, accountId, person.userId, 'a text');
  await mkdir(folder, { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a client generated from the document compiles, and twenty calls of it do what they say', async () => {
  const document = await own.as(person, { method: 'GET', url: '/api/openapi.json' });
  await writeFile(at('openapi.json'), document.body);
  await run(process.execPath, [join(import.meta.dirname, 'generate.ts'), at('openapi.json'), at('openapi.ts')]);
  await copyFile(join(import.meta.dirname, 'calls.ts'), at('calls.ts'));
  await writeFile(at('tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.json', include: ['*.ts'], exclude: [] }));
  const compiled = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch((error) => error);
  expect(compiled.stdout).toBe('');

  const { twentyCalls } = await import(at('calls.ts'));
  const statuses = (await twentyCalls(sendAsPerson)) as Record<string, number>;
  expect(Object.keys(statuses).length).toBeGreaterThanOrEqual(20);
  const { refused, ...others } = statuses;
  expect(refused).toBe(422);
  expect(Object.entries(others).filter(([, status]) => status >= 300)).toEqual([]);
  // The compiler of a process of its own reads all types that the client needs.
}, 180_000);

/** Sends as this person's browser does, without a port. */
const sendAsPerson: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const { pathname, search } = new URL(request.url);
  const reply = await own.as(person, {
    ...{ method: request.method as InjectOptions['method'], url: pathname + search },
    headers: Object.fromEntries(request.headers),
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const body = reply.statusCode === 204 ? null : new Uint8Array(reply.rawPayload);
  return new Response(body, { status: reply.statusCode, headers: reply.headers as Record<string, string> });
};
