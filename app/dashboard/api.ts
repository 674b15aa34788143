import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { historicalOrdersCall, orderStatusesCall, ordersAgingCall } from './contract.ts';
import { ordersByDay, packingByAge } from './history.ts';
import { countByStatus } from './queries.ts';

export function dashboardApi(app: FastifyInstance): void {
  route(app, orderStatusesCall, async ({ inTenant, query }) => {
    const { cancelled: _, ...orderCounts } = await inTenant((tenant) =>
      countByStatus(tenant, { from: query.startDate, to: query.endDate }),
    );
    return { orderCounts };
  });
  route(app, historicalOrdersCall, ({ inTenant, query }) => inTenant((tenant) => ordersByDay(tenant, query)));
  route(app, ordersAgingCall, ({ inTenant }) => inTenant(packingByAge));
}
