import { sql } from 'kysely';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { OrderFilter } from '../../order-flow/contract/filter.ts';
import { type Condition, matching } from '../finding/conditions.ts';

/** The ids of all orders that a filter matches. */
export const matchingOrders = (tenant: Tenant, filter: OrderFilter): Condition =>
  sql`select o.id from orders o where ${matching(tenant, filter)}`;

/** The ids of all orders that wait for a decision because this warehouse was disconnected. */
export const waitingForDecision = ({ accountId }: Tenant, connectionId: number): Condition =>
  sql`select i.order_id as id from issues i where i.account_id = ${accountId} and i.connection_id = ${connectionId}
    and i.type = 'former_warehouse' and i.closed_at is null and i.order_id is not null`;
