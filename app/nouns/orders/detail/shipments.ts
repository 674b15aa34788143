import { type RawBuilder, sql } from 'kysely';
import type { OfAccount } from '../../../../platform/in-account.ts';
import { inAccount } from '../../../../platform/in-account.ts';

/** The parcels of the order `o`, to read as `OrderShipment`s. */
export const shipmentsOf = (tenant: OfAccount): RawBuilder<unknown> => sql`
  select s.id, s.carrier, s.method, s.tracking_number as "trackingNumber", s.tracking_url as "trackingUrl", s.weight_grams, s.shipped_at,
    s.confirmed_at, (select w.part from warehouse_orders w where ${inAccount(tenant, 'w')} and w.id = s.warehouse_order_id) as part,
    (select concat_ws(', ', went ->> 'name', went ->> 'line1', went ->> 'line2', went ->> 'city', went ->> 'state', went ->> 'postalCode',
        went ->> 'country')
      from warehouse_orders w, jsonb_extract_path(w.sent, 'shipTo') as went
      where ${inAccount(tenant, 'w')} and w.id = s.warehouse_order_id and (lower(went ->> 'name'), lower(went ->> 'line1'),
        lower(went ->> 'postalCode')) is distinct from (lower(o.customer_name), lower(o.address), lower(o.postal_code))) as sent_to,
    (select coalesce(json_agg(json_build_object('sku', sl.sku, 'quantity', sl.quantity, 'lot', sl.lot,
        'expires_on', sl.expires_on, 'serials', coalesce(sl.serials, '{}')) order by sl.id), '[]')
      from shipment_lines sl where ${inAccount(tenant, 'sl')} and sl.shipment_id = s.id) as lines
  from shipments s where ${inAccount(tenant, 's')} and s.order_id = o.id`;
