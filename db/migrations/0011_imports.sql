-- Imports of CSV files: checked first, then applied in one transaction, and undone by what they changed.
create table imports (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  entity text not null,
  state text not null check (state in ('mapping', 'checking', 'checked', 'applying', 'applied', 'undoing', 'undone', 'failed', 'cancelled')),
  -- Applied as soon as it is checked, without a look at what it would do.
  straight boolean not null,
  run_id bigint,
  file_id bigint,
  file_name text not null,
  digest text not null,
  format jsonb not null,
  mapping jsonb not null,
  create_categories boolean not null default false,
  lines int not null,
  created int not null default 0,
  changed int not null default 0,
  unchanged int not null default 0,
  wrong int not null default 0,
  applied int not null default 0,
  -- Of those that were applied: how many an undo left as they are, because somebody changed them since.
  kept int not null default 0,
  attempt int not null default 0,
  failures int not null default 0,
  problem jsonb,
  requested_by bigint references users,
  created_at timestamptz not null default now(),
  applied_at timestamptz,
  undone_at timestamptz,
  -- Imports of what belongs to one channel: the links of its products.
  connection_id bigint,
  -- A channel's listing report is an import that a worker applies as it applies every other: this says which of its columns order lines name.
  listing_report_by text check (listing_report_by in ('seller-sku', 'product-id', 'listing-id')),
  -- What imports keep counts towards an account's room for files.
  discarded_at timestamptz,
  -- A worker that dies over an import leaves it counted.
  cut_off int not null default 0,
  -- What imports did, packed.
  change_group_id bigint,
  causes jsonb not null default '[]',
  also_creates jsonb,
  continues_id bigint,
  primary key (account_id, id),
  foreign key (account_id, run_id) references runs,
  foreign key (account_id, file_id) references files,
  foreign key (account_id, connection_id) references connections,
  foreign key (account_id, continues_id) references imports (account_id, id)
);
create function let_go_of_import() returns trigger language plpgsql as $$ begin
  update imports set continues_id = null where account_id = old.account_id and continues_id = old.id;
  return old;
end $$;
create trigger let_go before delete on imports for each row execute function let_go_of_import();
comment on table imports is 'A CSV file that somebody uploaded: how it is read, what it would change, and how far it is.';
comment on column imports.format is 'How the file is read: encoding, delimiter, quotes, headers. TableFormat of app/imports/reading.';
comment on column imports.mapping is 'By column of the entity: the position of the file''s column that it is read from.';
comment on column imports.lines is 'Line ends in the file: about how many rows there are, before they are read.';
comment on column imports.attempt is 'Raised by each worker that begins a phase, so that one that was given up writes nothing more.';
comment on column imports.connection_id is 'The channel whose links are imported; null for records of no connection.';
comment on column imports.listing_report_by is 'Of a channel''s listing report: the column of it that order lines name. Null for every other file.';
comment on column imports.discarded_at is 'Since when its file is gone and its rows are being deleted: it was cancelled, or its room was needed.';
comment on column imports.cut_off is 'How often this phase was begun and not ended in order, one after the other.';
comment on column imports.change_group_id is 'What it changed: a group of packed changes, by which it is undone.';
comment on column imports.causes is 'What is wrong by its cause, counted once at the end of the check: see causes/count.ts. No page counts errors.';
comment on column imports.also_creates is 'Records that rows name, and that are created with them: how many, and the first names.';
comment on column imports.continues_id is 'The import whose wrong rows this file has, mended: its columns are read as that one''s.';
create index imports_newest on imports (account_id, id desc);
create index imports_continued on imports (account_id, continues_id) where continues_id is not null;
call make_tenant_table('imports');

create table import_chunks (
  account_id bigint not null,
  import_id bigint not null,
  chunk int not null,
  numbers int[] not null,
  cells text[] storage external not null,
  codes text not null,
  error_bytes int not null default 0,
  -- How many rows of each kind it has, and where it begins and ends: a page of rows is found by these, without unpacking the chunks before it.
  created int not null generated always as (length(codes) - length(replace(codes, 'c', ''))) stored,
  changed int not null generated always as (length(codes) - length(replace(codes, 'u', ''))) stored,
  unchanged int not null generated always as (length(codes) - length(replace(codes, 's', ''))) stored,
  wrong int not null generated always as (length(codes) - length(replace(codes, 'w', ''))) stored,
  first_number int generated always as (numbers[1]) stored,
  last_number int generated always as (numbers[array_length(numbers, 1)]) stored,
  cause_rows jsonb not null default '{}',
  primary key (account_id, import_id, chunk),
  foreign key (account_id, import_id) references imports on delete cascade
);
comment on table import_chunks is 'The rows of an import in chunks of two thousand, as they were checked.';
comment on column import_chunks.numbers is 'The number of each row, as a spreadsheet shows it.';
comment on column import_chunks.cells is 'By column and row: clean values, empty for none.';
comment on column import_chunks.codes is 'A letter a row: c creates, u changes, s stays, w is wrong.';
comment on column import_chunks.error_bytes is 'How much room what is wrong in its rows takes in import_errors.';
comment on column import_chunks.cause_rows is 'How many of its rows have an error of each cause, as the end of the check counted them: see causes/count.ts.';
call make_tenant_table('import_chunks');

create table import_errors (
  account_id bigint not null,
  import_id bigint not null,
  number int not null,
  position int not null,
  column_name text not null,
  value text not null,
  -- Codes and values: app/shared/imports/problems.ts and expectations.ts.
  problem jsonb not null,
  expected jsonb not null,
  cause integer not null generated always as
    (('x' || left(md5(column_name || ': ' || (problem->>'code') || ': ' || coalesce(problem->>'says', problem->>'status', '')), 8))::bit(32)::integer)
    stored,
  primary key (account_id, import_id, number, position),
  foreign key (account_id, import_id) references imports on delete cascade
);
comment on table import_errors is 'What is wrong in the rows of an import, and what would be right.';
comment on column import_errors.cause is 'What is wrong in which column: its code, and those values that tell causes apart.';
-- Errors of one cause are counted, shown and mended together. A million of them are paged by the index.
create index import_errors_by_cause on import_errors (account_id, import_id, cause, number);
call make_tenant_table('import_errors');
