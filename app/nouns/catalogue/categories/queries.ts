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
