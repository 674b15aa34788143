create table purchase_orders (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  -- Null: made by hand or by a file. Then receiving books here only.
  connection_id bigint,
  remote_id text,
  po_number text not null generated always as ('PO-' || id) stored,
  source_number text not null,
  source_status text not null default '',
  -- The facts from which status is derived: see app/purchase-orders/purchase-order.ts.
  source_state text not null default 'open' check (source_state in ('open', 'draft', 'closed', 'cancelled', 'unknown')),
  status text not null default 'pending' check (status in ('pending', 'hold', 'received', 'closed_out', 'cancelled')),
  on_hold boolean not null default false,
  cancelled_at timestamptz,
  closed_at timestamptz,
  -- Why a person closed it before all had come.
  close_reason text,
  -- Receipts that count: those that wait for a person do not.
  receipts_counted int not null default 0,
  vendor_number text,
  vendor_name text not null default '',
  source_location text,
  source_location_name text,
  mapped_warehouse text,
  ordered_at timestamptz not null default now(),
  expected_at timestamptz,
  carrier text,
  freight_number text,
  currency text,
  note text,
  content_hash text,
  -- What a person edited. Sync never overwrites it.
  edited_fields text[] not null default '{}',
  units_ordered int not null default 0,
  units_received int not null default 0,
  -- What the warehouse calls the announcement, and when it accepted it.
  warehouse_reference_number text,
  announced_at timestamptz,
  cancel_requested_at timestamptz,
  -- The warehouse's reply to a withdrawal that came too late.
  withdraw_outcome text,
  locked boolean not null default false,
  must_reread boolean not null default false,
  blocking_issues int not null default 0,
  open_issues int not null default 0,
  archived_at timestamptz,
  deleted_at timestamptz,
  -- Null: it changed, and has not been checked since.
  checked_at timestamptz,
  remote_modified_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by bigint references users,
  revision int not null default 1,
  -- Of what was made here, with no remote id.
  origin uuid not null default gen_random_uuid(),
  primary key (account_id, id),
  unique (account_id, connection_id, remote_id),
  foreign key (account_id, connection_id) references connections
);
comment on table purchase_orders is 'What was ordered from a vendor, with what the warehouse received of it.';
create index purchase_orders_newest on purchase_orders (account_id, ordered_at desc, id desc) where deleted_at is null and archived_at is null;
create index purchase_orders_by_status on purchase_orders (account_id, status, ordered_at desc, id desc) where deleted_at is null and archived_at is null;
create index purchase_orders_by_source on purchase_orders (account_id, connection_id, ordered_at desc, id desc) where deleted_at is null and archived_at is null;
create index purchase_orders_by_vendor on purchase_orders (account_id, vendor_name, ordered_at desc, id desc) where deleted_at is null and archived_at is null;
create index purchase_orders_by_warehouse on purchase_orders (account_id, mapped_warehouse, ordered_at desc, id desc) where deleted_at is null and archived_at is null;
create index purchase_orders_needing_attention on purchase_orders (account_id, ordered_at desc, id desc) where open_issues > 0 and deleted_at is null and archived_at is null;
create index purchase_orders_archived on purchase_orders (account_id, ordered_at desc, id desc) where archived_at is not null and deleted_at is null;
create index purchase_orders_expected on purchase_orders (account_id, expected_at, id)
  where status in ('pending', 'hold') and expected_at is not null and deleted_at is null and archived_at is null;
