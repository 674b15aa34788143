import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { OfAccount } from './in-account.ts';
import type { Tenant } from './tenant.ts';

/**
 * Runs a hot read as a prepared statement, named by its text: the database plans it once per connection instead of at each call.
 * Only for a small number of different texts: what differs between calls belongs in parameters.
 */
export function readPrepared<Row extends object>(tenant: Tenant, query: RawBuilder<Row>): Promise<Row[]> {
  const { sql: text, parameters } = query.compile(tenant.db);
  return tenant.prepared<Row>(nameOf(text), text, [...parameters]);
}

/**
 * The same for a read of which only values differ: its text is put together once. `build` gets the account, with a place
 * in the text for its id, and a place for each value of a call.
 */
export function preparedRead<Row extends object, Values extends unknown[]>(
  build: (account: OfAccount, ...values: { [Value in keyof Values]: RawBuilder<unknown> }) => RawBuilder<Row>,
): (tenant: Tenant, ...values: Values) => Promise<Row[]> {
  let text: string | undefined;
  const place = (at: number) => sql.raw(`$${at}`);
  const write = (tenant: Tenant, values: Values) => {
    const places = values.map((_, at) => place(at + 2)) as { [Value in keyof Values]: RawBuilder<unknown> };
    return build({ accountId: place(1) }, ...places).compile(tenant.db).sql;
  };
  return (tenant, ...values) => {
    text ??= write(tenant, values);
    return tenant.prepared<Row>(nameOf(text), text, [tenant.accountId, ...values]);
  };
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
