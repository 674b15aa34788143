import { appendFileSync } from 'node:fs';
import type pg from 'pg';

/**
 * Has each connection of this pool plan a statement once, and not each time that it runs. Planning is half of what PostgreSQL does in
 * tests whose tables have a few rows, and a plan for any values is as good there as one for those of the moment.
 */
export function planOnce(pool: pg.Pool): void {
  // Whoever takes the connection waits for that.
  Object.assign(pool.options, { onConnect: (client: pg.PoolClient) => client.query('set plan_cache_mode = force_generic_plan') });
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    Object.assign(client, {
      query(text: unknown, values?: unknown, ...more: unknown[]) {
        const isPlanned = typeof text === 'string' && Array.isArray(values) && values.length > 0;
        if (!isPlanned) nameOf(textOf(text));
        return isPlanned ? query({ text, values, name: nameOf(text) }, ...more) : query(text, values, ...more);
      },
    });
  });
}

/** What the product names itself, or has no values. */
const textOf = (query: unknown) => String((query as { text?: string } | null)?.text ?? query);

const names = new Map<string, string>();

/** The driver prepares a statement that has a name, and knows it again by that. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `planned_${names.size}`;
  names.set(text, name);
  noteStatement(text);
  return name;
}

/** Where TEST_STATEMENTS names a file, a whole run leaves there what was prepared, each as a line of JSON: see `bin/test/statements.ts`. */
function noteStatement(text: string): void {
  const file = process.env.TEST_STATEMENTS;
  if (file) appendFileSync(file, `${JSON.stringify(text)}\n`);
}
