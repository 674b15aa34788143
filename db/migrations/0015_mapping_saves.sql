create table mapping_saves (
  account_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  kind text not null check (kind in ('product', 'line', 'shipping', 'location')),
  -- By the channel's code, or by the line's id: {"22568": {"from": null, "to": "17"}}, as text. Null is not mapped.
  changes jsonb not null,
  user_id bigint references users,
  saved_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, connection_id) references connections
);
comment on table mapping_saves is 'Links and mappings as a person saved them, so that a save can be undone before anything that it mended has left.';
create index mapping_saves_newest on mapping_saves (account_id, saved_at);
call make_tenant_table('mapping_saves');

-- Not released before: a link or mapping has just mended it, and its save can still be undone.
alter table orders add column release_after timestamptz;
