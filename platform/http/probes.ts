import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Columns } from '../columns.ts';
import { FormerDatabase, listMigrations, pendingMigrations } from '../migrations.ts';
import { inNoAccount } from '../tenant.ts';

/** `/healthz`: the process runs. `/readyz`: its database is reachable and has every migration of `migrationsFolder`. */
export function probes(app: FastifyInstance, migrationsFolder: string): void {
  const config = { quiet: true };
  let last: { until: number; missing: Promise<string[]> } | undefined;
  app.get('/healthz', { config }, async () => ({ ok: true }));
  app.get('/readyz', { config }, async (request, reply) => {
    try {
      const missing = await missingMigrations();
      if (missing.length === 0) return { ok: true };
      return reply.code(503).send({ errorMessage: `The database waits for ${missing.join(', ')}.`, code: 'not_migrated' });
    } catch (error) {
      if (error instanceof FormerDatabase) return reply.code(503).send({ errorMessage: error.message, code: 'not_migrated' });
      request.log.warn({ error }, 'not ready');
      return reply.code(503).send({ errorMessage: 'The database does not answer.', code: 'unavailable' });
    }
  });

  /** Read once for all who ask within a second, so that nobody can keep the database busy with it. */
  function missingMigrations(): Promise<string[]> {
    if (!last || last.until < performance.now()) last = { until: performance.now() + 1_000, missing: readMissing() };
    return last.missing;
  }

  async function readMissing(): Promise<string[]> {
    const applied = await inNoAccount(
      app.web.database,
      async (db) => (await sql<Columns<'migrations', 'name'>>`select name from migrations`.execute(db)).rows,
    );
    return pendingMigrations(
      await listMigrations(migrationsFolder),
      applied.map(({ name }) => name),
    );
  }
}
