create table outside_pictures (
  account_id bigint not null,
  digest text not null,
  address text not null,
  file_id bigint,
  refused text,
  shown_at timestamptz not null default now(),
  fetched_at timestamptz,
  primary key (account_id, digest),
  foreign key (account_id, file_id) references files (account_id, id)
);
call make_tenant_table('outside_pictures');
comment on table outside_pictures is 'Our small copies of pictures that channels and the warehouse name by address, so that no browser loads them from there. Whatever is missing is fetched when it is shown next.';
comment on column outside_pictures.digest is 'Of the address, which may be longer than an index takes.';
comment on column outside_pictures.refused is 'Why there is no copy, as a sentence.';
comment on column outside_pictures.shown_at is 'When a page asked for it last, to the day.';
comment on column outside_pictures.fetched_at is 'Null: it is due.';
create index outside_pictures_due on outside_pictures (account_id, shown_at desc) where fetched_at is null;
create index outside_pictures_shown on outside_pictures (account_id, shown_at desc);
-- Whoever deletes a file asks whether one of these refers to it.
create index outside_pictures_of_file on outside_pictures (account_id, file_id) where file_id is not null;
