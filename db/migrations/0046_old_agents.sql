create function delete_old_agents(days int, most int) returns bigint language sql security definer set search_path = pg_catalog, public as $$
  with old as (
    select id from api_keys
    where account_id = current_account() and client_id is not null and case when rotated_at is null
      then expires_at < now() - interval '1 day' else least(revoked_at, expires_at) < now() - make_interval(days => greatest(days, 30)) end
    order by id limit most
  ), deleted as (delete from api_keys k using old where k.account_id = current_account() and k.id = old.id returning 1)
  select count(*) from deleted
$$;
comment on function delete_old_agents is
  'Deletes agents of the account that ended so many days ago, 30 at least, with the log of their calls, and those whose program never took the consent up. It runs as the owner: the product itself can delete no key.';
revoke all on function delete_old_agents from public;
grant execute on function delete_old_agents to crossdock_app;
