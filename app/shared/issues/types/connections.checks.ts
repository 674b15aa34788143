import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import { sentenceSql } from '../../../../platform/sentence-sql.ts';
import type { Check } from '../issue-type.ts';
import { connectionIssues } from './connections.ts';

const { sentences } = connectionIssues.unreadable;

/**
 * Orders with a status that we do not know or without any line, those that the channel no longer shows in a way that can be used, and
 * lines with a quantity that cannot be shipped.
 */
export const findUnreadable: Check = (tenant, orders) => sql`
  select o.id as order_id, o.connection_id, 'status:' || o.source_status as subject, 'source_status' as field, null::bigint as line_id,
    ${sentenceSql(sentences, 'status_unknown', { status: sql`o.source_status` })} as sentence
  from orders o where ${inAccount(tenant, 'o')} and ${orders} and o.source_state = 'unknown'
  union all
  select o.id, o.connection_id, 'reread', null, null,
    ${sentenceSql(sentences, 'reread_unusable', { connection: sql`c.name`, reason: sql`o.reread_refused` })}
  from orders o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id where ${inAccount(tenant, 'o')} and ${orders}
    and o.reread_refused is not null
  union all
  select o.id, o.connection_id, 'no lines', 'lines', null, ${sentenceSql(sentences, 'no_lines', {})}
  from orders o where ${inAccount(tenant, 'o')} and ${orders} and o.units_ordered = 0 and not exists (select from order_lines l
    where ${inAccount(tenant, 'l')} and l.order_id = o.id)
  union all
  select o.id, o.connection_id, 'quantity:' || l.remote_line_id, 'lines', l.id,
    ${sentenceSql(sentences, 'quantity_unshippable', { line: sql`l.position`, sku: sql`l.sku`, quantity: sql`l.quantity` })}
  from orders o join order_lines l on ${inAccount(tenant, 'l')} and l.order_id = o.id
  where ${inAccount(tenant, 'o')} and ${orders} and not l.is_charge and l.quantity <= 0`;
