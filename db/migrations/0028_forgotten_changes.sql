-- Once an hour it read the whole ledger of an account to find what is old. A ledger is written in the order of time, so that its first few
-- rows say whether any is so old: packed ones by their group, which is the id of its first row, and all by their id.
create or replace function forget_changes(most int) returns bigint language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  account constant bigint := current_account();
  ids bigint[];
  forgotten bigint;
begin
  ids := array(select f.id from (
      select c.id, c.at from changes c where c.account_id = account and c.packed is not null order by c.group_id limit most) as f
    where f.at < now() - interval '35 days')
    || array(select f.id from (select c.id, c.at from changes c where c.account_id = account order by c.id limit most) as f
    where f.at < now() - interval '400 days');
  delete from changes c where c.account_id = account and c.id = any (ids);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
