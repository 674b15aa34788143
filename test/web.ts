import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { hashPassword } from '../app/people/accounts/passwords/passwords.ts';
import { createAccount, createSessionFor, createUser } from '../app/people/accounts/people.ts';
import { createWeb, type Web, type WebOptions } from '../app/web.ts';
import { readEnvironment } from '../platform/env.ts';
import { createLog } from '../platform/log.ts';
import type { Role, SignedIn } from '../platform/signed-in.ts';
import { cheap } from './cheap.ts';
import { type TestDatabase, testDatabase } from './database.ts';

export const testWebKey = 'a key for tests that nobody else would ever use';

export type Person = Pick<SignedIn, 'userId' | 'accountId' | 'role' | 'email'> & { cookie: string };

export type TestWeb = TestDatabase & {
  readonly web: Web;
  /** Opens an account and returns its id. */
  account: (name?: string, timezone?: string) => Promise<number>;
  /** Adds a person to an account and signs them in. With a password they can also sign in themselves. */
  person: (accountId: number, role?: Role, password?: string) => Promise<Person>;
  /** A request as a browser of this person sends it from our own pages; signed out with `null`. */
  as: (person: Person | null, request: InjectOptions) => Promise<LightMyRequestResponse>;
};

/** `mailServer`: the address of the one that takes its mails; without it they are kept. `strictSupers`: as outside the demo. */
type Options = Partial<WebOptions> & { demo?: boolean; previousKey?: string; mailServer?: string; strictSupers?: boolean };

/** The web process over a database of this test file, without a port. Replies are compared with their declarations. */
export function testWeb(
  { demo, previousKey, mailServer, strictSupers, ...options }: Options = {},
  own: TestDatabase = testDatabase(),
): TestWeb {
  let web: Web | undefined;
  let count = 0;
  let filesDir = '';
  beforeAll(async () => {
    filesDir = await mkdtemp(join(tmpdir(), 'crossdock-files-'));
    const env = readEnvironment({
      DATABASE_URL: own.url,
      SECRET_KEY: testWebKey,
      SECRET_KEY_PREVIOUS: previousKey,
      DEMO: demo ? '1' : '0',
      SMTP_URL: mailServer,
      SUPER_TWO_FACTOR: strictSupers ? '1' : '0',
      LOG_LEVEL: 'error',
      FILES_DIR: filesDir,
    });
    // A machine that runs many tests may be slow; these tests are not about that.
    const patient = { longestWaitMs: 0, longestLagMs: 0, refusalsPerMinute: Number.POSITIVE_INFINITY };
    web = await createWeb({ env, log: createLog(env), database: own.database, checkReplies: true, ...patient, ...options });
  });
  afterAll(async () => {
    await web?.close();
    await rm(filesDir, { recursive: true, force: true });
  });
  const ready = () => {
    if (!web) throw new Error('The web process exists inside tests and hooks only.');
    return web;
  };
  return {
    get url() {
      return own.url;
    },
    get database() {
      return own.database;
    },
    sql: own.sql,
    get queue() {
      return own.queue;
    },
    get web() {
      return ready();
    },
    account: (name = 'Acme', timezone) => createAccount(ready().parts.directory, { name, timezone }),
    async person(accountId, role = 'user', password) {
      const { directory, sessions } = ready().parts;
      count += 1;
      const email = `person-${count}@example.com`;
      const passwordHash = password === undefined ? {} : { passwordHash: await hashPassword(password, cheap) };
      const userId = await createUser(directory, { email, name: `Person ${count}`, role, accountId, ...passwordHash });
      return { userId, accountId, role, email, cookie: await createSessionFor(directory, sessions.cookie, userId) };
    },
    as(person, request) {
      const own = { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'XMLHttpRequest', accept: 'application/json' };
      return ready().inject({ ...request, headers: { ...own, ...(person && { cookie: person.cookie }), ...request.headers } });
    },
  };
}
