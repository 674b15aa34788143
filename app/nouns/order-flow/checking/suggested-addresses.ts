import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { certainOf } from '../../../base/addresses/suggesting/certain.ts';
import { type SuggestedField, suggestedFields } from '../../../base/addresses/suggesting/suggested-fields.ts';
import { markSuggested } from '../../../shared/issues/commands.ts';

/** The columns of an order `o` that a suggestion reads. */
export const addressColumns = sql.join(suggestedFields.map((field) => sql.ref(`o.${field}`)));
export type Addressed = Columns<'orders', SuggestedField>;

/** Marks the issues of those of these orders whose incomplete address has a certain suggestion, so that they can be counted. */
export async function markSuggestedAddresses(tenant: Tenant, orderIds: number[]): Promise<void> {
  const { rows } = await sql<Addressed & Columns<'orders', 'id'> & Columns<'issues', 'is_suggested'>>`
    select o.id, i.is_suggested, ${addressColumns} from issues i join orders o on ${inAccount(tenant, 'o')} and o.id = i.order_id
    where ${inAccount(tenant, 'i')} and i.order_id = any(${orderIds}::bigint[]) and i.type = 'address_incomplete'
      and i.closed_at is null`.execute(tenant.db);
  const changed = rows.filter((row) => row.is_suggested !== (certainOf(row) !== null)).map(({ id }) => id);
  await markSuggested(tenant, { orderIds: changed, type: 'address_incomplete' });
}
