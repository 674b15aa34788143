import { sayRestored } from '../app/base/installation/by-hand.ts';
import { openDatabase } from '../platform/db.ts';
import type { Environment } from '../platform/env.ts';

/** `crossdock restored`: nothing is sent until this database is compared with everything outside. Returns what to tell the person. */
export async function restored({ databaseUrl }: Pick<Environment, 'databaseUrl'>): Promise<string> {
  const database = openDatabase({ url: databaseUrl, connections: 1, readers: 1 });
  try {
    await sayRestored(database);
  } finally {
    await database.close();
  }
  return 'Nothing is sent until every account is compared with its channels and its warehouse. The workers do that, and then go on by themselves; Activity says what they found.';
}
