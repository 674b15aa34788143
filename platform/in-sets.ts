import type { Database } from './db.ts';
import { type Tenant, withoutPerson } from './tenant.ts';

/**
 * Repeats what touches so many rows of an account at most, each time in a transaction of its own, until there are fewer. `touch` returns
 * how many there were.
 */
export async function inSets(
  database: Database,
  accountId: number,
  most: number,
  touch: (tenant: Tenant) => Promise<number>,
): Promise<void> {
  for (let touched = most; touched >= most; ) touched = await withoutPerson(database, accountId, touch);
}
