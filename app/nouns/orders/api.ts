import type { FastifyInstance } from 'fastify';
import { existing, invalid, refuse } from '../../../platform/http/refusal.ts';
import { changeRoute, route } from '../../../platform/http/route.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { seenOfShared } from '../../shared/issues/seen-goods.ts';
import { prepareBulk, selectionOf, startBulk } from '../../shared/runs/bulk/start.ts';
import { preparedAt } from '../../shared/runs/commands.ts';
import { knownColumns } from '../../ui/list/columns/columns.ts';
import { acceptAddress, formerDecisions } from '../order-flow/contract/bulk-action.ts';
import { getOrderCall } from '../order-flow/contract/detail.ts';
import { saveLineItemsCall } from '../order-flow/contract/editing.ts';
import {
  actOnOrderCall,
  bulkActionCall,
  listOrdersCall,
  listPayloadsCall,
  orderHistoryCall,
  prepareBulkCall,
  prepareFormerCall,
  previewChangeCall,
  saveOrderCall,
  toggleLockCall,
} from '../order-flow/contract/orders.ts';
import { splitOrderCall } from '../order-flow/contract/splitting.ts';
import { suggestAddressesCall } from '../order-flow/contract/suggestions.ts';
import { listPayloads } from '../order-flow/intake/payloads.ts';
import { compareOrdersCall } from '../order-flow/shared-goods/contract.ts';
import { compareOrders } from '../order-flow/shared-goods/queries.ts';
import { pressLock, pressSave, termsOf } from './acting/pressed.ts';
import { recordOrderAction } from './acting/single-actions.ts';
import { actOnOrder } from './actions.ts';
import { matchingOrders, waitingForDecision } from './bulk/matching.ts';
import { previewChange } from './bulk/preview.ts';
import { suggestAddresses } from './bulk/suggestions.ts';
import { type OrderTerms, orderBulk } from './bulk/verbs.ts';
import { historyFile } from './detail/history-file.ts';
import { readReply } from './detail/reply.ts';
import { saveSplit } from './editing/splitting/split.ts';
import { requireUsable } from './editing/usable.ts';
import { orderColumns, usualColumns } from './finding/columns.ts';
import { listOrders } from './list/queries.ts';

const missing = () => refuse(404, 'not_found', 'This order does not exist.');

export function ordersApi(app: FastifyInstance): void {
  reads(app);
  changes(app);
  bulkActions(app);
}

