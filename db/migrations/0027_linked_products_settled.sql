-- outside a transaction
-- Marks that two had left wrong at once are put right, account by account, within which the owner sees its rows. In a transaction after the
-- one that ends such mistakes, and with the products locked as there;
-- those of an account until its own are right, and not while the others are looked at.
do $$
declare
  account bigint;
  ids bigint[];
begin
  for account in select id from accounts order by id loop
    perform set_config('crossdock.account_id', account::text, true);
    ids := array(select p.id from products p where p.account_id = account
      and p.is_linked <> exists (select 1 from connector_products c where c.account_id = account and c.product_id = p.id));
    perform from products p where p.account_id = account and p.id = any (ids) order by p.sku collate "C" for no key update;
    update products p set is_linked = not p.is_linked where p.account_id = account and p.id = any (ids)
      and p.is_linked <> exists (select 1 from connector_products c where c.account_id = account and c.product_id = p.id);
    commit;
  end loop;
end $$;
