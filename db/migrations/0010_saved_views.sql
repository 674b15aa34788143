create table saved_views (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  -- Which list, such as `orders`.
  entity text not null,
  owner_id bigint not null references users,
  name text not null,
  -- Filters and sort, as the list's address has them.
  query jsonb not null,
  columns text[] not null,
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id)
);
comment on table saved_views is 'A list''s filters, sort and columns under a name: private to its owner, or shared with the account.';
create unique index saved_views_by_name on saved_views (account_id, entity, owner_id, lower(name));
create index saved_views_shared on saved_views (account_id, entity) where shared;
call make_tenant_table('saved_views');

create table list_openings (
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  entity text not null,
  view_id bigint,
  columns text[],
  primary key (account_id, user_id, entity),
  foreign key (account_id, view_id) references saved_views on delete set null (view_id)
);
comment on table list_openings is
  'How a list opens for a person when its address has no query: with a view, or else with the columns last chosen.';
create index list_openings_of_view on list_openings (account_id, view_id) where view_id is not null;
call make_tenant_table('list_openings');
