import { z } from 'zod';
import { instant } from '../../../../platform/endpoint.ts';
import type { PurchaseOrderDetail } from '../../../nouns/purchase-flow/contract/detail.ts';
import { purchaseStatuses } from '../../../nouns/purchase-flow/purchase-order.ts';
import type { UntaggedRow } from '../../../nouns/purchase-orders/list/queries.ts';
import { issueTypes } from '../../../shared/issues/issue.ts';

const nullable = z.string().nullable();

export const listedPurchaseOrder = z.object({
  id: z.number(),
  number: z.string(),
  source_number: z.string().meta({ description: 'What its source calls it' }),
  status: z.enum(purchaseStatuses),
  connection_id: z.number().nullable().meta({ description: 'Null where it was made here' }),
  vendor_name: z.string(),
  warehouse_reference: nullable,
  ordered_at: instant,
  expected_at: instant.nullable(),
  announced_at: instant.nullable().meta({ description: 'When the warehouse was told of it' }),
  locked: z.boolean(),
  archived: z.boolean(),
  open_issues: z.number(),
  updated_at: instant,
});
type ListedPurchaseOrder = z.output<typeof listedPurchaseOrder>;

const line = z.object({
  id: z.number(),
  sku: z.string(),
  name: z.string(),
  product_id: z.number().nullable(),
  quantity: z.number().meta({ description: 'As its source counts it' }),
  units_per_sale: z
    .number()
    .meta({ description: 'How many units of the product one of its quantity is: `announced`, `received`, `open` and `over` are units' }),
  announced: z.number(),
  received: z.number(),
  open: z.number(),
  over: z.number(),
});

export const receiptShape = z.object({
  id: z.number(),
  received_at: instant,
  sku: z.string(),
  quantity: z.number(),
  lot: nullable,
  expires_on: nullable,
  serials: z.array(z.string()),
  booked: z.boolean().meta({ description: 'Whether its source was told' }),
  lines: z.array(z.object({ line_id: z.number(), quantity: z.number() })),
});

const issue = z.object({
  ...{ id: z.number(), type: z.enum(issueTypes), subject: z.string(), sentence: z.string(), line_id: z.number().nullable() },
});

export const wholePurchaseOrder = listedPurchaseOrder.extend({
  revision: z.number(),
  source_status: z.string(),
  vendor_number: nullable,
  note: nullable,
  lines: z.array(line),
  receipts: z.array(receiptShape),
  issues: z.array(issue),
});

export const listedOf = (row: UntaggedRow): ListedPurchaseOrder => ({
  ...{ id: row.id, number: row.po_number, source_number: row.source_number, status: row.status, connection_id: row.connection_id },
  ...{ vendor_name: row.vendor_name, warehouse_reference: row.warehouse_reference_number, ordered_at: row.ordered_at },
  ...{ expected_at: row.expected_at, announced_at: row.announced_at, locked: row.locked, archived: row.archived },
  ...{ open_issues: row.open_issues, updated_at: row.updated_at },
});

export const wholeOf = (order: PurchaseOrderDetail): z.output<typeof wholePurchaseOrder> => ({
  ...{ id: order.id, number: order.po_number, source_number: order.source_number, status: order.status },
  ...{ connection_id: order.connection_id, vendor_name: order.vendor_name, warehouse_reference: order.warehouse_reference_number },
  ...{ ordered_at: order.ordered_at, expected_at: order.expected_at, announced_at: order.announced_at, locked: order.locked },
  ...{ archived: order.is_archived, open_issues: order.open_issues, updated_at: order.updated_at, revision: order.revision },
  ...{ source_status: order.source_status, vendor_number: order.vendor_number, note: order.note },
  lines: order.purchase_order_items.map(({ id, sku, name, product_id, quantity, units_per_sale, announced, received, open, over }) => ({
    ...{ id, sku, name, product_id, quantity, units_per_sale, announced, received, open, over },
  })),
  receipts: order.receipts.map(({ id, received_at, sku, quantity, lot_number, expires_on, serials, processed, lines }) => ({
    ...{ id, received_at, sku, quantity, lot: lot_number, expires_on, serials, booked: processed, lines },
  })),
  issues: order.issues,
});
