-- A buyer who asks for it is erased from everything that an account keeps, the ledger and the audit too, which the product cannot change.
create function erased(value text, words text[]) returns text language plpgsql immutable parallel safe as $$
declare
  word text;
begin
  foreach word in array words loop value := replace(value, word, 'erased'); end loop;
  return value;
end $$;
comment on function erased is 'A text without these words.';

create function has_any(value text, words text[]) returns boolean language sql immutable parallel safe
  return exists (select from unnest(words) as word where strpos(value, word) > 0);
comment on function has_any is 'Whether a text has one of these words.';

do $$ begin
  execute format('create policy keeper on audit_entries to %I using (account_id = current_account()) with check (account_id = current_account())', current_user);
end $$;

create function erase_from_records(words text[], order_ids bigint[], fields text[]) returns void language plpgsql security definer set search_path = pg_catalog, public as $$ begin
  update changes set was = was - fields, "is" = "is" - fields
    where account_id = current_account() and noun = 'order' and record_id = any (order_ids) and packed is null;
  update audit_entries set changes = changes - fields where account_id = current_account() and noun = 'order' and record_id = any (order_ids);
  update changes set was = erased(was::text, words)::jsonb, "is" = erased("is"::text, words)::jsonb, packed = erased(packed::text, words)::json
    where account_id = current_account() and has_any(concat(was, "is", packed), words);
  update audit_entries set record_name = erased(record_name, words), changes = erased(changes::text, words)::jsonb
    where account_id = current_account() and has_any(concat(record_name, changes), words);
end $$;
comment on function erase_from_records is
  'Takes fields of a buyer''s orders, and words that name them, out of the ledger and the audit of the account. It runs as the owner: the product itself can change neither.';
revoke all on function erase_from_records from public;
grant execute on function erase_from_records to crossdock_app;
