-- Of an order of which the warehouse cancelled the rest a person decides whether that is sent. Issues from before that offered to try again,
-- which did nothing: they are of the type that has the decision now. Account by account, within which the owner sees its rows.
do $$
declare account bigint;
begin
  for account in select id from accounts order by id loop
    perform set_config('crossdock.account_id', account::text, true);
    update issues i set type = 'changed_after_release', subject = 'rest'
    where i.account_id = account and i.type = 'rejected_by_warehouse' and i.closed_at is null
      and i.sentence ->> 'code' = 'rest_cancelled_by_warehouse'
      and not exists (select from issues known where known.account_id = account and known.order_id = i.order_id
        and known.type = 'changed_after_release' and known.subject = 'rest' and known.closed_at is null);
  end loop;
  perform set_config('crossdock.account_id', '', true);
end $$;
