-- What this mark means: the order must be read again from its channel before it goes. A lock was only the first reason for it.
alter table orders rename column changed_while_locked to must_reread;
alter index orders_changed_while_locked rename to orders_must_reread;

alter table orders
  -- When the channel was last known to have it. What was stored before this column counts as seen long ago.
  add column seen_at timestamptz not null default 'epoch',
  -- Why the channel's reply could not be used when the order was last read again. It waits for a person until one can.
  add column reread_refused text;
alter table orders alter column seen_at set default now();

-- Until when all that had changed at the other side was read.
alter table streams add column drained_at timestamptz;

-- Orders go to one warehouse: with two, nobody could say which.
do $$
declare account text;
begin
  select string_agg(account_id::text, ', ') into account
  from (select account_id from connections where 'warehouse' = any(capabilities) and disconnected_at is null group by account_id having count(*) > 1) as several;
  if account is not null then
    raise exception 'Several warehouses are connected in account %: disconnect all but one before this version is installed.', account;
  end if;
end $$;
create unique index connections_one_warehouse on connections (account_id) where 'warehouse' = any(capabilities) and disconnected_at is null;
