create function delete_old_audit(days int, most int) returns bigint language sql security definer set search_path = pg_catalog, public as $$
  with first as (select id, at from audit_entries where account_id = current_account() order by id limit most),
    deleted as (
      delete from audit_entries e using first where e.account_id = current_account() and e.id = first.id
        and first.at < now() - make_interval(days => greatest(days, 365))
      returning 1
    )
  select count(*) from deleted
$$;
comment on function delete_old_audit is
  'Deletes the first entries of the account in the audit where they are older than so many days, and than a year. It runs as the owner: the product itself can delete none.';
revoke all on function delete_old_audit from public;
grant execute on function delete_old_audit to crossdock_app;
