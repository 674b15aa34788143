import {
  company,
  connectionsOf,
  deleted,
  email,
  facts,
  phone,
  poNumber,
  productName,
  productOf,
  type Range,
  skuOf,
  skusOf,
  sourceNumber,
  tracking,
  warehouseNumber,
} from './facts.ts';

/** The statements that fill each table for a range of orders; they are independent of each other. */
export const tables: Record<string, (range: Range) => string> = {
  orders: (range) => `
    insert into orders (account_id, id, connection_id, remote_id, source_order_number, source_ref_num, source_status, order_status, order_date, imported_day,
      currency, customer_id, customer_name, customer_phone, customer_email, company_name, address, address_2, city, state, postal_code, country, note,
      source_shipping, source_shipping_description, shipping_code, warehouse_code, shipping_cost, tax_cost, total_cost, weight_grams, content_hash,
      source_state, in_amware, amware_ref_num, warehouse_order_id, units_ordered, units_shipped, blocking_issues, open_issues, cancelled_at, confirmed_at,
      on_hold, archived_at, deleted_at, checked_at, remote_modified_at, created_at, updated_at)
    overriding system value
    select f.account_id, f.n, f.connection_id, f.n::text, ${sourceNumber}, ${poNumber}, 'awaiting_shipment', f.status, f.at, f.at::date,
      'USD', (f.x >> 8 & 262143)::text, f.first_name || ' ' || f.last_name, ${phone}, ${email}, ${company}, f.n || ' Harbour Road', case when f.n % 4 = 0 then 'Suite ' || f.n % 100 end,
      'Austin', 'TX', '78701', case when f.x >> 40 & 127 < 108 then 'US' when f.x >> 40 & 127 < 118 then 'CA' when f.x >> 40 & 127 < 124 then 'GB' else 'DE' end,
      case when f.n % 10 = 0 then 'Leave "at" the door' end, 'ups_ground', 'UPS Ground', 'UPSGR',
      case when f.status not in ('error', 'pending') then case when f.x >> 44 & 7 < 5 then 'UPSGR' else 'FDXHD' end end,
      4.95, 1.20, 10 + (f.x >> 20 & 65535) / 100.0, 350, md5(f.n::text),
      case f.status when 'cancelled' then 'cancelled' when 'fulfilled' then 'shipped' else 'ready' end, f.at_warehouse::int, ${warehouseNumber},
      case when f.at_warehouse and f.recent then f.n end, f.units, f.units_sent, (f.status = 'error')::int, (f.status = 'error')::int,
      case when f.status = 'cancelled' then f.at end, case when f.status = 'fulfilled' then f.at + interval '2 days' end,
      f.status = 'pending' and f.n % 20 = 1, case when f.age > 180 and f.n % 10 = 3 then f.at + interval '100 days' end,
      case when ${deleted} then f.at end, f.at, f.at, f.at, f.at
    from ${facts(range)} as f`,

  order_lines: (range) => `
    insert into order_lines (account_id, id, order_id, position, remote_line_id, sku, name, quantity, unit_price, is_charge, product_id, mapped_sku, quantity_shipped)
    overriding system value
    select account_id, n * 3 + k, n, k, k::text, ${skuOf('product')}, ${productName('product')}, 1 + (k = 0 and x >> 18 & 1 = 1)::int, 10, false,
      case when status <> 'error' then (account_id - 1) * ${skusOf} + product + 1 end, case when status <> 'error' then ${skuOf('product')} end,
      case when units_sent = units then 1 + (k = 0 and x >> 18 & 1 = 1)::int when units_sent > 0 and k = 0 then 1 else 0 end
    from (select f.*, k, ${productOf('k')} as product from ${facts(range)} as f, generate_series(0, f.lines_wanted - 1) as k) as line`,

  warehouse_orders: (range) => `
    insert into warehouse_orders (account_id, id, connection_id, reference, provider_ref, state, created_at, accepted_at, changed_at) overriding system value
    select f.account_id, f.n, f.connections_before + ${connectionsOf}, 'CD-' || left(md5(f.n::text), 24), ${warehouseNumber}, case when f.units_sent = f.units then 'shipped' else 'accepted' end, f.at, f.at, f.at
    from ${facts(range)} as f where f.at_warehouse and f.recent`,

  order_events: (range) => `
    insert into order_events (account_id, id, order_id, at, kind, sentence) overriding system value
    select f.account_id, f.n * 8 + e.place, f.n, f.at + e.after, e.kind, e.sentence::jsonb from ${facts(range)} as f cross join lateral (values
      (0, true, interval '0', 'arrived', '{"code": "arrived", "channel": "ShipStation"}'),
      (1, f.status = 'error', interval '1 s', 'stopped', '{"code": "stopped", "issue": {"code": "sku_not_linked", "sku": "MUG"}}'),
      (2, f.at_warehouse, interval '2 s', 'released', '{"code": "released"}'),
      (3, f.at_warehouse, interval '3 s', 'accepted', '{"code": "accepted", "reference": "AW' || (5000000 + f.n) || '"}'),
      (4, f.units_sent > 0, interval '1 d', 'shipped', '{"code": "shipped", "units": 2, "carrier": "UPS", "tracking": "1Z5R89391234"}'),
      (5, f.status = 'fulfilled', interval '2 d', 'confirmed', '{"code": "confirmed"}'),
      (6, f.status = 'cancelled', interval '1 h', 'cancelled', '{"code": "cancelled_by_channel", "channel": "ShipStation"}')
    ) as e (place, did, after, kind, sentence) where e.did and f.recent`,

  shipments: (range) => `
    insert into shipments (account_id, id, order_id, warehouse_order_id, connection_id, remote_id, carrier, method, tracking_number, shipped_at, confirmed_at, created_at)
    overriding system value
    select f.account_id, f.n, f.n, f.n, f.connections_before + ${connectionsOf}, f.n::text, 'UPS', 'UPSGR', ${tracking}, f.at + interval '1 d',
      case when f.status = 'fulfilled' then f.at + interval '2 d' end, f.at + interval '1 d'
    from ${facts(range)} as f where f.units_sent > 0 and f.recent`,

  shipment_lines: (range) => `
    insert into shipment_lines (account_id, id, shipment_id, order_line_id, sku, quantity) overriding system value
    select account_id, n * 3 + k, n, n * 3 + k, ${skuOf('product')}, 1
    from (select f.*, k, ${productOf('k')} as product from ${facts(range)} as f, generate_series(0, f.lines_wanted - 1) as k
      where f.recent and (f.units_sent = f.units or (f.units_sent > 0 and k = 0))) as line`,

  outbox: (range) => `
    insert into outbox (account_id, id, connection_id, kind, warehouse_order_id, key, state, due_at, created_at, done_at) overriding system value
    select f.account_id, f.n, f.connections_before + ${connectionsOf}, 'submit', f.n, f.n::text, 'done', f.at, f.at, f.at
    from ${facts(range)} as f where f.at_warehouse and f.recent`,

  buyer_erasures: (range) => `
    insert into buyer_erasures (account_id, order_id, look_at, erased_at, after_days)
    select f.account_id, f.n, case when f.age <= 32 then f.at + interval '30 days' end, case when f.age > 32 then f.at + interval '30 days' end,
      case when f.age > 32 then 30 end
    from ${facts(range)} as f where f.n % 4 = 0`,

  issues: (range) => `
    insert into issues (account_id, id, order_id, connection_id, type, subject, sentence, opened_at) overriding system value
    select f.account_id, f.n, f.n, f.connection_id, case when f.n % 4 = 0 then 'address_incomplete' when f.n % 16 = 1 then 'unmapped_shipping' else 'unmapped_sku' end,
      case when f.n % 4 = 0 then 'address' when f.n % 16 = 1 then 'ups_air' else ${skuOf(productOf('0'))} end, '{"code": "sku_not_linked", "sku": "MUG"}', f.at
    from ${facts(range)} as f where f.status = 'error'`,
};
