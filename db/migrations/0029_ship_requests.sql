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
