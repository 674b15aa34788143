import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import { preparedRead } from '../../../../platform/prepared.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Kind } from '../kinds.ts';
import type { Category } from './contract.ts';

/** All categories of a kind, by name. */
export const listCategories: (tenant: Tenant, kind: Kind) => Promise<Category[]> = preparedRead<Category, [Kind]>(
  (tenant, kind) => sql`select id, name from categories where ${inAccount(tenant)} and kind = ${kind} order by lower(name), id`,
);

/** So many of a kind that a list of all of them can still be chosen from. */
export const mostCategories = 1_000;

/** How many more of a kind may be created. */
export async function roomForCategories(tenant: Tenant, kind: Kind): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from categories where ${inAccount(tenant)} and kind = ${kind}`.execute(tenant.db);
  return Math.max(0, mostCategories - (rows[0]?.count ?? 0));
}
