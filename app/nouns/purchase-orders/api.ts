import type { FastifyInstance } from 'fastify';
import { changeRoute, readRoute, route } from '../../../platform/http/route.ts';
import { unlessRepeated } from '../../../platform/repeated.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { prepareBulk, selectionOf, startBulk } from '../../shared/runs/bulk/start.ts';
import { countedWords } from '../../ui/words/counted-words.ts';
import { decideAnnouncement } from '../purchase-flow/asn/decide.ts';
import { getPurchaseOrderCall } from '../purchase-flow/contract/detail.ts';
import * as calls from '../purchase-flow/contract/purchase-orders.ts';
import { missing } from '../purchase-flow/lock.ts';
import { acceptLoose, acceptOver, acceptReceipt, markProcessed } from '../purchase-flow/receipts/decide.ts';
import { processReceipts } from '../purchase-flow/receipts/process.ts';
import { actOnPurchaseOrder, type SingleAction } from './act.ts';
import { closeShort } from './actions/close-short.ts';
import { createPurchaseOrder } from './actions/create.ts';
import { savePurchaseOrder } from './actions/edit.ts';
import { expectNoMore } from './actions/expect-no-more.ts';
import { findItem } from './actions/find-item.ts';
import { togglePurchaseLock } from './actions/lock.ts';
import { markFulfilment } from './actions/mark-fulfilment.ts';
import { purchaseBulk } from './bulk/verbs.ts';
import { getPurchaseOrder, listPurchaseLogs, listPurchasePayloads } from './detail/queries.ts';
import { matchingPurchaseOrders } from './finding/conditions.ts';
import { listPurchaseOrders } from './list/queries.ts';

export function purchaseOrdersApi(app: FastifyInstance): void {
  reads(app);
  actions(app);
  edits(app);
  receiving(app);
  bulk(app);
}

/** What every change replies: the specification's clients read these three. */
export const changed = (message: string) => ({ message, alertType: 'success', lastUpdatedAt: new Date().toISOString() });

function reads(app: FastifyInstance): void {
  readRoute(app, calls.listPurchaseOrdersCall, (tenant, { query }) => listPurchaseOrders(tenant, query));
  readRoute(app, getPurchaseOrderCall, async (tenant, { params }) => (await getPurchaseOrder(tenant, params.id)) ?? notThere());
  readRoute(app, calls.findItemCall, (tenant, { query }) => findItem(tenant, query.sku));
  readRoute(
    app,
    calls.listPurchaseLogsCall,
    async (tenant, { session, params }) => (await listPurchaseLogs(tenant, params.id, session)) ?? notThere(),
  );
  readRoute(app, calls.listPurchasePayloadsCall, async (tenant, { params }) => {
    if (!(await getPurchaseOrder(tenant, params.id))) notThere();
    return { data: await listPurchasePayloads(tenant, params.id) };
  });
}

function notThere(): never {
  throw missing();
}

function actions(app: FastifyInstance): void {
  const act = (call: typeof calls.holdPurchaseOrderCall | typeof calls.deletePurchaseOrderCall, action: SingleAction) =>
    changeRoute(app, call, async (tenant, { params }) => {
      const { message, runId } = await actOnPurchaseOrder(tenant, params.id, action);
      return { ...changed(message), ...(runId !== null && { runId }) };
    });
  act(calls.clearPurchaseErrorsCall, 'clear-errors');
  act(calls.holdPurchaseOrderCall, 'hold');
  act(calls.unholdPurchaseOrderCall, 'unhold');
  act(calls.archivePurchaseOrderCall, 'archive');
  act(calls.unarchivePurchaseOrderCall, 'unarchive');
  act(calls.cancelPurchaseOrderCall, 'cancel');
  act(calls.deletePurchaseOrderCall, 'delete');
  route(app, calls.expectNoMoreCall, async ({ inTenant, params }) => {
    const isRequested = await inTenant((tenant) => expectNoMore(tenant, params.id));
    return changed(
      isRequested
        ? 'The warehouse has been asked to stop expecting it. Its reply will show on the order.'
        : 'Nothing more of it is expected.',
    );
  });
  route(app, calls.decideAnnouncementCall, async ({ inTenant, params }) =>
    changed(await inTenant((tenant) => decideAnnouncement(tenant, params.id, params.decision))),
  );
  route(app, calls.closePurchaseOrderCall, async ({ inTenant, params, body }) => {
    const isRequested = await inTenant((tenant) => closeShort(tenant, params.id, body.reason));
    return changed(
      isRequested
        ? 'The warehouse has been asked to expect nothing more. The order is closed out when it has replied and the receipts are processed.'
        : 'Nothing more is expected. The order is closed out when its receipts are processed.',
    );
  });
}

