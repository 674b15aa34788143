create table buyer_erasures (
  account_id bigint not null,
  order_id bigint not null,
  -- When it is looked at whether the order ended so long ago. Null once the buyer is erased, and where nobody has to be by a day.
  look_at timestamptz,
  -- When the order itself, and what belongs to it, lost its buyer.
  erased_at timestamptz,
  -- How many days after its end; null where it was asked for.
  after_days int,
  -- What named the buyer, until every place was searched for it.
  words text[],
  primary key (account_id, order_id),
  foreign key (account_id, order_id) references orders
);
comment on table buyer_erasures is
  'Orders whose buyers are erased some days after they ended, because their channel demands it, and those whose buyers were erased.';
create index buyer_erasures_due on buyer_erasures (account_id, look_at) where look_at is not null;
create index buyer_erasures_searching on buyer_erasures (account_id, order_id) where words is not null;
call make_tenant_table('buyer_erasures');

-- Up to which order of the account those of this connection are in buyer_erasures.
alter table connections add column erasures_planned_to bigint not null default 0;

-- Whose orders these are, when they ask to be erased. A column of its own: within row-level security no index serves a function of one.
alter table orders add column email_folded text generated always as (lower(customer_email)) stored;
create index orders_by_email on orders (account_id, email_folded) where email_folded is not null;

-- A word may be the name of a key, or a code that a sentence is worded by: those stay.
create function erased_json(value jsonb, words text[]) returns jsonb language plpgsql immutable parallel safe as $$ begin
  return case jsonb_typeof(value)
    when 'string' then to_jsonb(erased(value #>> '{}', words))
    when 'array' then coalesce((select jsonb_agg(erased_json(item, words) order by place)
      from jsonb_array_elements(value) with ordinality as each (item, place)), '[]')
    when 'object' then coalesce((select jsonb_object_agg(key, case key when 'code' then item else erased_json(item, words) end)
      from jsonb_each(value) as each (key, item)), '{}')
    else value end;
end $$;
comment on function erased_json is 'A value without these words in any of its texts.';

drop function erase_from_records;
create function erase_from_records(words text[], change_ids bigint[], entry_ids bigint[]) returns void language plpgsql security definer set search_path = pg_catalog, public as $$ begin
  update changes set was = erased_json(was, words), "is" = erased_json("is", words), packed = erased_json(packed::jsonb, words)::json
    where account_id = current_account() and id = any (change_ids);
  update audit_entries set record_name = erased(record_name, words), changes = erased_json(changes, words)
    where account_id = current_account() and id = any (entry_ids);
end $$;
comment on function erase_from_records is
  'Takes words that name a buyer out of rows of the ledger and the audit of the account. It runs as the owner: the product itself can change neither.';
revoke all on function erase_from_records from public;
grant execute on function erase_from_records to crossdock_app;

create function erase_from_orders(order_ids bigint[], fields text[]) returns void language plpgsql security definer set search_path = pg_catalog, public as $$ begin
  update changes set was = was - fields, "is" = "is" - fields
    where account_id = current_account() and noun = 'order' and record_id = any (order_ids) and packed is null;
  update audit_entries set changes = changes - fields where account_id = current_account() and noun = 'order' and record_id = any (order_ids);
end $$;
comment on function erase_from_orders is
  'Takes fields of a buyer''s orders out of the ledger and the audit of the account. It runs as the owner: the product itself can change neither.';
revoke all on function erase_from_orders from public;
grant execute on function erase_from_orders to crossdock_app;

-- What is searched for a buyer's words: what was sent before and given up, and what was refused in another system's words.
create index warehouse_orders_given_up on warehouse_orders (account_id, id) where state in ('rejected', 'cancelled');
create index outbox_with_failure on outbox (account_id, id) where last_failure is not null;

-- A request of a buyer is tried again when the order has ended that it waits for, and not before.
alter table privacy_requests drop column waits_for, add column waits_for bigint, add column tried_at timestamptz,
  -- Up to which order the buyers of a shop are erased.
  add column erased_to bigint not null default 0,
  add foreign key (account_id, waits_for) references orders;
comment on column privacy_requests.waits_for is 'The order that has to end before its buyer can be erased.';

-- A channel's buyers may be kept for a shorter time than it allows, and never for longer.
alter table accounts add column buyers_kept_days smallint check (buyers_kept_days between 1 and 365);
comment on column accounts.buyers_kept_days is 'After how many days buyers are erased at channels that demand it. Null: as late as the channel allows.';
grant update (buyers_kept_days) on accounts to crossdock_app;
-- By how many days the orders of a connection were planned: those of another number are looked at anew.
alter table connections add column erasures_days int;
