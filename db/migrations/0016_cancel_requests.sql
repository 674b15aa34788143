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
  -- When the channel no longer asked, before anything was decided.
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

-- An order that was cancelled here because its channel asked goes on when the channel no longer does.
alter table orders drop constraint orders_ended_by_check;
alter table orders add constraint orders_ended_by_check
  check (ended_by in ('gone', 'merged', 'same_goods', 'imported_twice', 'cancel_request'));
