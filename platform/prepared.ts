import { createHash } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import type { Tenant } from './tenant.ts';

/**
 * Runs a hot read as a prepared statement, named by its text: the database plans it once per connection instead of at each call.
 * Only for a small number of different texts: what differs between calls belongs in parameters.
 */
export function readPrepared<Row extends object>(tenant: Tenant, query: RawBuilder<Row>): Promise<Row[]> {
  const { sql: text, parameters } = query.compile(tenant.db);
  return tenant.prepared<Row>(nameOf(text), text, [...parameters]);
}

const names = new Map<string, string>();
const mostNames = 2_000;

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= mostNames) names.clear();
    name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
  }
  return name;
}