create index purchase_orders_must_reread on purchase_orders (account_id, id) where must_reread;
create index purchase_orders_unchecked on purchase_orders (account_id, id) where checked_at is null;
-- The list of purchase orders is read in the order of the sort that is asked for, at any number of them: each has an index, in the
-- list and in the archive.
create index purchase_orders_by_id on purchase_orders (account_id, id) where deleted_at is null and archived_at is null;
create index purchase_orders_in_status_order on purchase_orders (account_id, status, id) where deleted_at is null and archived_at is null;
create index purchase_orders_in_vendor_order on purchase_orders (account_id, vendor_name, id) where deleted_at is null and archived_at is null;
create index purchase_orders_in_expected_order on purchase_orders (account_id, expected_at, id) where deleted_at is null and archived_at is null;
create index purchase_orders_archived_by_id on purchase_orders (account_id, id) where archived_at is not null and deleted_at is null;
create index purchase_orders_archived_in_status_order on purchase_orders (account_id, status, id) where archived_at is not null and deleted_at is null;
create index purchase_orders_archived_in_vendor_order on purchase_orders (account_id, vendor_name, id) where archived_at is not null and deleted_at is null;
create index purchase_orders_archived_in_expected_order on purchase_orders (account_id, expected_at, id) where archived_at is not null and deleted_at is null;
-- Those that have not ended, newest first.
create index purchase_orders_open on purchase_orders (account_id, ordered_at desc, id desc)
  where status in ('pending', 'hold', 'received') and deleted_at is null and archived_at is null;
-- A file names a purchase order by its number.
create index purchase_orders_by_number on purchase_orders (account_id, source_number) where deleted_at is null;
-- What is late is listed newest first: read in that order, from the index alone.
create index purchase_orders_late on purchase_orders (account_id, ordered_at desc, id desc) include (expected_at)
  where status in ('pending', 'hold') and expected_at is not null and deleted_at is null and archived_at is null;
call make_tenant_table('purchase_orders');
grant select (account_id, id, checked_at) on purchase_orders to crossdock_scheduler;
create policy scheduler on purchase_orders for select to crossdock_scheduler using (checked_at is null);

create table purchase_order_lines (
  account_id bigint not null,
  id bigint generated always as identity,
  purchase_order_id bigint not null,
  position int not null,
  -- Null on a line that a person added.
  remote_line_id text,
  sku text not null,
  name text not null,
  quantity int not null,
  -- The source's quantity of a line that a person changed. Null: not changed.
  source_quantity int,
  -- What had come before we knew of it.
  received_before int not null default 0,
  unit_price numeric(16, 4),
  lot_number text,
  expected_at timestamptz,
  product_id bigint,
  raw_material_id bigint,
  -- The warehouse's SKU for it: amware_reference_sku on its page.
  mapped_sku text,
  -- What the warehouse was told to expect, and when it accepted that.
  quantity_announced int not null default 0,
  announced_at timestamptz,
  quantity_received int not null default 0,
  quantity_processed int not null default 0,
  -- More came than was ordered, and a person accepted that much.
  over_accepted int not null default 0,
  loose_accepted int not null default 0,
  units_per_sale int not null default 1 check (units_per_sale between 1 and 10000),
  primary key (account_id, id),
  foreign key (account_id, purchase_order_id) references purchase_orders,
  foreign key (account_id, product_id) references products,
  foreign key (account_id, raw_material_id) references raw_materials
);
comment on table purchase_order_lines is 'What a purchase order consists of.';
comment on column purchase_order_lines.units_per_sale is
  'As its link has it: the warehouse expects quantity times this. The quantities of a line and what had come before are its source''s; what was announced, received, processed and accepted, and receipts, are units.';
comment on column purchase_order_lines.loose_accepted is
  'So many units that came are no whole one of the source''s, and a person accepted that it is not told of them.';
create unique index purchase_order_lines_of_order on purchase_order_lines (account_id, purchase_order_id, remote_line_id);
create index purchase_order_lines_by_sku on purchase_order_lines (account_id, (sku collate "C"), purchase_order_id);
create index purchase_order_lines_by_mapped_sku on purchase_order_lines (account_id, (mapped_sku collate "C"), purchase_order_id);
create index purchase_order_lines_by_lot on purchase_order_lines (account_id, (lot_number collate "C"), purchase_order_id) where lot_number is not null;
-- Which purchase orders will bring an item: for its page, and for the check of references when it is deleted.
create index purchase_order_lines_of_product on purchase_order_lines (account_id, product_id, purchase_order_id) where product_id is not null;
create index purchase_order_lines_of_raw_material on purchase_order_lines (account_id, raw_material_id, purchase_order_id) where raw_material_id is not null;
call make_tenant_table('purchase_order_lines');

