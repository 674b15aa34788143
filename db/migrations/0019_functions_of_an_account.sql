-- On several database nodes a function that changes rows as their owner runs on the node of its account, in the session in which the product
-- changed others of the transaction: two users may not change the same account by two. So its account is an argument. Those without it are
-- the build before's.
create function require_account(account bigint) returns void language plpgsql stable parallel safe as $$ begin
  if account is distinct from current_account() then
    raise insufficient_privilege using message = 'The transaction is of another account.';
  end if;
end $$;
comment on function require_account is 'Refuses an account that is not the one of the transaction.';

create function erase_from_changes(account bigint, rows jsonb) returns void language plpgsql security definer set search_path = pg_catalog, public as $$ begin
  perform require_account(account);
  update changes c set was = row.was, "is" = row."is"
    from jsonb_to_recordset(rows) as row (id bigint, was jsonb, "is" jsonb)
    where c.account_id = account and c.id = row.id and c.packed is null and is_same_but_erased(c.was, row.was)
      and is_same_but_erased(c."is", row."is");
end $$;
comment on function erase_from_changes(bigint, jsonb) is
  'Gives rows of the ledger of the account the values that are left without the words that name a buyer. It runs as the owner: the product itself cannot change them.';
revoke all on function erase_from_changes(bigint, jsonb) from public;
grant execute on function erase_from_changes(bigint, jsonb) to crossdock_app;

create function erase_from_audit(account bigint, rows jsonb) returns void language plpgsql security definer set search_path = pg_catalog, public as $$ begin
  perform require_account(account);
  update audit_entries e set record_name = row.record_name, changes = row.changes
    from jsonb_to_recordset(rows) as row (id bigint, record_name text, changes jsonb)
    where e.account_id = account and e.id = row.id and (e.record_name is not distinct from row.record_name
      or e.record_name is not null and strpos(row.record_name, 'erased') > 0) and is_same_but_erased(e.changes, row.changes);
end $$;
comment on function erase_from_audit(bigint, jsonb) is
  'Gives rows of the audit of the account the texts that are left without the words that name a buyer. It runs as the owner: the product itself cannot change them.';
revoke all on function erase_from_audit(bigint, jsonb) from public;
grant execute on function erase_from_audit(bigint, jsonb) to crossdock_app;

create function erase_from_orders(account bigint, order_ids bigint[], fields text[]) returns void language plpgsql security definer set search_path = pg_catalog, public as $$ begin
  perform require_account(account);
  update changes set was = was - fields, "is" = "is" - fields
    where account_id = account and noun in ('order', 'order address') and record_id = any (order_ids) and packed is null;
  update audit_entries set changes = changes - fields where account_id = account and noun = 'order' and record_id = any (order_ids);
end $$;
comment on function erase_from_orders(bigint, bigint[], text[]) is
  'Takes fields of a buyer''s orders out of the ledger and the audit of the account. It runs as the owner: the product itself can change neither.';
revoke all on function erase_from_orders(bigint, bigint[], text[]) from public;
grant execute on function erase_from_orders(bigint, bigint[], text[]) to crossdock_app;

create function erase_from_notes(account bigint, words text[]) returns void language plpgsql security definer set search_path = pg_catalog, public as $$ begin
  perform require_account(account);
  update support_notes set body = erased(body, words) where account_id = account and has_any(body, words);
end $$;
comment on function erase_from_notes(bigint, text[]) is
  'Takes words that name a buyer out of the internal notes of the account''s tickets. It runs as the owner: who erases a buyer sees no notes.';
revoke all on function erase_from_notes(bigint, text[]) from public;
grant execute on function erase_from_notes(bigint, text[]) to crossdock_app;
