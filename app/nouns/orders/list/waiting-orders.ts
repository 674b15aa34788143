import type { Tenant } from '../../../../platform/tenant.ts';
import type { Waiting } from '../../../shared/noun/search.ts';
import type { OrderRow } from '../../order-flow/contract/orders.ts';
import { rowsOf } from '../finding/rows.ts';

/** What those of these orders that wait for a person wait for, as the list of orders shows it. */
export async function waitingOrders(tenant: Tenant, ids: number[]): Promise<Waiting[]> {
  return (await rowsOf(tenant, ids)).flatMap(waitingOf);
}

const waitingOf = ({ id, issue, connection_id, order_source, open_issues, also }: OrderRow): Waiting[] =>
  issue ? [{ id, issue: { ...issue, connection_id, slug: order_source, order_id: id }, others: open_issues - 1, also }] : [];
