create table warehouse_orders (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  connection_id bigint not null,
  -- The idempotency key of everything that is sent about it.
  reference text not null,
  provider_ref text,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'rejected', 'cancelled', 'shipped')),
  -- The status in the warehouse's own words.
  provider_status text,
  held boolean not null default false,
  created_at timestamptz not null default now(),
  accepted_at timestamptz,
  -- By the warehouse's clock, of which the zone may be unknown.
  changed_at timestamptz,
  -- When we heard that it has shipped, by our own.
  shipped_at timestamptz,
  -- What a warehouse order was sent as was composed from the rows of its orders. A mapping that changes afterwards has to be compared with
  -- what the warehouse really has.
  sent jsonb,
  replacement jsonb,
  must_compare boolean not null default false,
  kept boolean not null default false,
  part integer not null default 1,
  attempt integer not null default 1,
  -- Sent by an earlier database or by somebody else, and taken over: what its lines are called is not known here, so they are known by SKU.
  lines_by_sku boolean not null default false,
  -- What the warehouse has in place of a warehouse order of ours that it has not accepted: a person decides whether it is ours.
  theirs jsonb,
  -- In a column of its own, because row-level security keeps what is read out of JSON from an index.
  theirs_ref text generated always as (theirs ->> 'providerRef') stored,
  -- Parcels of the first may become known after the order has gone on to the second.
  followed_by bigint,
  -- Whose hold it is that stands there: the end of ours must not let go what the warehouse keeps back for its own reason.
  held_by_warehouse boolean not null default false,
  primary key (account_id, id),
  foreign key (account_id, connection_id) references connections,
  unique (account_id, reference)
) with (fillfactor = 70);
comment on table warehouse_orders is
  'An order as the warehouse knows it: one of our orders, or several that go to one address.';
comment on column warehouse_orders.sent is 'What the warehouse has of it, as it was told: the message itself. Null: not sent yet, or sent before this was kept; then its orders'' rows are what was sent.';
comment on column warehouse_orders.replacement is 'What the warehouse is to have instead, and the values that its orders take once it has it. Null: nothing else.';
comment on column warehouse_orders.must_compare is 'A mapping changed while it was being sent: what was sent is compared once the warehouse has it.';
comment on column warehouse_orders.kept is 'A person kept it as it was sent: it is not replaced by itself.';
comment on column warehouse_orders.followed_by is 'The warehouse order by which the rest of its order went.';
comment on column warehouse_orders.held_by_warehouse is
  'Where it is held: the warehouse does so by itself, whether we asked for it too or not. Without held it says nothing.';
create index warehouse_orders_by_provider_ref on warehouse_orders (account_id, connection_id, provider_ref);
-- Of those that a warehouse still has, since a mapping that changes looks through all of them. Only a statement that means all of them says
-- so by the second condition: the others find theirs by what they know of it, however few these are.
create index warehouse_orders_open on warehouse_orders (account_id, id) where state in ('waiting', 'accepted') and id > 0;
-- What the warehouse has in place of one of ours: it is asked for each order that is taken over.
create index warehouse_orders_found on warehouse_orders (account_id, connection_id, theirs_ref) where theirs_ref is not null;
-- What was sent before and given up, where a buyer's words are searched for.
create index warehouse_orders_given_up on warehouse_orders (account_id, id) where state in ('rejected', 'cancelled');
call make_tenant_table('warehouse_orders');
create policy scheduler on warehouse_orders for select to crossdock_scheduler using (true);

