import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { enqueueReread } from '../recheck.ts';

/** The subjects under which it is noted that a channel changed an order that is with the warehouse. */
const noted = ['order', 'added', ''];

/**
 * Orders that were with the warehouse, and are here again, may have been changed by their channels in the meantime: that was only noted,
 * because they stay there as they were sent. They are read again before they go, so that they follow their channels, and nobody need
 * decide. What somebody kept as it was sent stays so.
 */
export async function followNoted(tenant: Tenant, orderIds: readonly number[]): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    update orders o set must_reread = true, content_hash = '', revision = o.revision + 1
    where ${inAccount(tenant, 'o')} and o.id = any(${[...orderIds]}::bigint[]) and exists (select from issues i
      where ${inAccount(tenant, 'i')} and i.order_id = o.id and i.type in ('changed_after_release', 'new_address')
        and i.subject = any(${noted}::text[]) and i.closed_at is null)
    returning o.id`.execute(tenant.db);
  if (rows.length === 0) return;
  const ids = idsOf(rows);
  await closeIssues(tenant, { orderIds: ids, types: ['changed_after_release', 'new_address'], subjects: noted });
  await enqueueReread(tenant, ids);
}