create table purchase_order_payloads (
  account_id bigint not null,
  id bigint generated always as identity,
  purchase_order_id bigint not null,
  received_at timestamptz not null default now(),
  raw json not null,
  primary key (account_id, purchase_order_id, id),
  foreign key (account_id, purchase_order_id) references purchase_orders
);
comment on table purchase_order_payloads is 'Every version of a purchase order as its source sent it, whole.';
call make_tenant_table('purchase_order_payloads');

create table purchase_order_events (
  account_id bigint not null,
  id bigint generated always as identity,
  purchase_order_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  sentence jsonb not null,
  changes jsonb,
  user_id bigint references users,
  key_name text,
  primary key (account_id, id),
  foreign key (account_id, purchase_order_id) references purchase_orders
);
comment on table purchase_order_events is 'The history of a purchase order.';
comment on column purchase_order_events.key_name is 'The API key or agent that it was done with; its maker is the person. Null for what was done by hand.';
create index purchase_order_events_of_order on purchase_order_events (account_id, purchase_order_id, id);
call make_tenant_table('purchase_order_events');

create table asns (
  account_id bigint not null,
  id bigint generated always as identity,
  purchase_order_id bigint not null,
  connection_id bigint not null,
  -- The idempotency key of everything that is sent about it.
  reference text not null,
  -- The warehouse's name for it, once it has accepted it.
  remote_id text,
  state text not null default 'waiting' check (state in ('waiting', 'announced', 'receiving', 'closed', 'cancelled', 'rejected')),
  -- Of what the warehouse was told last: where it differs from what the order says now, it is told again.
  digest text,
  withdrawn_at timestamptz,
  created_at timestamptz not null default now(),
  accepted_at timestamptz,
  closed_at timestamptz,
  -- The warehouse has closed it, and its receipts have not been read up to then: its order is looked at again when they are.
  awaits_receipts boolean not null default false,
  -- The goods of everything that was sent under its reference, in words ("2 × CUP"): the warehouse may have any of it.
  sent text[] not null default '{}',
  -- What the warehouse has in place of an announcement of ours that it has not accepted: a person decides whether it is ours. It stays on one
  -- that was decided to be another, so that this is not found again.
  theirs jsonb,
  -- What was announced keeps the names that its lines have at the warehouse.
  lines_by_id boolean not null default false,
  primary key (account_id, id),
  foreign key (account_id, purchase_order_id) references purchase_orders,
  foreign key (account_id, connection_id) references connections,
  unique (account_id, reference)
);
comment on table asns is 'An announcement of a purchase order to the warehouse. Withdrawn and made again, it is a new one.';
comment on column asns.lines_by_id is 'Its lines are called by our ids there: it is from before their references were derived.';
create index asns_of_order on asns (account_id, purchase_order_id, id);
create index asns_by_remote_id on asns (account_id, connection_id, remote_id) where remote_id is not null;
-- One that still stands: a purchase order has no second beside it.
create unique index asns_standing on asns (account_id, purchase_order_id) where state in ('waiting', 'announced', 'receiving');
create index asns_awaiting_receipts on asns (account_id, connection_id) where awaits_receipts;
call make_tenant_table('asns');
create policy scheduler on asns for select to crossdock_scheduler using (true);

create table bookings (
  account_id bigint not null,
  id bigint generated always as identity,
  purchase_order_id bigint not null,
  -- Null: booked here only.
  connection_id bigint,
  -- The idempotency key at the source.
  key text not null,
  state text not null default 'waiting' check (state in ('waiting', 'booked', 'refused')),
  -- The source's name for it.
  reference text,
  run_id bigint,
  requested_by bigint references users,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  quantities jsonb,
  primary key (account_id, id),
  foreign key (account_id, purchase_order_id) references purchase_orders,
  foreign key (account_id, connection_id) references connections,
  foreign key (account_id, run_id) references runs
);
comment on table bookings is 'Receipts that are processed together: booked to the source once, by its key.';
comment on column bookings.quantities is 'What was booked of each line, by the id that the source gives the line; null of those from before that was kept.';
create index bookings_of_order on bookings (account_id, purchase_order_id, id);
create unique index bookings_waiting on bookings (account_id, purchase_order_id) where state = 'waiting';
call make_tenant_table('bookings');

