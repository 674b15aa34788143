import { sql } from 'kysely';
import type { Columns } from '../columns.ts';
import type { Database } from '../db.ts';
import type { Files } from '../files.ts';
import { inAccount } from '../in-account.ts';
import { withoutPerson } from '../tenant.ts';

/**
 * A file's bytes are written before its row: younger ones may still get theirs. No write takes this long; but a dump from after theirs may
 * be restored in place of this database.
 */
const youngMs = 30 * 24 * 60 * 60 * 1000;

/** Deletes an account's stored bytes without a row: their process was killed in between, or could not delete them. */
export async function deleteStrays(database: Database, { store }: Files, accountId: number): Promise<void> {
  for await (const keys of store.list(String(accountId), new Date(Date.now() - youngMs))) {
    if (keys.length === 0) continue;
    const { rows } = await withoutPerson(database, accountId, ({ db }) =>
      sql<Columns<'files', 'key'>>`
        select key from unnest(${keys}::text[]) as key where not exists (select from files f where ${inAccount({ accountId }, 'f')}
          and f.key = key.key)`.execute(db),
    );
    for (const { key } of rows) await store.delete(key);
  }
}
