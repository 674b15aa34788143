import { readCopy, sayRestored } from '../app/base/installation/by-hand.ts';
import { openDatabase } from '../platform/db.ts';
import type { Environment } from '../platform/env.ts';
import { acrossAccounts } from '../platform/tenant.ts';
import { Stop } from './stop.mjs';

/**
 * `crossdock restored`: nothing is sent until this database is compared with everything outside. Returns what to tell the person. Of a copy
 * it means as well that it is the one that lives, so that has to be said. @throws Stop where it was not
 */
export async function restored({ databaseUrl }: Pick<Environment, 'databaseUrl'>, flag?: string): Promise<string> {
  const database = openDatabase({ url: databaseUrl, connections: 1, readers: 1 });
  try {
    const copy = await acrossAccounts(database, (db) => readCopy({ db }));
    if (copy && flag !== '--lives') throw new Stop(`This database sends nothing because it may be a copy. ${copy.reason} ${whenItLives}`);
    await sayRestored(database);
  } finally {
    await database.close();
  }
  return 'Nothing is sent until every account is compared with its channels and its warehouse. The workers do that, and then go on by themselves; Activity says what they found.';
}

const whenItLives =
  'While the other one runs, both would send everything. If this one lives from now on, and the other one has ended: node bin/crossdock.ts restored --lives';
