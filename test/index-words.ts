import { searchedNouns } from '../app/entities/all.ts';
import { withoutPerson } from '../platform/tenant.ts';
import { indexBatch } from '../platform/words/index-batch.ts';
import type { TestDatabase } from './database.ts';

/** Indexes all that is due of an account, flood or not. */
export async function indexWords({ database }: Pick<TestDatabase, 'database'>, accountId: number): Promise<void> {
  for (const noun of searchedNouns) while (await withoutPerson(database, accountId, (tenant) => indexBatch(tenant, noun)));
}
