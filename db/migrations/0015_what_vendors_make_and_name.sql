-- The secret that the vendor made for our subscription to its hints, sealed. Ours is webhook_secret.
alter table connections add column vendor_secret text;

-- What the channel itself called a listing when it listed it last, beside listed_id: a file may name it otherwise.
alter table connector_products add column listed_product_id text, add column listed_stock_id text;

-- Null: nobody announced it.
alter table receipts alter column asn_id drop not null;

-- The stock that was sent under a ticket: by the time it is settled there may be more or less. Null once it has to be sent anew whatever
-- becomes of the ticket.
alter table outbox add column ticket_quantity int;
create index outbox_pending_stock on outbox (account_id) where ticket_quantity is not null;

create table privacy_requests (
  account_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  delivery_id text not null,
  kind text not null check (kind in ('person_data', 'erase_person', 'erase_shop')),
  -- Who it is about, until it is done.
  email text,
  remote_order_ids text[] not null default '{}',
  received_at timestamptz not null default now(),
  -- The order that has to end before its buyer can be erased.
  waits_for text,
  -- When people were told that it waits for long.
  warned_at timestamptz,
  done_at timestamptz,
  primary key (account_id, id),
  unique (account_id, connection_id, delivery_id),
  foreign key (account_id, connection_id) references connections
);
comment on table privacy_requests is 'What buyers want to be told or erased, as a channel passed it on.';
create index privacy_requests_open on privacy_requests (account_id, id) where done_at is null;
call make_tenant_table('privacy_requests');
