import type { InjectOptions } from 'fastify';
import { onTestFinished } from 'vitest';
import { createWeb } from '../app/web.ts';
import { readEnvironment } from '../platform/env.ts';
import { createLog } from '../platform/log.ts';
import { type Person, type TestWeb, testWebKey } from './web.ts';

type Wanted = { name?: string; scopes?: string[]; days?: number | null; networks?: string[] };

/** Asks for an API key as this person. */
export const makeKey = (own: TestWeb, person: Person, wanted: Wanted = {}) =>
  own.as(person, { method: 'POST', url: '/api/keys', payload: { name: 'Ledger', scopes: ['read_orders'], days: null, ...wanted } });

/** A key of a new account, made by its account admin. */
export async function keyOf(own: TestWeb, account = 'Acme', wanted: Wanted = {}): Promise<{ admin: Person; id: number; key: string }> {
  const admin = await own.person(await own.account(account), 'account_admin');
  const reply = await makeKey(own, admin, wanted);
  if (reply.statusCode !== 201) throw new Error(reply.body);
  const { id, key } = reply.json();
  return { admin, id, key };
}

/** A call of `/v1` with a key, as a program sends it. */
export const use = ({ web }: Pick<TestWeb, 'web'>, key: string, request: InjectOptions = {}) =>
  web.inject({ url: '/v1/key', ...request, headers: { authorization: `Bearer ${key}`, ...request.headers } });

/** A second web process over the same database. */
export async function anotherWeb(own: TestWeb): Promise<Pick<TestWeb, 'web'>> {
  const env = readEnvironment({ DATABASE_URL: own.url, SECRET_KEY: testWebKey, DEMO: '0', SUPER_TWO_FACTOR: '0', LOG_LEVEL: 'error' });
  const web = await createWeb({ env, log: createLog(env), database: own.database, longestLagMs: 0 });
  onTestFinished(() => web.close());
  return { web };
}
