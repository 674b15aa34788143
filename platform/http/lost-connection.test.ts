import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../test/database.ts';
import { endpoint, text } from '../endpoint.ts';
import { createLog } from '../log.ts';
import { type Tenant, withoutPerson } from '../tenant.ts';
import { route } from './route.ts';
import { createServer } from './server.ts';

const own = testDatabase();
const lose = endpoint('GET /api/lose/:when', {
  may: 'anyone',
  summary: 'For this test',
  params: z.object({ when: text() }),
  replies: { 200: z.object({ ok: z.boolean() }) },
});

const end: Record<string, (tenant: Tenant) => Promise<unknown>> = {
  'during a statement': ({ db }) => sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)`.execute(db),
  async 'between two statements'({ db }) {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    await own.sql('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
    // The driver has heard of it by then.
    await own.sql('select 1');
    return sql`select 1`.execute(db);
  },
};

let app: Awaited<ReturnType<typeof createServer>>;
beforeAll(async () => {
  app = await createServer({
    env: { baseUrl: 'https://crossdock.example', trustProxy: 1, accountLimits: { requests: 8, busyMs: 0 } },
    log: createLog({ logLevel: 'fatal' }, { write: () => undefined }),
    database: own.database,
    migrationsFolder: `${import.meta.dirname}/../../db/migrations`,
    requestsPerMinute: 1_000,
    checkReplies: true,
    mayDo: () => true,
    isConfirmed: async () => false,
    signInAddress: () => '/sign-in',
    sessionOf: async () => null,
  });
  route(app, lose, async ({ params }) => {
    await withoutPerson(own.database, 1, async (tenant) => end[params.when]?.(tenant));
    return { ok: true };
  });
});
afterAll(() => app.close());

test.each(Object.keys(end))('a connection that is lost %s is no error of ours: the caller is told to try again', async (when) => {
  const reply = await app.inject({ url: `/api/lose/${encodeURIComponent(when)}`, headers: { host: 'crossdock.example' } });
  expect([reply.statusCode, Number(reply.headers['retry-after'])]).toEqual([503, 2]);
});
