import { migrateQueue } from '../../platform/migrate.ts';
import { steadyClient } from '../../platform/steady.ts';

/** One transaction as the owner, which is never committed. */
export type Steps = {
  sql: <Row extends Record<string, unknown>>(text: string) => Promise<Row[]>;
  /** Of an empty database, before its first migration. */
  prepare: () => Promise<void>;
  undo: () => Promise<void>;
};

export async function openSteps(url: string): Promise<Steps> {
  const client = steadyClient(url);
  await client.connect();
  let begun = false;
  const begin = async () => {
    if (!begun) await client.query('begin');
    begun = true;
  };
  return {
    async sql(text) {
      await begin();
      return (await client.query(text)).rows;
    },
    async prepare() {
      await client.query('create table migrations (name text primary key, applied_at timestamptz not null default now())');
      await migrateQueue(url);
    },
    undo: () => client.query('rollback').then(() => client.end()),
  };
}