create table receipts (
  account_id bigint not null,
  id bigint generated always as identity,
  -- Null: we have no purchase order with this announcement.
  purchase_order_id bigint,
  connection_id bigint not null,
  remote_id text not null,
  -- Null: nobody announced it.
  asn_id text,
  type text not null,
  received_at timestamptz not null,
  sku text not null,
  quantity int not null,
  lot_number text,
  carrier text,
  freight_number text,
  raw json,
  -- Why it waits for a person, and counts for nothing until then.
  waits_for text check (waits_for in ('unknown_sku', 'held', 'cancelled', 'closed_out', 'deleted', 'changed')),
  accepted_at timestamptz,
  accepted_by bigint references users,
  booking_id bigint,
  -- Booked: by the source's own reply, or here where there is no source, or by a person who did it there.
  processed_at timestamptz,
  created_at timestamptz not null default now(),
  -- A receipt that belongs to no purchase order is set aside by a person who says why, or assigned to one.
  set_aside_at timestamptz,
  set_aside_by bigint references users,
  set_aside_reason text,
  -- What the warehouse said of received goods beside their lot, where it did.
  expires_on date,
  serials text[],
  -- A clock without a zone leaves open when goods came.
  not_before timestamptz,
  primary key (account_id, id),
  unique (account_id, connection_id, remote_id),
  foreign key (account_id, purchase_order_id) references purchase_orders,
  foreign key (account_id, connection_id) references connections,
  foreign key (account_id, booking_id) references bookings
);
comment on table receipts is 'What the warehouse reported as received: one delivery of one SKU and lot.';
comment on column receipts.not_before is 'Since when it may have come, where that is not received_at.';
create index receipts_of_order on receipts (account_id, purchase_order_id, id);
create index receipts_of_booking on receipts (account_id, booking_id) where booking_id is not null;
create index receipts_of_nobody on receipts (account_id, connection_id, asn_id) where purchase_order_id is null;
-- Goods of receipts that are not booked yet are not offered to channels.
create index receipts_not_booked on receipts (account_id, sku) where processed_at is null and set_aside_at is null;
create index receipts_by_time on receipts (account_id, connection_id, (coalesce(not_before, received_at)));
call make_tenant_table('receipts');

create table receipt_lines (
  account_id bigint not null,
  receipt_id bigint not null,
  line_id bigint not null,
  quantity int not null,
  primary key (account_id, receipt_id, line_id),
  foreign key (account_id, receipt_id) references receipts,
  foreign key (account_id, line_id) references purchase_order_lines
);
comment on table receipt_lines is 'How much of a receipt counts to which line of its purchase order.';
create index receipt_lines_of_line on receipt_lines (account_id, line_id);
call make_tenant_table('receipt_lines');

create table fulfilments (
  account_id bigint not null,
  id bigint generated always as identity,
  purchase_order_id bigint not null,
  connection_id bigint not null,
  remote_id text not null,
  position int not null,
  sku text not null,
  lot text,
  qty_shipped int not null,
  ship_date timestamptz not null,
  carrier text not null,
  tracking_number text not null,
  processed_at timestamptz,
  primary key (account_id, id),
  unique (account_id, connection_id, remote_id, position),
  foreign key (account_id, purchase_order_id) references purchase_orders,
  foreign key (account_id, connection_id) references connections
);
comment on table fulfilments is 'What the warehouse sent out again of a purchase order: a return to its vendor, a transfer.';
create index fulfilments_of_order on fulfilments (account_id, purchase_order_id, id);
call make_tenant_table('fulfilments');
grant select (account_id, reference) on warehouse_orders, asns to crossdock_scheduler;
