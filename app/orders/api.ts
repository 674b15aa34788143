import type { FastifyInstance } from 'fastify';
import { invalid, refuse } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { actOnOrder } from './actions.ts';
import { bulkLabel } from './bulk/action.ts';
import { startBulk } from './bulk/start.ts';
import { undoBulk } from './bulk/undo.ts';
import {
  actOnOrderCall,
  bulkActionCall,
  getOrderCall,
  listOrdersCall,
  listPayloadsCall,
  saveOrderCall,
  toggleLockCall,
  undoBulkCall,
} from './contract.ts';
import { getOrder, listPayloads } from './detail/queries.ts';
import { toggleLock } from './editing/flags.ts';
import { saveOrder } from './editing/save.ts';
import { listOrders } from './list/queries.ts';
import { countedWords } from './words.ts';

const missing = () => refuse(404, 'not_found', 'This order does not exist.');

export function ordersApi(app: FastifyInstance): void {
  route(app, listOrdersCall, ({ inTenant, query }) => inTenant((tenant) => listOrders(tenant, query)));
  route(app, getOrderCall, async ({ inTenant, params }) => {
    const order = await inTenant((tenant) => getOrder(tenant, params.id));
    if (!order) throw missing();
    return order;
  });
  route(app, listPayloadsCall, async ({ inTenant, params }) => {
    const data = await inTenant((tenant) => listPayloads(tenant, params.id));
    if (data.length === 0) throw missing();
    return { data };
  });
  route(app, saveOrderCall, async ({ session, inTenant, body }) => {
    const { changed } = await inTenant((tenant) => saveOrder(tenant, body.order));
    return { success: true, updatedBy: session.name, changed };
  });
  route(app, toggleLockCall, ({ inTenant, params }) => inTenant((tenant) => toggleLock(tenant, params.id)));
  route(app, bulkActionCall, async ({ inTenant, body }) => {
    const { action, ordersIds, filter } = body;
    if (!ordersIds && !filter) throw invalid({ ordersIds: ['Select at least one order.'] });
    const { runId, total } = await inTenant((tenant) => startBulk(tenant, action, filter ? { filter } : { ordersIds: ordersIds ?? [] }));
    return { message: `${bulkLabel[action]}: working on ${countedWords(total, 'order')}.`, alertType: 'success', runId, total };
  });
  route(app, undoBulkCall, ({ inTenant, params }) => inTenant((tenant) => undoBulk(tenant, params.id)));
  route(app, actOnOrderCall, ({ session, inTenant, params }) =>
    inTenant((tenant) => actOnOrder(tenant, params.id, params.action, session.name)),
  );
}
