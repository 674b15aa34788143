import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { id, instant } from '../../../../platform/endpoint.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { tableApi } from '../table.ts';
import { receiptShape } from './shapes.ts';

const receipt = receiptShape.extend({
  purchase_order_id: z.number().nullable().meta({ description: 'Null where nobody knows yet what it belongs to' }),
  connection_id: z.number().meta({ description: 'The warehouse' }),
});
type Receipt = z.output<typeof receipt>;

/** What warehouses received, of all purchase orders. */
export function receiptsApi(app: FastifyInstance): void {
  tableApi(app, {
    ...{ path: '/v1/receipts', scope: 'read_purchase_orders', table: 'receipts', alias: 'r', record: receipt, read: readReceipts },
    summaries: { list: 'What warehouses received, by when they reported it', record: 'What was received once' },
    filters: {
      purchase_order_id: id.optional(),
      booked: z.enum(['true', 'false']).optional().meta({ description: 'Whether its source was told' }),
      received_since: instant.optional(),
    },
    conditions: ({ purchase_order_id, booked, received_since }) => ({
      where: purchase_order_id === undefined ? [] : [sql`r.purchase_order_id = ${purchase_order_id}`],
      tests: [
        ...(booked === undefined ? [] : [booked === 'true' ? sql`r.processed_at is not null` : sql`r.processed_at is null`]),
        ...(received_since === undefined ? [] : [sql`r.received_at >= ${received_since}`]),
      ],
    }),
  });
}

async function readReceipts(tenant: Tenant, ids: number[]): Promise<Receipt[]> {
  const { rows } = await sql<Receipt>`
    select r.id, r.purchase_order_id, r.connection_id, r.received_at, r.sku, r.quantity, r.lot_number as lot,
      r.expires_on::text as expires_on, coalesce(r.serials, '{}') as serials, r.processed_at is not null as booked,
      (select coalesce(json_agg(json_build_object('line_id', l.line_id, 'quantity', l.quantity) order by l.line_id), '[]')
        from receipt_lines l where ${inAccount(tenant, 'l')} and l.receipt_id = r.id) as lines
    from receipts r where ${inAccount(tenant, 'r')} and r.id = any(${ids}::bigint[])`.execute(tenant.db);
  return rows;
}
