-- A row of a run may wait for a channel that has taken it.
alter table run_outcomes drop constraint run_outcomes_outcome_check;
alter table run_outcomes add constraint run_outcomes_outcome_check check (outcome in ('done', 'skipped', 'failed', 'waiting'));

create table uploads_under_way (
  account_id bigint not null,
  run_id bigint not null,
  product_id bigint not null,
  -- The connection, a hyphen, and the channel's own id of the profile.
  profile text not null,
  -- As people know the profile; empty until the channel has said so.
  name text not null default '',
  -- The channel is asked by it what became of the product; null while the product is to be sent.
  ticket text,
  -- When it is sent or asked for. Null once it is settled.
  due_at timestamptz default now(),
  attempts int not null default 0,
  -- Since when the channel has had it.
  taken_at timestamptz,
  -- Why the product is not there.
  refused jsonb,
  primary key (account_id, run_id, product_id, profile),
  foreign key (account_id, run_id) references runs on delete cascade
);
comment on table uploads_under_way is
  'Products that a run puts up for sale, in each profile, until every profile has said what came of the product. A row is deleted with the outcome of its product.';
create index uploads_under_way_due on uploads_under_way (account_id, run_id, due_at) where due_at is not null;
call make_tenant_table('uploads_under_way');