create table orders (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  connection_id bigint not null,
  remote_id text not null,
  order_number text not null generated always as ('SO-' || id) stored,
  source_order_number text not null,
  -- The channel's purchase order number, when there is one.
  source_ref_num text,
  source_status text not null,
  order_status text not null default 'pending'
    check (order_status in ('pending', 'packing', 'partially_shipped', 'shipped', 'fulfilled', 'error', 'cancelled')),
  order_date timestamptz not null,
  -- The day on which we first read it, in the account's time zone: the dashboard counts by it.
  imported_day date not null,
  store_id text,
  store_name text,
  currency char(3) not null,
  customer_id text,
  customer_name text not null,
  customer_phone text,
  customer_email text,
  company_name text,
  address text not null,
  address_2 text,
  city text not null,
  state text,
  postal_code text not null,
  country text not null,
  note text,
  source_shipping text,
  source_shipping_description text,
  shipping_code text,
  warehouse_code text,
  shipping_cost numeric(16, 4) not null,
  tax_cost numeric(16, 4) not null,
  total_cost numeric(16, 4) not null,
  weight_grams int,
  -- Warehouse fields that presets and field mappings set.
  fields jsonb not null default '{}',
  content_hash text not null,
  -- What a person edited. Sync never overwrites it.
  edited_fields text[] not null default '{}',
  -- The facts from which order_status is derived: see app/orders/order.ts.
  source_state text not null check (source_state in ('ready', 'waiting', 'held', 'external', 'shipped', 'cancelled', 'unknown')),
  in_amware smallint not null default 0 check (in_amware in (0, 1)),
  amware_ref_num text,
  warehouse_order_id bigint,
  units_ordered int not null default 0,
  units_shipped int not null default 0,
  blocking_issues int not null default 0,
  open_issues int not null default 0,
  cancelled_at timestamptz,
  confirmed_at timestamptz,
  locked boolean not null default false,
  on_hold boolean not null default false,
  hold_outcome text,
  cancel_requested_at timestamptz,
  cancel_outcome text,
  archived_at timestamptz,
  deleted_at timestamptz,
  -- Null: it changed, and has not been checked since.
  checked_at timestamptz,
  remote_modified_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by bigint references users,
  revision int not null default 1,
  -- The channel changed it while it was locked, and the change was not stored. It is read again before it goes on.
  must_reread boolean not null default false,
  -- How often it was to be read again: what was read before the last time says nothing of what happened since.
  reread_requests int not null default 0,
  -- Not released before: a link or mapping has just mended it, and its save can still be undone.
  release_after timestamptz,
  -- The channel's id of the order that it was split off.
  split_from text,
  -- Whether its goods are also those of another order, which a split or merge left behind. 'undecided' waits for a person, who
  -- says 'ship', or 'same': the goods went with the other order, and nothing of this one is sent.
  shared_goods text check (shared_goods in ('undecided', 'ship', 'same')),
  -- The channel has it no more.
  gone_at timestamptz,
  -- Why it was cancelled, when neither a person nor the channel cancelled it.
  ended_by text check (ended_by in ('gone', 'merged', 'same_goods', 'imported_twice', 'cancel_request')),
  held_before_cancel boolean not null default false,
  source_details jsonb,
  handle text,
  -- When the channel was last known to have it. What was stored before this column counts as seen long ago.
  seen_at timestamptz not null default now(),
  -- Why the channel's reply could not be used when the order was last read again. It waits for a person until one can.
  reread_refused jsonb,
  hold_reason jsonb,
  hold_until timestamptz,
  -- An order on hold that the warehouse does not have is held at its channel too, where people look as well.
  held_at_channel boolean not null default false,
  source_units int,
  sent_beside boolean not null default false,
  -- Whose order it is, when they ask to be erased. A column of its own: within row-level security no index serves a function of one.
  email_folded text generated always as (lower(customer_email)) stored,
  -- An order that a person splits goes to the warehouse as two warehouse orders, the second once the first has left.
  is_split boolean not null default false,
  second_ended_at timestamptz check (second_ended_at is null or is_split),
  -- A channel may change where an order goes while a part of it has left already. A person decides whether the rest follows.
  new_ship_to jsonb,
  -- The channel knows one hold of an order: where the shop put its own in place of ours, the end of ours must not let it go.
  held_at_channel_until timestamptz,
  primary key (account_id, id),
  unique (account_id, connection_id, remote_id),
  foreign key (account_id, connection_id) references connections,
  foreign key (account_id, warehouse_order_id) references warehouse_orders
) with (fillfactor = 70);
comment on table orders is 'An order of a channel, with what a person edited and what the warehouse did with it.';
comment on column orders.held_before_cancel is 'It was on hold when it was cancelled: if the channel takes the cancellation back, it is on hold again.';
comment on column orders.source_details is 'What the channel says beside what we act on: notes, gift message, ship-by date, amount paid, warehouse, tags. Shown only.';
comment on column orders.handle is 'What the channel wants back when the order is confirmed. Opaque.';
comment on column orders.hold_reason is 'Why it is on hold: a code and values, where a reason is known.';
comment on column orders.hold_until is 'When its hold ends by itself; null: when a person ends it.';
comment on column orders.held_at_channel is 'Whether the channel holds it because we asked.';
comment on column orders.held_at_channel_until is 'Until when we asked the channel to hold it; null where it holds none of ours.';
comment on column orders.source_units is 'Units of goods that the channel had in the order when it was last read after its release; null when it was not read since.';
comment on column orders.sent_beside is 'A person said that it is another order than the one with its number and recipient that another connection has.';
comment on column orders.is_split is 'Whether a person put some of it into a second parcel, which goes to the warehouse once the first has left.';
comment on column orders.second_ended_at is 'When it was decided that the second parcel is not sent.';
comment on column orders.new_ship_to is
  'What its channel has as its address, by the columns of the order, where that is another than the order has; noted of what went to the warehouse.';
