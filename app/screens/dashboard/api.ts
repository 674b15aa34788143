import type { FastifyInstance } from 'fastify';
import { readRoute } from '../../../platform/http/route.ts';
import { historicalOrdersCall, orderStatusesCall, ordersAgingCall } from './contract.ts';
import { ordersByDay, packingByAge, shownCounts } from './graphs/history.ts';

export function dashboardApi(app: FastifyInstance): void {
  readRoute(app, orderStatusesCall, (tenant, { query }) => shownCounts(tenant, query));
  readRoute(app, historicalOrdersCall, (tenant, { query }) => ordersByDay(tenant, query));
  readRoute(app, ordersAgingCall, packingByAge);
}
