import { sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';
import { inSets } from '../../../platform/in-sets.ts';

const atOnce = 5_000;

/** Deletes changes that are too old to be undone: what imports did after 35 days, the others after 400; in short transactions. */
export async function forgetChanges(database: Database, accountId: number): Promise<void> {
  await inSets(database, accountId, atOnce, async ({ db }) => {
    const { rows } = await sql<{ forgotten: number }>`select forget_changes(${atOnce}) as forgotten`.execute(db);
    return Number(rows[0]?.forgotten ?? 0);
  });
}