-- One index for each filter and sort of the orders list, in the order of a page: docs/decisions/0015-pages-of-bounded-cost.md.
create index orders_newest on orders (account_id, order_date desc, id desc) where deleted_at is null and archived_at is null;
create index orders_by_source on orders (account_id, connection_id, order_date desc, id desc) where deleted_at is null and archived_at is null;
-- connection_id is included so that one source's orders of one status are found in the index alone.
create index orders_by_status on orders (account_id, order_status, order_date desc, id desc) include (connection_id)
  where deleted_at is null and archived_at is null;
create index orders_by_country on orders (account_id, country, order_date desc, id desc) where deleted_at is null and archived_at is null;
create index orders_by_shipping on orders (account_id, shipping_code, order_date desc, id desc) where deleted_at is null and archived_at is null;
create index orders_by_customer on orders (account_id, customer_name, id) where deleted_at is null and archived_at is null;
create index orders_by_total on orders (account_id, total_cost, id) where deleted_at is null and archived_at is null;
create index orders_by_number on orders (account_id, id) where deleted_at is null and archived_at is null;
create index orders_needing_attention on orders (account_id, order_date desc, id desc)
  where open_issues > 0 and deleted_at is null and archived_at is null;
create index orders_on_hold on orders (account_id, order_date desc, id desc) where on_hold and deleted_at is null and archived_at is null;
create index orders_locked on orders (account_id, order_date desc, id desc) where locked and deleted_at is null and archived_at is null;
create index orders_archived on orders (account_id, order_date desc, id desc) where archived_at is not null and deleted_at is null;
-- What jobs and the sweep look for.
create index orders_unchecked on orders (account_id, id) where checked_at is null;
create index orders_must_reread on orders (account_id, id) where must_reread;
create index orders_of_warehouse_order on orders (account_id, warehouse_order_id) where warehouse_order_id is not null;
create index orders_split_off on orders (account_id, connection_id, split_from) where split_from is not null;
create index orders_by_email on orders (account_id, email_folded) where email_folded is not null;
create index orders_by_source_number on orders (account_id, source_order_number) where deleted_at is null;
create index orders_split on orders (account_id, id)
  where is_split and units_shipped > 0 and cancelled_at is null and confirmed_at is null and deleted_at is null;
-- What may still leave, or be told of: few of an account's orders.
create index orders_open on orders (account_id, id) where cancelled_at is null and confirmed_at is null and deleted_at is null;
call make_tenant_table('orders');
grant select (account_id, id, checked_at) on orders to crossdock_scheduler;
create policy scheduler on orders for select to crossdock_scheduler using (checked_at is null);

create table payload_bundles (
  account_id bigint not null,
  id bigint generated always as identity,
  packed bytea storage external not null,
  primary key (account_id, id)
);
comment on table payload_bundles is
  'The payloads of one page of orders, packed together: zstd of one JSON text a line. Written once, never changed.
The payloads of a page resemble each other: packed together they need an eighth of the space and a twentieth of the CPU.';
call make_tenant_table('payload_bundles');

create table order_payloads (
  account_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  received_at timestamptz not null default now(),
  bundle_id bigint not null,
  -- Which line of the bundle, counted from 0.
  line int not null,
  primary key (account_id, order_id, id),
  foreign key (account_id, order_id) references orders
);
comment on table order_payloads is
  'Every version of an order as the channel sent it, whole. It is stored in the transaction that stores the order.';
call make_tenant_table('order_payloads');

create table order_lines (
  account_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  position int not null,
  remote_line_id text not null,
  sku text not null,
  name text not null,
  quantity int not null,
  unit_price numeric(16, 4) not null,
  -- A discount, postage or a fee: no goods, never sent to a warehouse.
  is_charge boolean not null,
  image_url text,
  upc text,
  location text,
  product_id bigint,
  mapped_sku text,
  quantity_shipped int not null default 0,
  is_out_of_stock boolean not null default false,
  -- The channel's quantity of a line that a person changed; 0 for a line that a person added. Null: not changed by a person.
  source_quantity int,
  options jsonb,
  handle text,
  units_per_sale int not null default 1 check (units_per_sale between 1 and 10000),
  later_quantity integer not null default 0 check (later_quantity >= 0),
  primary key (account_id, id),
  foreign key (account_id, order_id) references orders,
  foreign key (account_id, product_id) references products
) with (fillfactor = 80);
comment on table order_lines is 'What an order consists of.';
comment on column order_lines.options is 'What the buyer chose of the item, as the channel gives it: names and values.';
comment on column order_lines.handle is 'What the channel wants back when the line is confirmed. Opaque.';
comment on column order_lines.units_per_sale is 'As its link had it when it was linked: the warehouse is sent quantity times this. A line''s quantities are the channel''s; units_ordered and units_shipped of its order, and quantities in parcels, are units.';
comment on column order_lines.later_quantity is 'How many of its quantity go in the second parcel.';
create unique index order_lines_of_order on order_lines (account_id, order_id, remote_line_id);
create index order_lines_by_sku on order_lines (account_id, sku) where product_id is null and not is_charge;
-- Which orders contain a product: for its page, and for the check of references when it is deleted.
create index order_lines_of_product on order_lines (account_id, product_id, order_id) where product_id is not null;
create index order_lines_later on order_lines (account_id, product_id) where later_quantity > 0;
call make_tenant_table('order_lines');

