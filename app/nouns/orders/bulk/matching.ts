import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { OrderFilter } from '../../order-flow/contract/filter.ts';
import { type Condition, matching } from '../finding/conditions.ts';

/** The ids of all orders that a filter matches. */
export const matchingOrders = (tenant: Tenant, filter: OrderFilter): Condition =>
  sql`select o.id from orders o where ${inAccount(tenant, 'o')} and ${matching(tenant, filter)}`;

/** The ids of all orders that wait for a decision because this warehouse was disconnected. */
export const waitingForDecision = (tenant: Tenant, connectionId: number): Condition =>
  sql`select i.order_id as id from issues i where ${inAccount(tenant, 'i')} and i.connection_id = ${connectionId}
    and i.type = 'former_warehouse' and i.closed_at is null and i.order_id is not null`;
