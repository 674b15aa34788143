-- outside a transaction
-- Once more for databases of several nodes: they hear of no account that a function sets, and saw no rows. As before, account by account,
-- and with the products of each locked until its own are right.
do $$
declare
  account bigint;
  ids bigint[];
begin
  for account in select id from accounts order by id loop
    execute format('set local crossdock.account_id = %L', account);
    ids := array(select p.id from products p where p.account_id = account
      and p.is_linked <> exists (select 1 from connector_products c where c.account_id = account and c.product_id = p.id));
    perform from products p where p.account_id = account and p.id = any (ids) order by p.sku collate "C" for no key update;
    update products p set is_linked = not p.is_linked where p.account_id = account and p.id = any (ids)
      and p.is_linked <> exists (select 1 from connector_products c where c.account_id = account and c.product_id = p.id);
    commit;
  end loop;
end $$;