function edits(app: FastifyInstance): void {
  route(app, calls.createPurchaseOrderCall, async ({ inTenant, body, reply }) => {
    const id = await inTenant((tenant) =>
      unlessRepeated(tenant, { name: 'make purchase order', body }, () => createPurchaseOrder(tenant, body)),
    );
    reply.code(201);
    return { ...changed('The purchase order was made.'), id };
  });
  route(app, calls.savePurchaseOrderCall, async ({ inTenant, params, body }) => {
    await inTenant((tenant) => savePurchaseOrder(tenant, params.id, body));
    return changed('Order successfully saved');
  });
  route(app, calls.togglePurchaseLockCall, async ({ inTenant, params, body }) => {
    const { locked } = await inTenant((tenant) => togglePurchaseLock(tenant, params.id, body?.locked));
    return { ...changed(locked ? 'The order is locked.' : 'The order is unlocked.'), locked };
  });
}

/** Of what a person has entered at the source: undone, it could be entered there twice. */
const isFinal = 'This cannot be undone.';

function receiving(app: FastifyInstance): void {
  route(app, calls.processReceiptsCall, async ({ inTenant, params }) => {
    const { runId, receipts, left } = await inTenant(async (tenant) => {
      await requireSource(tenant, params.id, params.source);
      return processReceipts(tenant, params.id);
    });
    const waiting = left > 0 ? ` ${countedWords(left, 'receipt waits', 'receipts wait')} for a decision.` : '';
    return { ...changed(`Processing ${countedWords(receipts, 'receipt')}.${waiting}`), runId };
  });
  route(app, calls.decideReceiptCall, async ({ inTenant, params: { id, receiptId, decision }, body }) => {
    if (decision === 'accept') {
      const runId = await inTenant((tenant) => acceptReceipt(tenant, id, receiptId, body?.lineId ?? null, body?.seen));
      return { ...changed('The receipt counts.'), ...(runId !== null && { runId }) };
    }
    await inTenant((tenant) => markProcessed(tenant, id, receiptId, body?.seen));
    return changed(`The receipt is marked as processed. ${isFinal}`);
  });
  route(app, calls.acceptOverCall, async ({ inTenant, params, body }) => {
    const runId = await inTenant((tenant) => acceptOver(tenant, params.id, params.lineId, body?.over));
    return { ...changed('What came beyond the order is accepted.'), runId };
  });
  route(app, calls.acceptLooseCall, async ({ inTenant, params, body }) => {
    const runId = await inTenant((tenant) => acceptLoose(tenant, params.id, params.lineId, body.units));
    return { ...changed('The loose units are accepted: their source is not told of them.'), runId };
  });
  route(app, calls.markFulfilmentCall, async ({ inTenant, params }) => {
    await inTenant((tenant) => markFulfilment(tenant, params.id, params.fulfilmentId));
    return changed(`It is marked as processed. ${isFinal}`);
  });
}

/** The source in the path is the order's own: another would book to the wrong books. */
async function requireSource(tenant: Tenant, id: number, source: string): Promise<void> {
  const order = await getPurchaseOrder(tenant, id);
  if (!order || order.connector_source.name !== source) throw missing();
}

function bulk(app: FastifyInstance): void {
  route(app, calls.preparePurchaseBulkCall, ({ inTenant, body, reply }) => {
    reply.code(201);
    return inTenant((tenant) => prepareBulk(tenant, purchaseBulk, matchingPurchaseOrders(tenant, body.filter)));
  });
  route(app, calls.purchaseBulkCall, async ({ inTenant, body: { action, ordersIds, runId }, reply }) => {
    const selection = selectionOf(purchaseBulk, 'ordersIds', ordersIds, runId);
    const started = await inTenant((tenant) => startBulk(tenant, purchaseBulk, action, selection));
    reply.code(202);
    return { ...changed(started.message), ...started };
  });
}