create table order_events (
  account_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  sentence jsonb not null,
  changes jsonb,
  user_id bigint references users,
  -- Edits of orders: the history says what was done, the ledger has what an undo needs.
  change_id bigint,
  removed_worth numeric,
  key_name text,
  primary key (account_id, id),
  foreign key (account_id, order_id) references orders,
  foreign key (account_id, change_id) references changes
);
comment on table order_events is 'The history of an order.';
comment on column order_events.change_id is 'The change of the ledger that the entry tells of.';
comment on column order_events.removed_worth is 'What the channel had sold of the lines that an edit removed.';
comment on column order_events.key_name is 'The API key that it was done with; its maker is the person. Null for what was done by hand.';
create index order_events_of_order on order_events (account_id, order_id, id);
create index order_events_of_change on order_events (account_id, change_id) where change_id is not null;
call make_tenant_table('order_events');

create function let_go_of_change() returns trigger language plpgsql as $$ begin
  update order_events set change_id = null where account_id = old.account_id and change_id = old.id;
  return old;
end $$;
create trigger let_go before delete on changes for each row execute function let_go_of_change();
-- The owner keeps to the account of the transaction, too: what is undone no more is forgotten by it.
do $$ begin
  execute format('create policy keeper on order_events to %I using (account_id = current_account()) with check (account_id = current_account())', current_user);
end $$;

create table shipments (
  account_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  warehouse_order_id bigint not null,
  connection_id bigint not null,
  remote_id text not null,
  carrier text not null,
  method text not null,
  tracking_number text not null,
  tracking_url text,
  weight_grams int,
  shipped_at timestamptz not null,
  raw json,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  acknowledged_at timestamptz,
  primary key (account_id, id),
  unique (account_id, order_id, connection_id, remote_id),
  foreign key (account_id, order_id) references orders,
  foreign key (account_id, warehouse_order_id) references warehouse_orders,
  foreign key (account_id, connection_id) references connections
) with (fillfactor = 80);
comment on table shipments is 'A parcel that the warehouse sent. A parcel with goods of several orders is a row for each of them.';
comment on column shipments.acknowledged_at is 'When a shop that calls us said that it knows of the parcel. Of other channels null.';
create index shipments_of_warehouse_order on shipments (account_id, warehouse_order_id);
call make_tenant_table('shipments');

create table shipment_lines (
  account_id bigint not null,
  id bigint generated always as identity,
  shipment_id bigint not null,
  order_line_id bigint not null,
  sku text not null,
  lot text,
  quantity int not null,
  -- What the warehouse said of the goods in a parcel beside their lot, where it did.
  expires_on date,
  serials text[],
  primary key (account_id, id),
  foreign key (account_id, shipment_id) references shipments,
  foreign key (account_id, order_line_id) references order_lines
);
comment on table shipment_lines is 'How much of which order line is in a shipment.';
create index shipment_lines_of_shipment on shipment_lines (account_id, shipment_id);
create index shipment_lines_of_line on shipment_lines (account_id, order_line_id);
call make_tenant_table('shipment_lines');

create table order_merges (
  account_id bigint not null,
  connection_id bigint not null,
  -- The channel's id of the order that was merged away. It need not be one of ours.
  remote_id text not null,
  into_id bigint not null,
  -- The order that it was merged into was with the warehouse by then, without these goods.
  came_too_late boolean not null,
  merged_at timestamptz not null default now(),
  primary key (account_id, connection_id, remote_id),
  foreign key (account_id, connection_id) references connections,
  foreign key (account_id, into_id) references orders
);
comment on table order_merges is
  'Which orders the channel merged into one of ours: their goods are now its own, and the channel has them no more.';
create index order_merges_of_order on order_merges (account_id, into_id);
call make_tenant_table('order_merges');

