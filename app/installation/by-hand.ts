import { sql } from 'kysely';
import type { Database } from '../../platform/db.ts';
import { acrossAccounts } from '../../platform/tenant.ts';

/**
 * A person says that this database is the one that lives, and that it was restored or copied: it is compared with everything outside
 * before anything leaves. Workers do that.
 */
export async function sayRestored(database: Database, reason: string): Promise<void> {
  await acrossAccounts(database, (db) =>
    sql`update installation set stopped = 'restored', reason = ${reason}, stopped_at = now(), known_until = coalesce(case when stopped = 'copy' then known_until end, beat_at)`.execute(
      db,
    ),
  );
}
