import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../platform/db.ts';
import type { TestDatabase } from './database.ts';

/** The same database by one connection of its own, and the first words of the statements that it ran, or its scheduler. */
export function countedStatements(
  { url }: TestDatabase,
  pool: 'pool' | 'scheduler' = 'pool',
): { database: Database; statements: string[] } {
  const database = openDatabase({ url, connections: 1 });
  onTestFinished(() => database.close());
  const statements: string[] = [];
  database[pool].on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    Object.assign(client, {
      query(...given: [unknown, ...unknown[]]) {
        const text = String((given[0] as { text?: string }).text ?? given[0]);
        statements.push(/\w+/.exec(text)?.[0] ?? '');
        return query(...given);
      },
    });
  });
  return { database, statements };
}
