import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { id, text } from '../../../../platform/endpoint.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { purchaseStatuses } from '../../../nouns/purchase-flow/purchase-order.ts';
import { listedPurchaseOrders } from '../../../nouns/purchase-orders/list/queries.ts';
import { hasTag } from '../../../shared/tags/filter.ts';
import { list, readRecord, reads, readV1 } from '../call.ts';
import { inOrderOf, paged, pageOfIds, row, withFields } from '../page.ts';
import { purchaseOrderChangesApi } from './changes.ts';
import { readPurchaseOrder } from './read.ts';
import { listedOf, listedPurchaseOrder, wholePurchaseOrder } from './shapes.ts';

const query = z.strictObject({
  ...paged,
  status: z.enum(purchaseStatuses).optional(),
  connection_id: id.optional(),
  tag_id: id.optional(),
  search: text(200).optional().meta({ description: 'Words of its numbers or its vendor' }),
  archived: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Those of the archive alone, or all others. Others where it is left out, unless `ids` are given: then all' }),
});

const listPurchaseOrdersCall = reads('/v1/purchase-orders', {
  summary: 'Purchase orders by when they were ordered',
  scope: 'read_purchase_orders',
  query,
  reply: list(row(listedPurchaseOrder)),
});

const readPurchaseOrderCall = reads('/v1/purchase-orders/:id', {
  summary: 'A purchase order with its lines, receipts and open issues',
  scope: 'read_purchase_orders',
  reply: wholePurchaseOrder,
});

export function purchaseOrdersApi(app: FastifyInstance): void {
  readV1(app, listPurchaseOrdersCall, async (tenant, { query }) => {
    const source = { table: 'purchase_orders', alias: 'p', at: sql`p.ordered_at`, ...conditionsOf(tenant, query) };
    const { ids, next } = await pageOfIds(tenant, query, source);
    const rows = ids.length > 0 ? await listedPurchaseOrders(tenant, ids) : [];
    return { data: withFields(inOrderOf(ids, rows.map(listedOf)), query.fields, Object.keys(listedPurchaseOrder.shape)), next };
  });
  readRecord(app, readPurchaseOrderCall, (tenant, { params }) => readPurchaseOrder(tenant, params.id));
  purchaseOrderChangesApi(app);
}

/** The first that is asked for has an index by date; the archive has one of its own. */
function conditionsOf(tenant: Tenant, { status, connection_id, tag_id, search, archived, ids }: z.output<typeof query>) {
  const all = ids !== undefined && archived === undefined;
  const shelf = all ? sql`true` : archived === 'true' ? sql`p.archived_at is not null` : sql`p.archived_at is null`;
  const narrow: RawBuilder<unknown>[] = [];
  if (status) narrow.push(sql`p.status = ${status}`);
  if (connection_id !== undefined) narrow.push(sql`p.connection_id = ${connection_id}`);
  if (tag_id !== undefined) narrow.push(hasTag(tenant, 'purchase_order', sql`p.id`, tag_id));
  if (search)
    narrow.push(sql`position(folded(${search}::text) in folded(concat_ws(' ', p.po_number, p.source_number, p.vendor_name))) > 0`);
  // Words and tags have no index by date.
  const lead = archived === 'true' || (status === undefined && connection_id === undefined) ? [] : narrow.slice(0, 1);
  return { where: [sql`p.deleted_at is null`, shelf, ...lead], tests: narrow.slice(lead.length) };
}
