import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { historicalOrdersCall, orderStatusesCall, ordersAgingCall } from './contract.ts';
import { ordersByDay, packingByAge, shownCounts } from './history.ts';

export function dashboardApi(app: FastifyInstance): void {
  route(app, orderStatusesCall, ({ inTenant, query }) => inTenant((tenant) => shownCounts(tenant, query)));
  route(app, historicalOrdersCall, ({ inTenant, query }) => inTenant((tenant) => ordersByDay(tenant, query)));
  route(app, ordersAgingCall, ({ inTenant }) => inTenant(packingByAge));
}
