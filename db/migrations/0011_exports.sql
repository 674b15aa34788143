-- A file that a person asked for: what is to be in it, and the run that writes it. Running while finished_at is null.
create table exports (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  kind text not null check (kind in ('orders', 'products')),
  run_id bigint not null,
  -- Set with finished_at, in the transaction that wrote it: half a file is never ready.
  file_id bigint,
  order_status text,
  connection_id bigint,
  -- From start_at to just before end_at.
  start_at timestamptz,
  end_at timestamptz,
  failures int not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, run_id) references runs,
  foreign key (account_id, file_id) references files,
  foreign key (account_id, connection_id) references connections
);
create unique index exports_running on exports (account_id, kind) where finished_at is null;
create index exports_newest on exports (account_id, kind, id desc);
call make_tenant_table('exports');

-- A text that no spreadsheet takes for a formula: one ' is put before what begins, quotes aside, like one. It is its own
-- undoing: a ' before quotes and such a beginning was put there, and is taken off again. Plain negative numbers stay numbers.
-- The first line decides nearly always, and costs next to nothing: letters, digits and what lies between them.
create function formula_safe(value text) returns text language sql immutable parallel safe
  return case
    when ascii(value) between 65 and 65000 or ascii(value) between 48 and 60 then value
    when value ~ '^[''"]*[=+@\t\r\n＝＋－＠-]' and value !~ '^-[0-9]+(\.[0-9]+)?$' then '''' || value
    else value
  end;
