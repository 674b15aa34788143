import { sql, type Transaction } from 'kysely';
import { readCopy, sayRestored } from '../app/base/installation/by-hand.ts';
import { isRecognised } from '../app/base/installation/gate.ts';
import type { DB } from '../db/tables.ts';
import { openDatabase } from '../platform/db.ts';
import type { Environment } from '../platform/env.ts';
import { acrossAccounts } from '../platform/tenant.ts';
import { Stop } from './stop.mjs';

/**
 * `crossdock restored`: nothing is sent until this database is compared with everything outside. Returns what to tell the person. Of a copy,
 * and of one that no worker has recognised yet and that may be a copy, it means as well that it is the one that lives, so that has to be
 * said. @throws Stop where it was not
 */
export async function restored({ databaseUrl }: Pick<Environment, 'databaseUrl'>, flag?: string): Promise<string> {
  const database = openDatabase({ url: databaseUrl, connections: 1, readers: 1 });
  try {
    const doubt = flag === '--lives' ? null : await acrossAccounts(database, doubtOf);
    if (doubt) throw new Stop(`${doubt} ${whenItLives}`);
    await sayRestored(database);
  } finally {
    await database.close();
  }
  return 'Nothing is sent until every account is compared with its channels and its warehouse. The workers do that, and then go on by themselves; Activity says what they found.';
}

/** Why it may be a copy; null where it is none. */
async function doubtOf(db: Transaction<DB>): Promise<string | null> {
  const copy = await readCopy({ db });
  if (copy) return `This database sends nothing because it may be a copy. ${copy.reason}`;
  const { rows } = await sql<{ recognised: boolean }>`select ${isRecognised} as recognised`.execute(db);
  return rows[0]?.recognised ? null : 'No worker has recognised this database since it was restored or restarted: it may be a copy.';
}

const whenItLives =
  'While the other one runs, both would send everything. If this one lives from now on, and the other one has ended: node bin/crossdock.ts restored --lives';
