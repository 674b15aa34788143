import type pg from 'pg';
import { steadyClient } from '../../platform/steady.ts';
import type { Parsed } from './parse.ts';

/** What a statement comes to on a database of several nodes: why it is refused, or on how many shards it runs. */
export type OnNodes = { refused: string | null; tasks: number };

/** Values of each type that a statement may have, so that one can be run on an empty database. */
const values: Readonly<Record<string, string>> = {
  ...{ bigint: '1', integer: '1', smallint: '1', numeric: '1', real: '1', 'double precision': '1', text: '1' },
  ...{ json: '{}', jsonb: '{}', bytea: 'a', interval: '1 day', date: '2026-01-01', 'timestamp with time zone': '2026-01-01' },
  ...{ uuid: '00000000-0000-0000-0000-000000000001', 'bigint[]': '{1}', 'integer[]': '{1}', 'text[]': '{1}' },
};

/** Of class 0A and XX are what Citus does not run; others, such as a key that is there already, come from running it. */
const refusals = /^(0A|XX|57|08)/;

/** Runs statements as the product does, for account 1, each in a transaction that is taken back. */
export async function openNodes(url: string): Promise<{ run: (statement: Parsed) => Promise<OnNodes>; close: () => Promise<void> }> {
  const client = steadyClient(url);
  await client.connect();
  await client.query(`set citus.propagate_set_commands = 'local'`);
  await client.query('set citus.allow_nested_distributed_execution = on');
  const attempt = async ({ text, tree }: Parsed, given: unknown[]): Promise<OnNodes> => {
    for (const begin of [
      'begin',
      'set local role crossdock_app',
      `set local crossdock.account_id = '1'`,
      `set local crossdock.user_id = '1'`,
    ])
      await client.query(begin);
    try {
      // Of an insert … select EXPLAIN plans the selection without its parameters.
      const plan = tree.InsertStmt ? [] : (await client.query<Record<string, string>>(`explain ${text}`, given)).rows;
      const counts = plan.flatMap((row) => [...(row['QUERY PLAN'] ?? '').matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count)));
      await client.query(text, given);
      return { refused: null, tasks: Math.max(1, ...counts) };
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string };
      return refusals.test(code) ? { refused: message, tasks: 1 } : { refused: null, tasks: 1 };
    } finally {
      await client.query('rollback');
    }
  };
  const run = async (statement: Parsed) => {
    const types = await typesOf(client, statement.text);
    const first = await attempt(statement, valuesFor(types, 'false'));
    // Where a condition is never true PostgreSQL leaves out its table, and Citus no longer knows that it has one shard.
    return first.refused === null ? first : attempt(statement, valuesFor(types, 'true'));
  };
  return { run, close: () => client.end() };
}

const valuesFor = (types: string[], boolean: string) =>
  types.map((type) => (type === 'boolean' ? boolean : (values[type] ?? (type.endsWith('[]') ? '{}' : null))));

async function typesOf(client: pg.Client, text: string): Promise<string[]> {
  await client.query(`prepare asked as ${text}`);
  const { rows } = await client.query<{ type: string }>(
    `select type::text from pg_prepared_statements, unnest(parameter_types) with ordinality as p (type, place)
     where name = 'asked' order by place`,
  );
  await client.query('deallocate asked');
  return rows.map(({ type }) => type);
}
