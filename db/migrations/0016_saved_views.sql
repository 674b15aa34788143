-- A list as a person wants to find it again: which rows in which order (`query`, as the list's own address says it) and
-- which columns. Private to its owner, or shared with the account.
create table saved_views (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  -- What it lists, as in `orders`.
  entity text not null,
  owner_id bigint not null references users,
  name text not null,
  query jsonb not null,
  columns text[] not null,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index saved_views_by_name on saved_views (account_id, entity, owner_id, lower(name));
create index saved_views_shared on saved_views (account_id, entity) where shared;
call make_tenant_table('saved_views');

-- How a list opens for a person when its address says nothing: with a view, and otherwise in the columns last chosen.
create table list_openings (
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  entity text not null,
  view_id bigint,
  columns text[],
  primary key (account_id, user_id, entity),
  foreign key (account_id, view_id) references saved_views on delete set null (view_id)
);
create index list_openings_of_view on list_openings (account_id, view_id) where view_id is not null;
call make_tenant_table('list_openings');
