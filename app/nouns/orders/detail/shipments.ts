import { type RawBuilder, sql } from 'kysely';

/** The parcels of the order `o`, to read as `OrderShipment`s. */
export const shipmentsOf: RawBuilder<unknown> = sql`
  select s.id, s.carrier, s.method, s.tracking_number as "trackingNumber", s.tracking_url as "trackingUrl", s.weight_grams, s.shipped_at, s.confirmed_at,
    (select coalesce(json_agg(json_build_object('sku', sl.sku, 'quantity', sl.quantity, 'lot', sl.lot) order by sl.id), '[]')
      from shipment_lines sl where sl.account_id = s.account_id and sl.shipment_id = s.id) as lines
  from shipments s where s.account_id = o.account_id and s.order_id = o.id`;
