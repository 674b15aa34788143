-- A buyer who asks for it is erased from everything that an account keeps, the ledger and the audit too, which the product cannot change.
create function erased(value text, words text[]) returns text language plpgsql immutable parallel safe as $$
declare
  word text;
begin
  foreach word in array words loop
    if strpos(lower(value), lower(word)) > 0 then
      value := regexp_replace(value, '(?<![[:alnum:]])' || regexp_replace(word, '([^[:alnum:][:space:]])', '\\\1', 'g') || '(?![[:alnum:]])',
        'erased', 'gi');
    end if;
  end loop;
  return value;
end $$;
comment on function erased is 'A text without these words, where they stand alone.';

create function has_any(value text, words text[]) returns boolean language sql immutable parallel safe
  return exists (select from unnest(words) as word where strpos(lower(value), lower(word)) > 0);
comment on function has_any is 'Whether a text has one of these words.';

-- What is kept for good stays as it is but for its texts, and those change only by a word that is taken out.
create function is_same_but_erased(before jsonb, after jsonb) returns boolean language plpgsql immutable parallel safe as $$ begin
  if before is not distinct from after then return true; end if;
  if jsonb_typeof(before) is distinct from jsonb_typeof(after) then return false; end if;
  return case jsonb_typeof(before)
    when 'string' then strpos(after #>> '{}', 'erased') > 0
    when 'array' then jsonb_array_length(before) = jsonb_array_length(after) and (select bool_and(is_same_but_erased(item, after -> (place - 1)::int))
      from jsonb_array_elements(before) with ordinality as each (item, place))
    when 'object' then (select array_agg(key) from jsonb_object_keys(before) as key) = (select array_agg(key) from jsonb_object_keys(after) as key)
      and (select bool_and(is_same_but_erased(item, after -> key)) from jsonb_each(before) as each (key, item))
    else false end;
end $$;
comment on function is_same_but_erased is 'Whether a value differs from what it was by nothing but texts out of which words were taken.';

create function erase_from_changes(rows jsonb) returns void language sql security definer set search_path = pg_catalog, public as $$
  update changes c set was = row.was, "is" = row."is"
  from jsonb_to_recordset(rows) as row (id bigint, was jsonb, "is" jsonb)
  where c.account_id = current_account() and c.id = row.id and c.packed is null and is_same_but_erased(c.was, row.was)
    and is_same_but_erased(c."is", row."is")
$$;
comment on function erase_from_changes is
  'Gives rows of the ledger of the account the values that are left without the words that name a buyer. It runs as the owner: the product itself cannot change them.';
revoke all on function erase_from_changes from public;
grant execute on function erase_from_changes to crossdock_app;

create function erase_from_audit(rows jsonb) returns void language sql security definer set search_path = pg_catalog, public as $$
  update audit_entries e set record_name = row.record_name, changes = row.changes
  from jsonb_to_recordset(rows) as row (id bigint, record_name text, changes jsonb)
  where e.account_id = current_account() and e.id = row.id and is_same_but_erased(to_jsonb(e.record_name), to_jsonb(row.record_name))
    and is_same_but_erased(e.changes, row.changes)
$$;
comment on function erase_from_audit is
  'Gives rows of the audit of the account the texts that are left without the words that name a buyer. It runs as the owner: the product itself cannot change them.';
revoke all on function erase_from_audit from public;
grant execute on function erase_from_audit to crossdock_app;

create function erase_from_orders(order_ids bigint[], fields text[]) returns void language plpgsql security definer set search_path = pg_catalog, public as $$ begin
  update changes set was = was - fields, "is" = "is" - fields
    where account_id = current_account() and noun in ('order', 'order address') and record_id = any (order_ids) and packed is null;
  update audit_entries set changes = changes - fields where account_id = current_account() and noun = 'order' and record_id = any (order_ids);
end $$;
comment on function erase_from_orders is
  'Takes fields of a buyer''s orders out of the ledger and the audit of the account. It runs as the owner: the product itself can change neither.';
revoke all on function erase_from_orders from public;
grant execute on function erase_from_orders to crossdock_app;

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

create table privacy_requests (
  account_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  delivery_id text not null,
  kind text not null check (kind in ('person_data', 'erase_person', 'erase_shop')),
  -- Who it is about, until it is done.
  email text,
  remote_order_ids text[] not null default '{}',
  received_at timestamptz not null default now(),
  -- When people were told that it waits for long.
  warned_at timestamptz,
  done_at timestamptz,
  waits_for bigint,
  tried_at timestamptz,
  -- Up to which order the buyers of a shop are erased.
  erased_to bigint not null default 0,
  primary key (account_id, id),
  unique (account_id, connection_id, delivery_id),
  foreign key (account_id, connection_id) references connections,
  foreign key (account_id, waits_for) references orders
);
comment on table privacy_requests is 'What buyers want to be told or erased, as a channel passed it on.';
comment on column privacy_requests.waits_for is 'The order that has to end before its buyer can be erased.';
create index privacy_requests_open on privacy_requests (account_id, id) where done_at is null;
call make_tenant_table('privacy_requests');
