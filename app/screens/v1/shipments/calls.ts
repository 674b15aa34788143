import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { id, instant, text } from '../../../../platform/endpoint.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { shipmentShape } from '../orders/shapes.ts';
import { tableApi } from '../table.ts';

const shipment = z.object({
  ...shipmentShape.shape,
  order_id: z.number(),
  connection_id: z.number().meta({ description: 'The warehouse' }),
});
type Shipment = z.output<typeof shipment>;

/** Parcels that left, of all orders. */
export function shipmentsApi(app: FastifyInstance): void {
  tableApi(app, {
    ...{ path: '/v1/shipments', scope: 'read_orders', table: 'shipments', alias: 's', record: shipment, read: readShipments },
    summaries: { list: 'Parcels that left, by when they were reported', record: 'A parcel with what is in it' },
    filters: {
      order_id: id.optional(),
      tracking_number: text(200).optional(),
      confirmed: z.enum(['true', 'false']).optional().meta({ description: 'Whether the channel was told' }),
      shipped_since: instant.optional(),
    },
    conditions: ({ order_id, tracking_number, confirmed, shipped_since }, tenant) => ({
      where: order_id === undefined ? [] : [sql`s.order_id = ${order_id}`],
      tests: [
        sql`exists (select from orders o where ${inAccount(tenant, 'o')} and o.id = s.order_id and o.deleted_at is null)`,
        ...(tracking_number === undefined ? [] : [sql`s.tracking_number = ${tracking_number}`]),
        ...(confirmed === undefined ? [] : [confirmed === 'true' ? sql`s.confirmed_at is not null` : sql`s.confirmed_at is null`]),
        ...(shipped_since === undefined ? [] : [sql`s.shipped_at >= ${shipped_since}`]),
      ],
    }),
  });
}

/** Parcels of orders that were deleted are left out. */
async function readShipments(tenant: Tenant, ids: number[]): Promise<Shipment[]> {
  const { rows } = await sql<Shipment>`
    select s.id, s.order_id, s.connection_id, s.carrier, s.method, s.tracking_number, s.tracking_url, s.weight_grams, s.shipped_at,
      s.confirmed_at,
      (select coalesce(json_agg(json_build_object('sku', l.sku, 'quantity', l.quantity, 'lot', l.lot, 'expires_on', l.expires_on,
          'serials', coalesce(l.serials, '{}')) order by l.id), '[]')
        from shipment_lines l where ${inAccount(tenant, 'l')} and l.shipment_id = s.id) as lines
    from shipments s join orders o on ${inAccount(tenant, 'o')} and o.id = s.order_id and o.deleted_at is null
    where ${inAccount(tenant, 's')} and s.id = any(${ids}::bigint[])`.execute(tenant.db);
  return rows;
}
