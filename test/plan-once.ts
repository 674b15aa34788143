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
        return isPlanned ? query({ text, values, name: nameOf(text) }, ...more) : query(text, values, ...more);
      },
    });
  });
}

const names = new Map<string, string>();

/** The driver prepares a statement that has a name, and knows it again by that. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `planned_${names.size}`;
  names.set(text, name);
  return name;
}
