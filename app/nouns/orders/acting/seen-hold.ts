import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { id } from '../../../../platform/endpoint.ts';
import { invalid, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { writeDateTime } from '../../../ui/time/write-time.ts';

type Held = Columns<'order_events', 'at'> & Columns<'accounts', 'timezone' | 'date_style'> & { who: Column<'users', 'name'> | null };

/**
 * Refuses to end a hold that the person did not see: somebody put it on the order after `seen`, the last entry of the history that they
 * saw. The caller has locked the order. @throws Refusal 409; Invalid
 */
export async function requireSeenHold(tenant: Tenant, orderId: number, seen: string): Promise<void> {
  const last = id.safeParse(seen);
  if (!last.success) throw invalid({ seen: ['Name the last entry of the history that was seen.'] });
  const { rows } = await sql<Held>`
    select e.at, u.name as who, a.timezone, a.date_style
    from order_events e join accounts a on a.id = e.account_id left join users u on u.id = e.user_id
    where ${inAccount(tenant, 'e')} and e.order_id = ${orderId} and e.id > ${last.data}::bigint and e.sentence ->> 'code' = 'put_on_hold'
    order by e.id desc limit 1`.execute(tenant.db);
  const [held] = rows;
  if (!held) return;
  const on = writeDateTime(held.at, { timezone: held.timezone, dateStyle: held.date_style });
  throw refuse(409, 'changed_meanwhile', `${held.who ?? 'Somebody'} put this order on hold on ${on}. Look at why before you end that.`);
}