function reads(app: FastifyInstance): void {
  route(app, listOrdersCall, ({ reading, query: { columns, ...filter } }) =>
    reading((tenant) => listOrders(tenant, filter, columns ? knownColumns(columns.split('.'), orderColumns) : usualColumns)),
  );
  route(app, getOrderCall, async ({ reading, params }) => {
    return existing(await reading((tenant) => readReply(tenant, params.id)), missing);
  });
  route(app, listPayloadsCall, async ({ reading, params }) => {
    const data = await reading((tenant) => listPayloads(tenant, params.id));
    if (data.length === 0) throw missing();
    return { data };
  });
  route(app, compareOrdersCall, async ({ reading, params }) => {
    const compared = await reading(async (tenant) => {
      const [orders, seen] = await Promise.all([compareOrders(tenant, params.id), seenOfShared(tenant, params.id)]);
      return { orders, seen };
    });
    if (compared.orders.length === 0) throw missing();
    return compared;
  });
  route(app, orderHistoryCall, async ({ inTenant, params, reply }) => {
    const file = existing(await inTenant((tenant) => historyFile(tenant, params.id)), missing);
    reply.header('content-type', 'text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${file.name}"`);
    return reply.send(file.content);
  });
}

function changes(app: FastifyInstance): void {
  changeRoute(app, saveOrderCall, (tenant, { session, body }) => pressSave(tenant, session.name, body.order, body.request_id));
  route(app, saveLineItemsCall, ({ session, inTenant, body }) => {
    const { lineItems, order_id, revision, request_id, user } = body;
    if (user && (typeof user === 'object' ? user.id : user) !== session.userId)
      throw refuse(403, 'other_account', 'This belongs to another account.');
    return inTenant((tenant) => pressSave(tenant, session.name, { id: order_id, revision, lineItems }, request_id));
  });
  changeRoute(app, toggleLockCall, async (tenant, { params, body }) => {
    const { locked } = await pressLock(tenant, params.id, body?.locked);
    return { locked };
  });
  changeRoute(app, splitOrderCall, async (tenant, { params: { id }, body }) => {
    const { order, isSplit, group } = await saveSplit(
      tenant,
      id,
      body.lines.map(({ line, ...seen }) => ({ id: line, ...seen })),
      { takesEndBack: body.takesEndBack },
    );
    const message = isSplit ? `${order.order_number} goes in two parcels.` : `${order.order_number} goes in one parcel again.`;
    return { message, runId: group === null ? null : (await recordOrderAction(tenant, id, 'split', group)).runId };
  });
  route(app, actOnOrderCall, ({ session, inTenant, params, body }) =>
    inTenant(async (tenant) => {
      const { edit, seen, set, ...terms } = body ?? {};
      const given = { edit, seen, set, ...termsOf(params.action, terms, session.timezone) };
      const { group, left, ...done } = await actOnOrder(tenant, params.id, params.action, given);
      const { runId } = await recordOrderAction(tenant, params.id, params.action, group, left);
      const reply = { ...done, ...(left && { staysOnHold: true as const }) };
      return params.action === 'hold' || params.action === 'use-new-address' ? { ...reply, runId } : reply;
    }),
  );
}

function bulkActions(app: FastifyInstance): void {
  changeRoute(app, prepareBulkCall, (tenant, { body }) => prepareBulk(tenant, orderBulk, matchingOrders(tenant, body.filter)));
  changeRoute(app, prepareFormerCall, (tenant, { body }) => prepareBulk(tenant, orderBulk, waitingForDecision(tenant, body.connection_id)));
  route(app, previewChangeCall, ({ reading, body: { ordersIds, runId, set } }) => {
    const selection = selectionOf(orderBulk, 'ordersIds', ordersIds, runId);
    return reading((tenant) => previewChange(tenant, selection, set));
  });
  route(app, suggestAddressesCall, ({ reading, body: { ordersIds, runId } }) => {
    const selection = selectionOf(orderBulk, 'ordersIds', ordersIds, runId);
    return reading((tenant) => suggestAddresses(tenant, selection));
  });
  route(app, bulkActionCall, async ({ session, inTenant, body: { action, ordersIds, runId, set, seen, ...terms } }) => {
    const selection = selectionOf(orderBulk, 'ordersIds', ordersIds, runId);
    const hold = termsOf(action, terms, session.timezone);
    requireSeen(action, seen);
    return inTenant(async (tenant) => {
      const change = await changeOf(tenant, action, set);
      const start = (given?: OrderTerms, audited?: object) => startBulk(tenant, orderBulk, action, selection, given, audited);
      const asSeen = seen ? { seen } : await asPrepared(tenant, action, runId);
      return { alertType: 'success', ...(await (asSeen ? start(asSeen, {}) : start(change ?? hold))) };
    });
  });
}

/** A decision about what a former warehouse has is about orders as they were when they were counted for it. */
async function asPrepared(tenant: Tenant, action: string, runId: number | undefined): Promise<OrderTerms | undefined> {
  if (runId === undefined || !formerDecisions.some((decision) => decision === action)) return undefined;
  const at = await preparedAt(tenant, runId);
  return at === undefined ? undefined : { preparedAt: at };
}

/** Addresses are accepted as a person saw them; nothing else is. @throws Invalid */
function requireSeen(action: string, seen: OrderTerms['seen']): void {
  if (action === acceptAddress && !seen) throw invalid({ seen: ['Say which suggestions were seen.'] });
  if (action !== acceptAddress && seen) throw invalid({ seen: ['Only addresses are accepted as they were seen.'] });
}

/** What a change sets; nothing else sets anything. @throws Invalid where it sets nothing, or what the warehouse could not use */
async function changeOf(tenant: Tenant, action: string, set: OrderTerms['set']): Promise<OrderTerms | undefined> {
  if (action !== 'change') {
    if (set) throw invalid({ set: ['Only a change sets anything.'] });
    return undefined;
  }
  const entries = Object.entries(set ?? {}).filter(([, value]) => value !== undefined);
  if (entries.length === 0) throw invalid({ set: ['Choose what to change.'] });
  await requireUsable(tenant, Object.fromEntries(entries.map(([field, to]) => [field, { from: null, to }])), 'set');
  return { set: Object.fromEntries(entries) };
}