-- What outside systems know our records by is derived from what it stands for, and from no sequence: after a restore, or when a channel
-- is connected again, the same record has the same reference, and another never has it.

-- The parts follow each other with their lengths, so that no two lists of parts read alike.
create function reference_part(part text) returns text language sql immutable parallel safe
  return octet_length(part) || ':' || part;

create function reference_hash(parts text) returns text language sql stable parallel safe
  return left(encode(sha256(convert_to(parts, 'UTF8')), 'hex'), 24);

-- A line of an order, as the warehouse knows it.
create function line_reference(reference_key text, order_remote_id text, line_remote_id text) returns text language sql stable parallel safe
  return reference_hash(reference_part(reference_key) || reference_part(order_remote_id) || reference_part(line_remote_id));

-- Orders that travel together, by the keys of their connections and their remote ids in order; `part` of them; `attempt`: how many
-- warehouse orders the warehouse had of them, or may have had.
create function warehouse_reference(orders text, part integer, attempt integer) returns text language sql stable parallel safe
  return 'CD-' || reference_hash(orders || ';' || part || ';' || attempt);

create function asn_reference(purchase_order text, attempt integer) returns text language sql stable parallel safe
  return 'CD-P' || reference_hash(purchase_order || ';' || attempt);

create function next_warehouse_attempt(account bigint, orders text, of_part integer) returns integer language plpgsql stable as $$
declare
  tried integer := 1;
begin
  while exists (select from warehouse_orders w where w.account_id = account and w.reference = warehouse_reference(orders, of_part, tried)) loop
    tried := tried + 1;
  end loop;
  return tried;
end $$;

create function next_asn_attempt(account bigint, purchase_order text) returns integer language plpgsql stable as $$
declare
  tried integer := 1;
begin
  while exists (select from asns a where a.account_id = account and a.reference = asn_reference(purchase_order, tried)) loop
    tried := tried + 1;
  end loop;
  return tried;
end $$;

create function shipment_reference(channel_key text, order_remote_id text, warehouse_key text, parcel_remote_id text) returns text language sql stable parallel safe
  return reference_hash(reference_part(channel_key) || reference_part(order_remote_id) || reference_part(warehouse_key) || reference_part(parcel_remote_id));

create table cancel_requests (
  account_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  -- The channel's own id of the request; another one is another request.
  request_id text not null,
  reason text,
  -- What the channel wants back with the decision.
  handle text,
  requested_at timestamptz not null default now(),
  -- How often it was made under this id: each time has a decision of its own.
  times int not null default 1,
  -- When the channel no longer asked: it took the request back, or took note of the decision.
  withdrawn_at timestamptz,
  -- Accepted: nothing of the order leaves.
  outcome text check (outcome in ('accepted', 'too_late')),
  decided_at timestamptz,
  -- The person who decided in place of the warehouse.
  decided_by bigint references users,
  -- Told: the channel took the decision; over: it waited for none any more; by_hand: it cannot be told, so a person replies there.
  reply text check (reply in ('told', 'over', 'by_hand')),
  replied_at timestamptz,
  primary key (account_id, id),
  unique (account_id, order_id, request_id),
  foreign key (account_id, order_id) references orders,
  check ((outcome is null) = (decided_at is null)),
  check ((reply is null) = (replied_at is null))
);
comment on table cancel_requests is 'What channels asked to cancel, what became of it, and when they were told.';
create index cancel_requests_open on cancel_requests (account_id, order_id) where outcome is null and withdrawn_at is null;
call make_tenant_table('cancel_requests');

create table ship_requests (
  account_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  -- The channel's own id of the request; another one is another request.
  request_id text not null,
  -- What the channel wants back with the reply.
  handle text,
  requested_at timestamptz not null default now(),
  -- Told: the channel took the reply; over: it waited for none any more.
  accept_reply text check (accept_reply in ('told', 'over')),
  declined_at timestamptz,
  declined_by bigint references users,
  why text check (why in ('unknown_sku', 'bad_address', 'out_of_stock', 'other')),
  -- The sentence of what kept the order here until then.
  stopped jsonb,
  decline_reply text check (decline_reply in ('told', 'over')),
  primary key (account_id, id),
  unique (account_id, order_id, request_id),
  foreign key (account_id, order_id) references orders,
  check ((declined_at is null) = (why is null)),
  check (stopped is null or declined_at is not null),
  check (decline_reply is null or declined_at is not null)
);
comment on table ship_requests is
  'What channels asked us to ship, as of a fulfilment service: accepted when it is stored, declined when a person ends its order here.';
call make_tenant_table('ship_requests');
