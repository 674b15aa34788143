import type { Tenant } from '../../../platform/tenant.ts';
import type { Kind } from '../kinds.ts';
import type { Category } from './contract.ts';

/** All categories of a kind, by name. */
export function listCategories({ db, accountId }: Tenant, kind: Kind): Promise<Category[]> {
  return db
    .selectFrom('categories')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .orderBy((each) => each.fn('lower', ['name']))
    .orderBy('id')
    .execute();
}
