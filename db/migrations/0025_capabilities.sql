-- A connection is whatever its connector is able to do: a channel, a warehouse, a source of purchase orders, or several of them.
alter table connections add column capabilities text[] not null default '{}';
comment on column connections.capabilities is 'What its connector can do, as connectors/contract.ts names it. Kept current by the worker.';
update connections set capabilities = case kind when 'channel' then array['orders', 'confirmations', 'hints'] else array['warehouse', 'hints'] end;
alter table connections drop column kind;
grant select (connector, capabilities) on connections to crossdock_scheduler;

alter table connections add column credential text;
comment on column connections.credential is 'Names the credential without giving it away: connections that share one share tokens and limits.';
alter table connections add column exclusive_key text;
comment on column connections.exclusive_key is 'What no two live connections may both be, because each would take the other''s records. A digest; null where that does no harm.';
create unique index connections_exclusive on connections (account_id, exclusive_key) where disconnected_at is null;
alter table connections add column forbidden jsonb not null default '{}';
comment on column connections.forbidden is 'Streams and effects that its credentials may not do, with the reason; the others go on.';

create table connection_tokens (
  account_id bigint not null references accounts,
  key text not null,
  -- All three are sealed by platform/seal.ts. kept_before is dropped when what replaced it has served once.
  token text,
  kept text,
  kept_before text,
  expires_at timestamptz,
  kept_ends_at timestamptz,
  -- While one process asks for a token, the others wait.
  granting_until timestamptz,
  changed_at timestamptz not null default now(),
  primary key (account_id, key)
);
comment on table connection_tokens is 'Tokens that sign connections in, by credential, and what renews them. Sealed.';
call make_tenant_table('connection_tokens');

-- Beside what goes to a warehouse and the confirmations: acknowledging what a queue gave.
alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check
  check (kind in ('submit', 'replace', 'cancel', 'hold', 'release', 'confirm', 'acknowledge'));
alter table outbox add column ticket text;
comment on column outbox.ticket is 'The other side has taken it and does not know yet what becomes of it: it is asked by this ticket.';

alter table orders add column handle text;
comment on column orders.handle is 'What the channel wants back when the order is confirmed. Opaque.';
alter table order_lines add column handle text;
comment on column order_lines.handle is 'What the channel wants back when the line is confirmed. Opaque.';
