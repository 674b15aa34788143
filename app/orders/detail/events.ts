import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { readPrepared } from '../../../platform/prepared.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { TimelineEntry } from './contract.ts';

/** The history of an order, oldest first. */
export async function eventsOf(tenant: Tenant, orderId: number): Promise<TimelineEntry[]> {
  return readPrepared(
    tenant,
    sql<Columns<'order_events', 'id' | 'at' | 'kind' | 'sentence'> & Pick<TimelineEntry, 'changes' | 'who' | 'undone'>>`
    select e.id, e.at, e.kind, e.sentence, e.changes, u.name as who, undoing.id is not null as undone
    from order_events e left join users u on u.id = e.user_id
    left join order_events undoing on undoing.account_id = e.account_id and undoing.undoes = e.id
    where e.account_id = ${tenant.accountId} and e.order_id = ${orderId} order by e.id`,
  );
}
