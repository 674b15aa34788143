import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import { historicalOrdersCall, orderStatusesCall, ordersAgingCall } from './contract.ts';
import { ordersByDay, packingByAge, shownCounts } from './graphs/history.ts';

export function dashboardApi(app: FastifyInstance): void {
  route(app, orderStatusesCall, ({ reading, query }) => reading((tenant) => shownCounts(tenant, query)));
  route(app, historicalOrdersCall, ({ reading, query }) => reading((tenant) => ordersByDay(tenant, query)));
  route(app, ordersAgingCall, ({ reading }) => reading(packingByAge));
}
